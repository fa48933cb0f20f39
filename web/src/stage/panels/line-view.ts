import { indexOf, namesOf, type NamePlace, type OpInfo, type OperationPlace, type RunValues, type Tensor } from 'paddock-hlo'
import { isDarkAround } from '../../shared/colour-scheme.js'
import { element, takeOver, textElement } from '../../shared/dom.js'
import { groupedNumber } from '../../shared/numbers.js'
import { rangeOf, scaleOf, type Range, type Scale } from '../picture/colour-scale.js'
import { layOut, type Room } from '../picture/layout.js'
import { executionsOf } from './done-line.js'
import { LineMotion } from './line-motion.js'
import type { Brushes, LineValues, Pane, PlacedValue } from './line-values.js'
import { isMover } from '../motion/moves.js'
import { paddingOf } from '../picture/padding.js'
import { previewBins } from '../picture/preview.js'
import { renderUncomputed, sizesOf } from '../picture/uncomputed.js'
import { readValue, type Shown } from '../picture/shown.js'
import { ValueView } from '../value/value-view.js'

export { showOrigin } from './origin.js'

/// `isEnd`: whether the values are those of the run's end.
export async function readLine(operation: OperationPlace, values: RunValues, process: number, isEnd: boolean): Promise<LineValues> {
  const { operands: given, results: made } = namesOf(operation)
  const names = [given, made]
  // Only operands are asked about by the execution that made them.
  const [operands, results] = await Promise.all([readAll(given, values, process, isEnd), readAll(made, values, process, true)])
  const tensorOf = ({ name, from }: NamePlace): Tensor | undefined => operands!.find(({ place }) => place.name === name && place.from === from)?.tensor
  if (results![0] !== undefined) results![0].isPadding = await paddingOf(operation, tensorOf)
  const there = new Set([...operands!, ...results!].map(({ place }) => place))
  const missing = names.flatMap((some) => some.filter((place) => !there.has(place) && sizesOf(place.type) !== null).map((place) => [titleOf(place, some), place] as const))
  return { operation, operands: operands!, results: results!, missing: new Map(missing) }
}

/// Renders an operation with its values: operands beside each other above the results. All have one
/// cell size that fits the pane, and values of one element type share one scale.
export class LineView {
  /// Identity of the line: views of a line with the same key are reused.
  readonly key: string
  readonly sections: readonly HTMLElement[]
  private readonly views: ReadonlyMap<string, ValueView>
  private readonly sentence = element('span', 'op-doc')
  private readonly ground: Element
  private readonly motion: LineMotion | null

  constructor(values: LineValues, info: OpInfo | undefined, pane: Pane) {
    const { operation, operands, results, missing } = values
    this.key = keyOf(values, pane)
    this.ground = pane.ground
    const views = new Map<string, ValueView>()
    const parts = [partsOf(operands, namesOf(operation).operands, missing), partsOf(results, namesOf(operation).results, missing)]
    const { widths, height, cell } = arrange(parts, pane)
    const rows = parts.map((some, i) => ({ parts: some, width: widths[i]! }))
    const largestCell = Math.max(1, cell)
    const [above, below] = rows.map(({ parts, width }) => {
      const row = element('div', 'row')
      for (const { title, place } of parts) {
        const room = { width, height, largestCell, ground: pane.ground }
        const view = place === null ? new ValueView(room) : null
        if (view !== null) views.set(title, view)
        const dom = view?.dom ?? renderUncomputed(title, place!.type, room)
        dom.style.width = `${width}px`
        row.append(dom)
      }
      return row
    })
    const gives = operation.operands.length > 0 ? [textElement('p', 'gives', givesText(operation))] : []
    this.motion = isMover(operation.name) && results.length === 1 ? new LineMotion(pane) : null
    this.sections = [operationLine(operation, this.sentence, info), above!, ...gives, below!, ...(this.motion === null ? [] : [this.motion.dom])]
    this.views = views
  }

  /// Attaches brushes to values that can be painted, possibly after their pictures are drawn.
  async update(values: LineValues, brushes: Brushes, pane: Pane): Promise<void> {
    const { operation, operands, results } = values
    this.motion?.update(values, pane)
    showSentence(this.sentence, operation.sentence)
    const all = [...operands, ...results]
    const scales = sharedScales(all, isDarkAround(this.ground))
    await Promise.all(
      all.map(async (one) => {
        const view = this.views.get(one.title)!
        brushes.get(one.place)?.then((brush) => view.giveBrush(one, brush), () => {})
        await view.update(one, { scale: scales.get(one.tensor), isBeside: true, isAsked: true, brush: view.brush })
      }),
    )
  }
}

export function keyOf({ operation, operands, results, missing }: LineValues, pane: Pane): string {
  const name = ({ title, tensor }: PlacedValue): string => `${title}: ${tensor.type}`
  return [operation.name, ...operands.map(name), '=', ...results.map(name), '?', ...missing.keys(), pane.width, pane.height].join('\n')
}

