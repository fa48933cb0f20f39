import type { FileTaker } from '../inputs/take-file.js'

/// Milliseconds between two questions for a change.
const interval = 500

interface Served {
  version: string
  text?: string
  /// Why there is no text.
  problem?: string
}

/// Shows the file that `paddock serve` serves, and its changes. An edit in the page is kept.
export async function followFile(name: string, taker: FileTaker, root: ShadowRoot): Promise<never> {
  const sentence = root.querySelector('.bar .sentence')
  if (sentence !== null) sentence.textContent = `This shows ${name}, which \`paddock serve\` runs on this machine. Drag a number, paint a constant, or put the cursor on a line.`
  let version = ''
  let shown: string | null = null
  for (;;) {
    const served = await ask(version).catch((error: Error) => ({ version, problem: error.message }))
    if (served !== null) {
      version = served.version
      shown = show(name, served, shown, taker)
    }
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
}

/// Returns null if the file has this version.
async function ask(version: string): Promise<Served | null> {
  const address = new URL(`served/program?version=${encodeURIComponent(version)}`, document.baseURI)
  const response = await fetch(address, { cache: 'no-store' }).catch(() => {
    throw new Error('the server has ended. What you see is the last version of the file')
  })
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return response.status === 204 ? null : ((await response.json()) as Served)
}

/// Returns the text of the file that the page has shown.
function show(name: string, { text, problem }: Served, shown: string | null, taker: FileTaker): string | null {
  if (text === undefined) {
    taker.say(`${name}: ${problem}.`)
    return shown
  }
  const plain = text.replace(/\r\n?/g, '\n')
  if (shown !== null && taker.text() !== shown) {
    if (plain !== shown) taker.say(`${name} has changed on the disk. Your edit is kept; reload the page to take the file.`)
    return shown
  }
  if (taker.text() === plain) return plain
  if (shown === null) taker.openProgram(plain, null)
  else taker.replaceProgram(plain)
  return plain
}
