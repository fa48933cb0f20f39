import { formatBytes } from '../shared/numbers.js'

/// Larger files are not fetched.
const most = 256 * 1024 * 1024

/// Returns the address that a text is; null for any other text.
export function addressOf(text: string): URL | null {
  const trimmed = text.trim()
  return /^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : null
}

/// Fetches a file from an address that the user chose, without credentials. Rejects with a sentence.
export async function fetchFile(address: URL): Promise<File> {
  const refusals: SecurityPolicyViolationEvent[] = []
  const note = (event: SecurityPolicyViolationEvent): void => void refusals.push(event)
  document.addEventListener('securitypolicyviolation', note)
  try {
    const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    if (!response.ok) throw new Error(`${address.host} answered ${response.status}.`)
    return new File(await read(response, address.host), nameOf(address))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The event may come after the rejection.
    await new Promise((resolve) => setTimeout(resolve))
    const isRefused = refusals.some(({ effectiveDirective }) => effectiveDirective === 'connect-src')
    const why = isRefused ? `The policy of this page allows no request to ${address.host}.` : `${address.host} did not answer, or does not let other sites read the file.`
    throw new Error(`${why} Download the file, and drop it on the page.`)
  } finally {
    document.removeEventListener('securitypolicyviolation', note)
  }
}

async function read(response: Response, host: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = response.body!.getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    parts.push(value!)
    size += value!.length
    if (size <= most) continue
    void reader.cancel()
    throw new Error(`The file at ${host} has more than ${formatBytes(most)}.`)
  }
  return parts
}

const nameOf = ({ pathname, host }: URL): string => decodeURIComponent(pathname.split('/').at(-1) ?? '') || host
