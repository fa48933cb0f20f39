import type { OpInfo, OperationPlace, Program, RunValues, Tensor } from 'paddock-hlo'
import { element, textElement } from '../dom.js'
import { scaleOf, type Scale } from './colour-scale.js'
import { layOut, type Room } from './layout.js'
import { readValue, renderValue, type Shown } from './value-view.js'

/// What the stage shows of a line: the operation, its operands and its results.
export interface LinePicture {
  operation: OperationPlace
  sections: HTMLElement[]
  tensors: Tensor[]
}

/// The operation that is meant by the cursor: the innermost around it, else the one that
/// begins on its line; null where there is none or it has no values (a return).
export function operationAt(operations: readonly OperationPlace[], cursor: number, line: { from: number; to: number }): OperationPlace | null {
  const around = operations.filter(({ from, to }) => from <= cursor && cursor <= to)
  const starting = operations.find(({ from }) => line.from <= from && from <= line.to)
  const innermost = around.at(-1)
  const found = innermost !== undefined && innermost.from >= line.from ? innermost : (starting ?? innermost ?? null)
  return found !== null && found.results.length > 0 ? found : null
}

/// Draws an operation with what the run made of its operands and results: operands beside each
/// other above the results, all at one cell size that fits the pane, and on one scale where
/// they are of one element type.
export async function drawLine(operation: OperationPlace, values: RunValues, info: OpInfo | undefined, pane: Pane, process: number): Promise<LinePicture | null> {
  const operands = await readAll(uniqueByPlace(operation.operands), values, process)
  const results = await readAll(operation.results, values, process)
  if (results.length === 0) return null
  const rows = [rowOf(operands, pane), rowOf(results, pane)]
  const height = Math.max(60, (pane.height - sentenceHeight) / rows.filter(({ shown }) => shown.length > 0).length - captionHeight)
  const all = [...operands, ...results]
  const largestCell = Math.max(1, Math.min(...rows.flatMap(({ shown, width }) => shown.map(({ tensor }) => cellOf(tensor, { width, height })))))
  const scales = sharedScales(all)
  const sections = rows.map(({ shown, width }) => {
    const row = element('div', 'row')
    row.append(...shown.map((one) => renderValue(one, { width, height, largestCell }, { scale: scales.get(one.tensor) })))
    return row
  })
  const gives = operands.length > 0 ? [textElement('p', 'gives', results.length > 1 ? 'gives the results' : 'gives')] : []
  return { operation, sections: [sentenceOf(operation, info), sections[0]!, ...gives, sections[1]!], tensors: all.map(({ tensor }) => tensor) }
}

/// The room for pictures.
export interface Pane {
  width: number
  height: number
}

const sentenceHeight = 90
/// Title, legend and the word before the elements.
const captionHeight = 100
const columnGap = 24
const narrowest = 150

function rowOf(shown: readonly Shown[], pane: Pane): { shown: readonly Shown[]; width: number } {
  const across = Math.max(1, Math.min(shown.length, Math.floor(pane.width / narrowest)))
  return { shown, width: Math.floor((pane.width - (across - 1) * columnGap) / across) }
}

function uniqueByPlace(names: OperationPlace['operands']): OperationPlace['operands'] {
  return names.filter(({ from, name }, i) => names.findIndex((other) => other.from === from && other.name === name) === i)
}

async function readAll(names: OperationPlace['operands'], values: RunValues, process: number): Promise<Shown[]> {
  const shown: Shown[] = []
  for (const { name, from } of names) {
    const tensor = await values.tensor(from, process)
    if (tensor !== null) shown.push(await readValue(tensor, name))
  }
  return shown
}

function cellOf(tensor: Tensor, room: Room): number {
  return tensor.shape.length === 0 ? Infinity : layOut(tensor.shape, room).cell
}

/// One scale for values of one element type, unless the numbers of some would all look alike
/// on it: those keep their own.
function sharedScales(all: readonly Shown[]): Map<Tensor, Scale> {
  const own = new Map(all.flatMap(({ tensor, numbers }) => (numbers === null ? [] : [[tensor, scaleOf(iterate(numbers))] as const])))
  const reachOf = ({ minimum, maximum }: Scale): number => Math.max(Math.abs(minimum), Math.abs(maximum))
  const scales = new Map<Tensor, Scale>()
  for (const [tensor, scale] of own) {
    const alike = [...own].filter(([other]) => other.elementType === tensor.elementType)
    const reach = Math.max(...alike.map(([, one]) => reachOf(one)))
    const isSmall = reachOf(scale) < reach / leastPart
    const sharing = alike.filter(([, one]) => reachOf(one) >= reach / leastPart)
    const ends = sharing.flatMap(([, { minimum, maximum }]) => [minimum, maximum])
    scales.set(tensor, isSmall ? scale : scaleOf(ends))
  }
  return scales
}

/// What is smaller than this part of the largest number has a scale of its own.
const leastPart = 20

function* iterate(numbers: ArrayLike<number>): Generator<number> {
  for (let i = 0; i < numbers.length; ++i) yield numbers[i]!
}

/// The operation's name and what it does, in the op table's words.
function sentenceOf(operation: OperationPlace, info: OpInfo | undefined): HTMLElement {
  const sentence = element('p', 'operation')
  sentence.append(textElement('code', 'op-name', operation.name))
  if (info !== undefined) sentence.append(textElement('span', 'op-doc', info.doc))
  if (info?.link.startsWith('https://') === true) {
    const link = textElement('a', 'op-link', 'Specification')
    link.href = info.link
    link.target = '_blank'
    link.rel = 'noreferrer'
    sentence.append(link)
  }
  return sentence
}

export async function operationOfLine(program: Program, cursor: number, line: { from: number; to: number }): Promise<OperationPlace | null> {
  return operationAt(await program.operations(line.from, Math.max(line.to, line.from + 1)), cursor, line)
}