function givesText({ results }: OperationPlace): string {
  if (results.length === 0) return 'It has no value.'
  return results.length > 1 ? 'returns the results' : 'gives'
}

const sentenceHeight = 90
/// Height of title, legend, readout and actions.
const captionHeight = 150
const columnGap = 24
const narrowest = 150

/// A value of a row; `place` is set if it was not computed.
interface RowPart {
  title: string
  shape: readonly number[]
  place: NamePlace | null
}

function partsOf(shown: readonly PlacedValue[], names: readonly NamePlace[], missing: LineValues['missing']): readonly RowPart[] {
  return names.flatMap((name): RowPart[] => {
    const title = titleOf(name, names)
    const value = shown.find((one) => one.place === name)
    if (value !== undefined) return [{ title, shape: value.tensor.shape, place: null }]
    const place = missing.get(title)
    return place === name ? [{ title, shape: sizesOf(place.type) ?? [], place }] : []
  })
}

/// Width and height of the pictures of operands and of results.
interface Arrangement {
  widths: readonly number[]
  height: number
  /// Cell size at which all are visible.
  cell: number
}

/// Returns the arrangement of pictures in rows with the largest cells; among equals the one with the fewest rows.
function arrange(rows: readonly (readonly RowPart[])[], pane: Pane): Arrangement {
  const most = rows.map((parts) => Math.max(1, Math.min(parts.length, Math.floor(pane.width / narrowest))))
  let best: Arrangement | null = null
  for (let above = most[0]!; above > 0; --above) {
    for (let below = most[1]!; below > 0; --below) {
      const next = arrangeAcross(rows, [above, below], pane)
      if (best === null || next.cell > best.cell) best = next
    }
  }
  return best!
}

function arrangeAcross(rows: readonly (readonly RowPart[])[], across: readonly number[], pane: Pane): Arrangement {
  const lines = rows.reduce((sum, parts, i) => sum + Math.ceil(parts.length / across[i]!), 0)
  const height = Math.max(60, (pane.height - sentenceHeight) / Math.max(1, lines) - captionHeight)
  const widths = across.map((count) => Math.floor((pane.width - (count - 1) * columnGap) / count))
  const cells = rows.flatMap((parts, i) => parts.map(({ shape }) => cellOf(shape, { width: widths[i]!, height })))
  return { widths, height, cell: Math.min(...cells) }
}

async function readAll(names: readonly NamePlace[], values: RunValues, process: number, isEnd: boolean): Promise<PlacedValue[]> {
  const shown = await Promise.all(
    names.map(async (place) => {
      const tensor = await values.tensor(place.from, process, indexOf(place), previewBins, place.part)
      if (tensor === null) return []
      const [shown, execution] = await Promise.all([readValue(tensor, titleOf(place, names)), isEnd ? 0 : executionsOf(values, place, process)])
      return [{ ...shown, place, execution }]
    }),
  )
  return shown.flat()
}

/// Returns the title of a value. The first of `%r:2` is used as %r; beside %r#1 its title is %r#0.
function titleOf({ name }: NamePlace, names: readonly NamePlace[]): string {
  return names.some((other) => other.name.startsWith(`${name}#`)) ? `${name}#0` : name
}

function cellOf(shape: readonly number[], room: Room): number {
  return shape.length === 0 || shape.includes(0) ? Infinity : layOut(shape, room).cell
}

/// Returns one scale for values of one element type. Values that would look uniform on it keep their own.
function sharedScales(all: readonly Shown[], isDark: boolean): Map<Tensor, Scale> {
  const reachOf = ({ minimum, maximum }: Range): number => Math.max(Math.abs(minimum), Math.abs(maximum))
  const scales = new Map<Tensor, Scale>()
  for (const { tensor, range } of all) {
    const alike = all.filter((other) => other.tensor.elementType === tensor.elementType).map((other) => other.range)
    const least = Math.max(...alike.map(reachOf)) / leastPart
    scales.set(tensor, scaleOf(reachOf(range) < least ? range : rangeOf(alike.filter((one) => reachOf(one) >= least)), isDark))
  }
  return scales
}

/// Ratio to the largest number below which a value has a scale of its own.
const leastPart = 20

/// Shows the operation's explanation, with its values marked.
function showSentence(sentence: HTMLElement, text: string): void {
  const parts = text.split(/(%[\w$.-]*[\w$-](?:#\d+)?)/)
  const next = element('span', 'op-doc')
  next.append(...parts.map((part, i) => (i % 2 === 1 ? textElement('code', '', part) : part.replace(/\d{5,}/g, (digits) => groupedNumber(Number(digits))))))
  takeOver(sentence, next)
}

function operationLine(operation: OperationPlace, sentence: HTMLElement, info: OpInfo | undefined): HTMLElement {
  const line = element('p', 'operation')
  line.append(textElement('code', 'op-name', operation.name), sentence)
  if (info?.link.startsWith('https://') === true) {
    const link = textElement('a', 'op-link', 'Specification')
    link.href = info.link
    link.target = '_blank'
    link.rel = 'noreferrer'
    line.append(link)
  }
  return line
}
