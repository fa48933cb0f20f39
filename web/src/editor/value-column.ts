import { MapMode, StateEffect, StateField, type ChangeDesc, type EditorState, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin, type BlockInfo, type ViewUpdate } from '@codemirror/view'
import type { NamePlace, ValueSummary } from 'paddock-hlo'
import { isSettled, nameDetail } from '../codemirror/engine-source.js'
import { litPositions } from '../codemirror/lit-places.js'
import { element, takeOver, textElement } from '../dom.js'
import { elementsText, groupedNumber, shapeText, shortNumber } from '../numbers.js'
import { histogramBars } from '../stage/legend.js'
import { isSameProgram } from './same-program.js'

export interface PlacedValue {
  /// Where its name is defined.
  position: number
  summary: ValueSummary
  /// The program or its inputs have changed since the value was made.
  isStale: boolean
}

interface NewValues {
  summaries: readonly ValueSummary[]
  /// Only those of names that are defined here; the others follow.
  part: Range | null
}

interface Range {
  from: number
  to: number
}

const setValues = StateEffect.define<NewValues>()
const setStale = StateEffect.define<null>()

/// Values of the last run. Through an edit of its program each stays with its name; in the text of
/// another program there are none.
export const valuesField = StateField.define<readonly PlacedValue[]>({
  create: () => [],
  update: (values, transaction) => followEdit(takeNew(values, transaction), transaction),
})

function takeNew(values: readonly PlacedValue[], { effects }: Transaction): readonly PlacedValue[] {
  for (const effect of effects) {
    if (effect.is(setStale)) return values.map((value) => ({ ...value, isStale: true }))
    if (!effect.is(setValues)) continue
    const { summaries, part } = effect.value
    const isElsewhere = ({ position }: PlacedValue): boolean => part !== null && (position < part.from || position > part.to)
    // The values kept here are of an earlier run.
    const kept = values.filter(isElsewhere).map((value) => ({ ...value, isStale: true }))
    const placed = [...kept, ...summaries.map((summary) => ({ position: summary.from, summary, isStale: false }))]
    return part === null ? placed : placed.sort((a, b) => a.position - b.position)
  }
  return values
}

function followEdit(values: readonly PlacedValue[], transaction: Transaction): readonly PlacedValue[] {
  if (!transaction.docChanged || values.length === 0 || transaction.annotation(isSettled) === true) return values
  const { changes, state } = transaction
  if (!isSameProgram(state)) return []
  return values.flatMap(({ position, summary }) => {
    const moved = changes.mapPos(position, 1, MapMode.TrackDel)
    return moved !== null && isNamed(state, moved, summary) ? [{ position: moved, summary, isStale: true }] : []
  })
}

