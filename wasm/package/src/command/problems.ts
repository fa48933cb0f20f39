import { getSystemErrorMap } from 'node:util'

/// The C library's wording, where Node's differs.
const words: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EBUSY: 'Device or resource busy',
  EIO: 'Input/output error',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  EMFILE: 'Too many open files',
  ENAMETOOLONG: 'File name too long',
  ENFILE: 'Too many open files in system',
  EPERM: 'Operation not permitted',
  ETXTBSY: 'Text file busy',
}

/// Returns why a system call failed, in the native command's words.
export function describeProblem(error: unknown): string {
  const { code = '', errno = 0, message } = error as NodeJS.ErrnoException
  const text = words[code] ?? getSystemErrorMap().get(errno)?.[1] ?? message
  return text.charAt(0).toUpperCase() + text.slice(1)
}
