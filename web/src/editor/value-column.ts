import { MapMode, StateEffect, StateField, type ChangeDesc, type EditorState, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin, type BlockInfo, type ViewUpdate } from '@codemirror/view'
import type { NamePlace, ValueSummary } from 'paddock-hlo'
import { isSettled, nameDetail, textOf } from '../codemirror/engine-source.js'
import { givenName } from '../codemirror/given-names.js'
import { litPositions } from '../codemirror/lit-places.js'
import { element, takeOver } from '../shared/dom.js'
import { ColumnRoom } from './column-room.js'
import { describeLine, describeValue, widthsOf, type NamedSummary } from './describe-value.js'
import { narrowField, narrowness } from './narrow.js'
import { isSameProgram } from './same-program.js'

export interface PlacedValue {
  /// Offset of its name at the definition.
  position: number
  summary: ValueSummary
  /// Whether the program or its inputs have changed since the value was computed.
  isStale: boolean
}

interface NewValues {
  summaries: readonly ValueSummary[]
  /// Set if the update covers only names defined in this range; the others follow.
  part: Range | null
}

interface Range {
  from: number
  to: number
}

const setValues = StateEffect.define<NewValues>()
const setStale = StateEffect.define<null>()

/// Values of the last run. Edits of the program keep each with its name; another program's text has none.
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
    // Whether the values kept here are from an earlier run.
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