/// Whether the name at a place is still that of the value: `%r` of `%r:2` is `%r#0`.
function isNamed({ doc }: EditorState, position: number, { name }: ValueSummary): boolean {
  const defined = name.replace(/#\d+$/, '')
  const text = doc.sliceString(position, position + defined.length + 1)
  return text.startsWith(defined) && !/[\w$.-]$/.test(text.slice(defined.length))
}

/// Marks all values as stale: inputs or settings have changed, not the text.
export function markValuesStale(view: EditorView): void {
  if (view.state.field(valuesField, false)?.some(({ isStale }) => !isStale) === true) view.dispatch({ effects: setStale.of(null) })
}

/// Shows these beside their lines. Around a part of the text, such as `partInSight`, what stood
/// there stays until its values come.
export function showValues(view: EditorView, summaries: readonly ValueSummary[], part: Range | null = null): void {
  const { length } = view.state.doc
  view.dispatch({ effects: setValues.of({ summaries: summaries.filter(({ from }) => from <= length), part }) })
}

/// What the run made of a name, where somebody points at it.
function valueOfName(view: EditorView, { from }: NamePlace): HTMLElement | null {
  const placed = view.state.field(valuesField).find(({ position }) => position === from)
  if (placed === undefined) return null
  const value = describeValue(placed.summary)
  value.classList.toggle('cm-value-stale', placed.isStale)
  return value
}

/// What is shown for the names defined between two places, from left to right.
export function valuesBetween(state: EditorState, from: number, to: number): PlacedValue[] {
  return state.field(valuesField).filter(({ position }) => from <= position && position <= to)
}

interface Row {
  top: number
  values: PlacedValue[]
}

/// A row as it stands in the column.
interface DrawnRow {
  dom: HTMLElement
  values: readonly PlacedValue[]
  said: string
}

/// What of the text is in sight, in pixels.
interface Scroll {
  top: number
  height: number
}

const lineHeight = 22

class ValueColumn {
  private readonly column = element('div', 'cm-valueColumn')
  private readonly lines = element('div', 'cm-valueLines')
  /// From the first line in sight to the last; null before the text was laid out.
  inSight: Range | null = null
  /// The part of the text, in pixels, whose values are drawn.
  private drawn: Range = { from: 0, to: 0 }
  private scroll: Scroll = { top: 0, height: 0 }
  /// Whether the editor was asked for a moment when it is laid out.
  private isScheduled = false
  private rows: readonly DrawnRow[] = []

  constructor(private readonly view: EditorView) {
    this.column.setAttribute('aria-hidden', 'true')
    this.column.append(this.lines)
    view.dom.append(this.column)
    view.scrollDOM.addEventListener('scroll', this.follow, { passive: true })
    this.schedule()
  }

  update(update: ViewUpdate): void {
    const isNew = update.startState.field(valuesField) !== update.state.field(valuesField)
    const { changes, docChanged } = update
    if (docChanged && this.inSight !== null) this.inSight = behind(this.inSight, changes)
    if (docChanged || update.viewportChanged || update.geometryChanged) this.schedule()
    // The lines stand where they stood: nothing is to be measured.
    else if (isNew && !this.isScheduled) this.draw(this.placeRows())
    else if (litPositions(update.startState) !== litPositions(update.state)) this.light()
  }

  destroy(): void {
    this.view.scrollDOM.removeEventListener('scroll', this.follow)
    this.column.remove()
  }

  private readonly follow = (): void => {
    this.readScroll()
    const { top, height } = this.scroll
    this.moveTo(top)
    if (top < this.drawn.from || top + height > this.drawn.to) this.schedule()
    else this.view.requestMeasure({ key: this.lines, read: () => this.look() })
  }

  private readScroll(): void {
    const { scrollTop, clientHeight } = this.view.scrollDOM
    this.scroll = { top: scrollTop, height: clientHeight }
  }

  private look(): void {
    const { top, height } = this.scroll
    const lineAt = (y: number): BlockInfo => this.view.lineBlockAtHeight(Math.max(0, y - this.view.documentPadding.top))
    this.inSight = { from: lineAt(top).from, to: lineAt(top + height).to }
  }

  private moveTo(scrollTop: number): void {
    this.lines.style.transform = `translateY(${-scrollTop}px)`
  }

  private schedule(): void {
    this.isScheduled = true
    // What is read after something was written lays the page out once more.
    const read = (): Row[] => this.measure()
    this.view.requestMeasure({ key: this, read, write: (rows) => (this.draw(rows), this.moveTo(this.scroll.top)) })
  }

  private measure(): Row[] {
    this.isScheduled = false
    this.readScroll()
    this.look()
    const more = this.scroll.height / 4
    this.drawn = { from: this.scroll.top - more, to: this.scroll.top + this.scroll.height + more }
    return this.placeRows()
  }

  /// The values of the lines in sight and of some around, and where each line stands.
  private placeRows(): Row[] {
    const { from, to } = this.view.viewport
    const rows = new Map<number, Row>()
    for (const value of valuesBetween(this.view.state, from, to)) {
      const top = this.view.lineBlockAt(value.position).top + this.view.documentPadding.top
      if (top < this.drawn.from - lineHeight || top > this.drawn.to) continue
      const row = rows.get(top) ?? { top, values: [] }
      row.values.push(value)
      rows.set(top, row)
    }
    return [...rows.values()]
  }

  private draw(rows: readonly Row[]): void {
    this.column.classList.toggle('cm-valueColumn-empty', rows.length === 0)
    const before = this.rows
    this.rows = rows.map((row, i) => this.drawRow(before[i], row))
    before.slice(rows.length).forEach(({ dom }) => dom.remove())
    this.light()
  }

  private light(): void {
    const lit = litPositions(this.view.state)
    for (const { dom, values } of this.rows) dom.classList.toggle('cm-value-lit', values.some(({ position }) => lit.includes(position)))
  }

  /// In the place of the row that stood there, which stays if it says the same.
  private drawRow(before: DrawnRow | undefined, { top, values }: Row): DrawnRow {
    const isSame = before !== undefined && before.values.length === values.length && values.every(({ summary }, i) => summary === before.values[i]!.summary)
    const said = isSame ? before.said : sayingOf(values)
    const dom = before?.dom ?? this.lines.appendChild(describeLine(values))
    if (before !== undefined && said !== before.said) takeOver(before.dom, describeLine(values))
    // Stale values pale only if the next ones are not about to come.
    dom.classList.toggle('cm-value-stale', isStale(values))
    dom.style.top = `${top}px`
    return { dom, values, said }
  }
}

export const isStale = (values: readonly PlacedValue[]): boolean => values.some((value) => value.isStale)

/// All that is shown of these, wherever their names stand.
export const sayingOf = (values: readonly PlacedValue[]): string => JSON.stringify(values, (key, value: unknown) => (key === 'from' || key === 'to' || key === 'position' || key === 'isStale' ? undefined : value))

export function describeLine(values: readonly PlacedValue[]): HTMLElement {
  return values.length === 1 ? describeValue(values[0]!.summary) : describeSeveral(values)
}

/// A value in one line: small ones whole, others by histogram, shape and extremes.
export function describeValue(summary: ValueSummary): HTMLElement {
  const row = element('div', 'cm-value')
  const whole = summary.elements === undefined ? null : elementsText(summary.elements, summary.elementType.startsWith('complex'))
  if (whole !== null && whole.length <= 28) {
    row.append(textElement('span', 'cm-value-whole', whole), textElement('span', 'cm-value-shape', shapeText(summary.shape, summary.elementType)))
  } else {
    row.append(histogramBars(summary.histogram, 'cm-value-histogram'), textElement('span', 'cm-value-shape', shapeText(summary.shape, summary.elementType)))
    if (summary.min !== null && summary.max !== null) row.append(textElement('span', 'cm-value-range', rangeText(summary.min, summary.max)))
  }
  if (summary.nan > 0) row.append(textElement('span', 'cm-value-nan', `NaN ${groupedNumber(summary.nan)}`))
  if (summary.infinite > 0) row.append(textElement('span', 'cm-value-inf', `∞ ${groupedNumber(summary.infinite)}`))
  if (summary.executions > 1) row.append(textElement('span', 'cm-value-times', `×${groupedNumber(summary.executions)}`))
  return row
}

/// The results of one operation, each by its elements or its shape.
function describeSeveral(values: readonly PlacedValue[]): HTMLElement {
  const row = element('div', 'cm-value')
  for (const { summary: { elements, elementType, shape } } of values) {
    const whole = elements === undefined ? null : elementsText(elements, elementType.startsWith('complex'))
    const isShort = whole !== null && whole.length <= 12
    row.append(textElement('span', isShort ? 'cm-value-whole' : 'cm-value-shape', isShort ? whole : shapeText(shape, elementType)))
  }
  return row
}

function rangeText(min: number, max: number): string {
  return min === max ? shortNumber(min, 4) : `${shortNumber(min, 4)} … ${shortNumber(max, 4)}`
}

const look = EditorView.baseTheme({
  '&': { position: 'relative' },
  '.cm-content': { paddingRight: 'var(--value-column, 0px)' },
  '.cm-valueColumn': {
    position: 'absolute', top: '0', right: '0', bottom: '0', width: 'var(--value-column, 0px)', overflow: 'hidden', contain: 'strict', pointerEvents: 'none',
    paddingLeft: '16px', boxSizing: 'border-box', font: `12px/${lineHeight}px var(--mono)`, color: 'var(--muted)',
    background: 'linear-gradient(to right, transparent, var(--ground) 16px)',
  },
  '.cm-valueColumn-empty': { display: 'none' },
  '.cm-value-stale': { opacity: '0.5', transition: 'opacity 0s 120ms' },
  '&.cm-hasLit .cm-valueLines > .cm-value:not(.cm-value-lit)': { opacity: '0.4' },
  '.cm-valueLines': { position: 'relative', height: '100%' },
  '.cm-valueColumn .cm-value': { position: 'absolute', left: '8px', right: '0', height: `${lineHeight}px` },
  '.cm-value': { display: 'flex', gap: '8px', alignItems: 'center', whiteSpace: 'nowrap', overflow: 'hidden' },
  // What there is no room for is cut in the middle of what can be read elsewhere, and not at its end.
  '.cm-value-whole, .cm-value-shape, .cm-value-range': { flex: '0 1 auto', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-value-nan, .cm-value-inf, .cm-value-times': { flex: 'none' },
  '.cm-value-whole': { color: 'var(--ink)' },
  '.cm-value-histogram': { flex: 'none', fill: 'var(--green)' },
  '.cm-value-range': { color: 'var(--ink)' },
  '.cm-value-nan, .cm-value-inf': { borderRadius: '3px', padding: '0 4px', lineHeight: '16px', border: '1px solid currentColor' },
  '.cm-value-nan': { color: 'var(--nan)' },
  '.cm-value-inf': { color: 'var(--now)' },
})

const column = ViewPlugin.fromClass(ValueColumn)

/// The part of the text whose values somebody sees in the column; null where there is none.
export const partInSight = (view: EditorView): Range | null => view.plugin(column)?.inSight ?? null

/// The same part of a changed text, with what came in at its ends.
export const behind = ({ from, to }: Range, changes: ChangeDesc): Range => ({ from: changes.mapPos(Math.min(from, changes.length), -1), to: changes.mapPos(Math.min(to, changes.length), 1) })

/// The column at the editor's right edge in which every line shows what it made.
export const valueColumn: Extension = [valuesField, column, nameDetail.of(valueOfName), look]
