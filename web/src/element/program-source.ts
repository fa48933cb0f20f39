import { isBinary } from '../shared/binary-file.js'

/// Source of an element's text: `src`, a script of type text/mlir, an escaped `<pre>`, or the element's own content.
export type ProgramSource = { kind: 'address'; url: string } | { kind: 'text'; text: string; problem: string | null } | { kind: 'none' }

export function readSource(host: HTMLElement): ProgramSource {
  const address = host.getAttribute('src')
  if (address !== null) return { kind: 'address', url: new URL(address, host.baseURI).href }
  const script = host.querySelector(':scope > script[type="text/mlir"]')
  if (script !== null) return { kind: 'text', text: trimmed(script.textContent ?? ''), problem: null }
  const pre = host.querySelector(':scope > pre')
  const nodes = pre !== null ? [pre] : [...host.childNodes].filter((node) => !(node instanceof Element && node.hasAttribute('slot')))
  const text = trimmed(nodes.map((node) => (node instanceof Element || node instanceof Text ? node.textContent : '')).join(''))
  const eaten = nodes.flatMap(eatenIn)
  if (text === '' && eaten.length === 0) return { kind: 'none' }
  return { kind: 'text', text, problem: eaten.length === 0 ? null : eatenSentence(eaten[0]!) }
}

/// Returns the parts that HTML parsed as tags: an unknown element, or `<?`, which begins a comment or, in newer
/// browsers, a processing instruction.
function eatenIn(node: Node): string[] {
  return [...ownName(node), ...[...node.childNodes].flatMap(eatenIn)]
}

function ownName(node: Node): string[] {
  if (node instanceof HTMLUnknownElement) return [node.localName]
  if (node instanceof ProcessingInstruction) return [`?${node.target}`]
  return node instanceof Comment && node.data.startsWith('?') ? [node.data] : []
}

function eatenSentence(name: string): string {
  return `HTML removed types from this program: it took <${name.slice(0, 40)}> for a tag. Put the program into <script type="text/mlir">, or write &lt; for each <.`
}

/// Removes surrounding empty lines and the common indentation.
function trimmed(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '').split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length)
  const common = Math.min(...indents)
  return lines.map((line) => line.slice(common)).join('\n')
}

/// Fetches the text of a program, converting a portable artifact. Rejects with a sentence.
export async function fetchProgram(url: string): Promise<string> {
  const response = await fetch(url).catch((error: Error) => {
    throw new Error(`The program could not be fetched from ${url}: ${error.message}`)
  })
  if (!response.ok) throw new Error(`The program could not be fetched: ${url} answered ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  // Only artifacts need the engine before the program is touched.
  const text = isBinary(bytes) ? await (await import('./read-artifact.js')).readArtifact(url, bytes) : new TextDecoder().decode(bytes)
  return text.replace(/\r\n?/g, '\n').trimEnd()
}