/// Whether the name at a position is still that of the value: `%r` of `%r:2` is `%r#0`.
function isNamed({ doc }: EditorState, position: number, { name }: ValueSummary): boolean {
  const defined = name.replace(/#\d+$/, '')
  const text = doc.sliceString(position, position + defined.length + 1)
  return text.startsWith(defined) && !/[\w$.-]$/.test(text.slice(defined.length))
}

/// Marks all values as stale after a change of inputs or settings.
export function markValuesStale(view: EditorView): void {
  if (view.state.field(valuesField, false)?.some(({ isStale }) => !isStale) === true) view.dispatch({ effects: setStale.of(null) })
}

/// Shows these values beside their lines. Outside the given range, such as `partInSight`, earlier
/// values stay until theirs arrive.
export function showValues(view: EditorView, summaries: readonly ValueSummary[], part: Range | null = null): void {
  const { doc } = view.state
  const named = summaries.map((summary): NamedSummary => ({ ...summary, given: summary.location === '' ? null : givenName(summary.location, textOf(doc)) }))
  view.dispatch({ effects: setValues.of({ summaries: named.filter(({ from }) => from <= doc.length), part }) })
}

/// Renders the value of a name for its tooltip.
function valueOfName(view: EditorView, { from }: NamePlace): HTMLElement | null {
  const placed = view.state.field(valuesField).find(({ position }) => position === from)
  if (placed === undefined) return null
  const value = describeValue(placed.summary)
  value.classList.toggle('cm-value-stale', placed.isStale)
  return value
}

/// Returns the values of the names defined in a range, in order.
export function valuesBetween(state: EditorState, from: number, to: number): PlacedValue[] {
  return state.field(valuesField).filter(({ position }) => from <= position && position <= to)
}

interface Row {
  top: number
  values: PlacedValue[]
}

/// A row as drawn in the column.
interface DrawnRow {
  dom: HTMLElement
  values: readonly PlacedValue[]
  said: string
}

/// Visible part of the text, in pixels.
interface Scroll {
  top: number
  height: number
}

const lineHeight = 22
/// Rows that determine the column's width.
const mostMeasured = 400
/// Called when the column's width changes.
const setColumn = StateEffect.define<null>()

class ValueColumn {
  private readonly column = element('div', 'cm-valueColumn')
  private readonly lines = element('div', 'cm-valueLines')
  /// Range of visible lines; null before the first layout.
  inSight: Range | null = null
  /// Range in pixels whose values are drawn.
  private drawn: Range = { from: 0, to: 0 }
  private scroll: Scroll = { top: 0, height: 0 }
  /// Whether a measurement is already scheduled.
  private isScheduled = false
  private rows: readonly DrawnRow[] = []
  private readonly room: ColumnRoom
  /// Width that the rows were drawn for.
  private drawnRoom = -1

  constructor(private readonly view: EditorView) {
    this.room = new ColumnRoom(view, () => this.resize())
    this.column.setAttribute('aria-hidden', 'true')
    this.column.append(this.lines)
    view.dom.append(this.column, this.room.fold)
    void this.room.addSeparator(view.dom)
    this.room.update(view.state.field(narrowField))
    view.scrollDOM.addEventListener('scroll', this.follow, { passive: true })
    this.schedule()
  }

  update(update: ViewUpdate): void {
    const isNew = update.startState.field(valuesField) !== update.state.field(valuesField)
    const { changes, docChanged } = update
    if (isNew) this.takeWidths(update)
    if (docChanged && this.inSight !== null) this.inSight = behind(this.inSight, changes)
    const isNarrower = update.startState.field(narrowField) !== update.state.field(narrowField)
    if (docChanged || isNarrower || update.viewportChanged || update.geometryChanged) this.schedule()
    // The lines have not moved, so nothing needs measuring.
    else if (isNew && !this.isScheduled) this.draw(this.placeRows())
    else if (litPositions(update.startState) !== litPositions(update.state)) this.light()
  }

  destroy(): void {
    this.view.scrollDOM.removeEventListener('scroll', this.follow)
    this.column.remove()
    this.room.remove()
  }

  /// Margins between the cursor and the editor's right edge.
  get width(): number {
    return this.column.classList.contains('cm-valueColumn-empty') ? 0 : this.room.width
  }

  /// Fits the column to its content, computed from character widths.
  private takeWidths({ startState, state }: ViewUpdate): void {
    const values = state.field(valuesField)
    if (values.length === 0) return
    const byLine = new Map<number, ValueSummary[]>()
    for (const { position, summary } of values.slice(0, mostMeasured)) {
      const { from } = state.doc.lineAt(position)
      byLine.set(from, [...(byLine.get(from) ?? []), summary])
    }
    const all = [...byLine.values()].map(widthsOf)
    const content = { whole: Math.max(...all.map(({ whole }) => whole)), folded: Math.max(...all.map(({ folded }) => folded)) }
    this.room.takeContent(content, startState.field(valuesField).length === 0)
    if (this.room.update(state.field(narrowField))) this.remeasure()
  }

  /// The user chose another width.
  private resize(): void {
    this.room.update(this.view.state.field(narrowField))
    this.draw(this.placeRows())
    this.remeasure()
  }

  /// The width available to lines has changed.
  private remeasure(): void {
    queueMicrotask(() => this.view.dom.isConnected && this.view.dispatch({ effects: setColumn.of(null) }))
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
    // Reading after writing would force another layout.
    const read = (): Row[] => this.measure()
    this.view.requestMeasure({ key: this, read, write: (rows) => this.write(rows) })
  }

  private write(rows: readonly Row[]): void {
    const isResized = this.room.update(this.view.state.field(narrowField))
    this.draw(rows)
    this.moveTo(this.scroll.top)
    if (isResized) this.remeasure()
  }

  private measure(): Row[] {
    this.isScheduled = false
    this.readScroll()
    this.room.measure()
    this.look()
    const more = this.scroll.height / 4
    this.drawn = { from: this.scroll.top - more, to: this.scroll.top + this.scroll.height + more }
    return this.placeRows()
  }

  /// Returns the values of the visible lines and some around them, with each line's position.
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

  private draw(placed: readonly Row[]): void {
    // A narrow editor has no column.
    const rows = this.room.width === 0 ? [] : placed
    this.column.classList.toggle('cm-valueColumn-empty', rows.length === 0)
    this.view.dom.classList.toggle('cm-hasValues', rows.length > 0)
    const isOtherRoom = this.room.row !== this.drawnRoom
    this.drawnRoom = this.room.row
    const before = isOtherRoom ? this.rows.map((row) => ({ ...row, said: '', values: [] })) : this.rows
    this.rows = rows.map((row, i) => this.drawRow(before[i], row))
    before.slice(rows.length).forEach(({ dom }) => dom.remove())
    this.light()
  }

  private light(): void {
    const lit = litPositions(this.view.state)
    for (const { dom, values } of this.rows) dom.classList.toggle('cm-value-lit', values.some(({ position }) => lit.includes(position)))
  }

  /// Replaces the row at a position; it stays if its content is the same.
  private drawRow(before: DrawnRow | undefined, { top, values }: Row): DrawnRow {
    const isSame = before !== undefined && before.values.length === values.length && values.every(({ summary }, i) => summary === before.values[i]!.summary)
    const said = isSame ? before.said : sayingOf(values)
    const describe = (): HTMLElement => describeLine(values.map(({ summary }) => summary), this.room.row)
    const dom = before?.dom ?? this.lines.appendChild(describe())
    if (before !== undefined && said !== before.said) takeOver(before.dom, describe())
    // Stale values fade only if new ones do not arrive soon.
    dom.classList.toggle('cm-value-stale', isStale(values))
    dom.style.top = `${top}px`
    return { dom, values, said }
  }
}

export const isStale = (values: readonly PlacedValue[]): boolean => values.some((value) => value.isStale)

/// Returns a key of the displayed content of these values, whatever their positions.
export const sayingOf = (values: readonly PlacedValue[]): string => JSON.stringify(values, (key, value: unknown) => (key === 'from' || key === 'to' || key === 'position' || key === 'isStale' ? undefined : value))

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
  '.cm-valueColumn .cm-value': { position: 'absolute', left: '8px', right: '4px', height: `${lineHeight}px` },
  '.cm-value': { display: 'flex', gap: '8px', alignItems: 'center', whiteSpace: 'nowrap', overflow: 'hidden' },
  '.cm-value-one': { display: 'flex', gap: '8px', alignItems: 'center' },
  // Small elements are truncated if there is no room; pills never are.
  '.cm-value-whole': { color: 'var(--ink)', flex: '0 1 auto', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-value-nan, .cm-value-inf, .cm-value-times, .cm-value-more': { flex: 'none' },
  '.cm-columnHandle': { position: 'absolute', top: '0', bottom: '0', right: 'calc(var(--value-column, 0px) - 5px)', width: '9px', zIndex: '3', cursor: 'col-resize', touchAction: 'none', background: 'linear-gradient(to right, transparent 4px, var(--line) 4px 5px, transparent 5px)', opacity: '0' },
  '.cm-columnHandle:hover, .cm-columnHandle:focus-visible': { opacity: '1' },
  '&:not(.cm-hasValues) .cm-columnHandle, &:not(.cm-hasValues) .cm-columnFold': { display: 'none' },
  '.cm-columnFold': { position: 'absolute', right: '8px', bottom: '16px', zIndex: '3', padding: '0 6px', font: '12px/18px var(--words)', color: 'var(--muted)', background: 'var(--ground)', border: '1px solid var(--line)', borderRadius: '3px', opacity: '0' },
  '&:hover .cm-columnFold, .cm-columnFold:focus-visible': { opacity: '1' },
  '@media (hover: none)': { '.cm-columnFold': { opacity: '1' } },
  '@media (max-width: 699px)': { '.cm-columnHandle, .cm-columnFold': { display: 'none !important' } },
  '.cm-value-histogram': { flex: 'none', fill: 'var(--green)' },
  '.cm-value-range': { color: 'var(--ink)' },
  '.cm-value-name': { fontStyle: 'italic' },
  '.cm-value-nan, .cm-value-inf': { borderRadius: '3px', padding: '0 4px', lineHeight: '16px', border: '1px solid currentColor' },
  '.cm-value-nan': { color: 'var(--nan)' },
  '.cm-value-inf': { color: 'var(--now)' },
})

const column = ViewPlugin.fromClass(ValueColumn)

/// Returns the range of text whose values are visible in the column; null if there is none.
export const partInSight = (view: EditorView): Range | null => view.plugin(column)?.inSight ?? null

/// Maps a range through changes; insertions at its ends become part of it.
export const behind = ({ from, to }: Range, changes: ChangeDesc): Range => ({ from: changes.mapPos(Math.min(from, changes.length), -1), to: changes.mapPos(Math.min(to, changes.length), 1) })

/// Keeps the cursor clear of the column.
const margins = EditorView.scrollMargins.of((view) => ({ right: view.plugin(column)?.width ?? 0 }))

/// Column at the editor's right edge that shows each line's values.
export const valueColumn: Extension = [narrowness, valuesField, column, margins, nameDetail.of(valueOfName), look]
