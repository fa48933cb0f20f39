import { LinkError, readShared, writeShared, type SharedProgram } from './shared-program.js'

/// The fragment of a link, of characters that no program needs to escape:
///
///     p1.<count>.<body><checksum>
///
/// `count` is the number of characters behind it, in base 36; `body` is base64url of the deflated JSON text; `checksum`
/// is the CRC-32 of the deflated bytes, 8 hexadecimal digits. The checksum also keeps a link from ending in `-` or `_`,
/// which programs that find links in a text cut off. The count lets a reader ignore what such a program added.
const version = 1

/// Limit of the inflated JSON text in bytes.
export const mostBytes = 8 * 2 ** 20

/// Characters above which some chat programs cut a link.
export const safeLength = 2000

export async function encodeFragment(shared: SharedProgram): Promise<string> {
  const text = new TextEncoder().encode(writeShared(shared))
  if (text.length > mostBytes) throw new LinkError('The program is too large for a link.')
  const bytes = await collect(text, new CompressionStream('deflate-raw'), Infinity)
  const body = base64url(bytes) + checksum(bytes)
  return `p${version}.${body.length.toString(36)}.${body}`
}

/// Reads a fragment, with or without `#`. Rejects with a LinkError.
export async function decodeFragment(fragment: string): Promise<SharedProgram> {
  const bytes = bytesOf(unescaped(fragment))
  const inflated = await collect(bytes, new DecompressionStream('deflate-raw'), mostBytes)
  return readShared(textOf(inflated))
}

/// Removes what programs that pass a link on do to it: percent signs, also twice, and line breaks.
function unescaped(fragment: string): string {
  let text = fragment.replace(/^#/, '')
  for (let i = 0; i < 3 && text.includes('%'); ++i) text = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  return text.replace(/[^\x21-\x7e]/g, '')
}

/// Returns the deflated bytes of an intact fragment.
function bytesOf(fragment: string): Uint8Array<ArrayBuffer> {
  const [, written = '', digits, rest] = /^p(\d+)(?:\.([0-9a-z]*)(?:\.([^]*))?)?$/i.exec(fragment) ?? []
  if (written !== '' && Number(written) !== version) throw new LinkError(`The link has version ${written.slice(0, 9)}; this page reads version ${version}.`)
  const count = parseInt(digits ?? '', 36)
  if (rest === undefined || !Number.isSafeInteger(count) || count < checksumLength) throw new LinkError('The link is cut.')
  if (rest.length < count) throw new LinkError(`The link is cut: ${rest.length} of its ${count} characters have arrived.`)
  const body = rest.slice(0, count - checksumLength)
  const bytes = /^[\w-]*$/.test(body) ? fromBase64url(body) : null
  if (bytes === null || checksum(bytes) !== rest.slice(count - checksumLength, count)) throw new LinkError('The link is damaged: its checksum differs.')
  return bytes
}

/// Sends bytes through a transformation. Rejects with a LinkError if it fails or returns more than `most` bytes; then no
/// more is read.
async function collect(bytes: Uint8Array<ArrayBuffer>, through: GenericTransformStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (new Blob([bytes]).stream().pipeThrough(through) as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let count = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new LinkError('The link is damaged: it cannot be unpacked.')
    })
    if (done) break
    count += value.length
    parts.push(value)
    if (count > most) {
      void reader.cancel().catch(() => {})
      throw new LinkError(`The link was not opened: it unpacks to more than ${most / 2 ** 20} MB.`)
    }
  }
  return joined(parts, count)
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[], count: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(count)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LinkError('The link contains no text.')
  }
}

function base64url(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/// Null if the length is impossible.
function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 === 1) return null
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

const checksumLength = 8

/// CRC-32 as in gzip, bit by bit: links are short.
function checksum(bytes: Uint8Array): string {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(checksumLength, '0')
}
