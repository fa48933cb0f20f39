import type { RunResult } from 'paddock-hlo'
import { fillCapsule } from '../capsule/contents.js'
import { drawResults } from '../capsule/recorded.js'
import { carryInputs } from '../link/carry-inputs.js'
import { saveFile } from '../shared/save-file.js'
import type { PageProgram } from './page-program.js'

/// Elements of a file's array, at most: a saved page may be larger than a link.
const mostElements = 100_000

/// Saves a page that contains the program, its inputs, its results and the engine. Returns a sentence about it. Rejects if
/// the template cannot be fetched.
export async function savePage(page: PageProgram, result: RunResult | null, title: string): Promise<string> {
  const response = await fetch(new URL('capsule.html', document.baseURI))
  if (!response.ok) throw new Error(`The template could not be fetched: the server answered ${response.status}.`)
  const program = page.current()
  const { inputs, left } = await carryInputs(program.inputs, page.read, () => page.engine(), mostElements)
  const picture = await drawResults(result?.processes[program.view.process] ?? []).catch(() => '')
  const playground = location.href.replace(/#.*$/, '')
  const text = fillCapsule(await response.text(), { title, program: { ...program, inputs }, picture, playground })
  const bytes = new TextEncoder().encode(text)
  const name = `${title.replace(/\.mlir$/, '').replace(/[^\w.-]+/g, '-')}.html`
  saveFile(bytes, name)
  const isPartial = left.length > 0 ? ` It does not hold ${left.join(', ')}: send the file, too.` : ''
  return `Saved ${name}, ${(bytes.length / 1e6).toFixed(1)} MB. It runs from a disk, without a network.${isPartial}`
}
