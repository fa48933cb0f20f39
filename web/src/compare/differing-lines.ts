import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import type { Paddock, Range, RunValues } from 'paddock-hlo'
import { nameDetail } from '../codemirror/engine-source.js'
import { isSameProgram } from '../editor/same-program.js'
import type { Grid } from '../shared/grid.js'
import { Comparer } from './compare-tensors.js'
import { describeDiffering } from './describe-differing.js'
import { differingValues, mostCompared, type DifferingValue } from './process-values.js'

/// A run of several processes, whose lines are marked.
interface GridRun {
  values: RunValues
  grid: Grid
  engine(): Promise<Paddock>
}

/// Adds what a tooltip says of the value.
type Detail = () => HTMLElement

const setMarks = StateEffect.define<DecorationSet>()

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value
    if (!transaction.docChanged) return marks
    return isSameProgram(transaction.state) ? marks.map(transaction.changes) : Decoration.none
  },
  provide: (marks) => EditorView.decorations.from(marks),
})

const line = Decoration.line({ class: 'cm-unequal' })

function marksOf({ doc }: EditorState, values: readonly DifferingValue[], detailOf: (all: readonly DifferingValue[]) => Detail): DecorationSet {
  const places = [...new Set(values.map(({ from }) => from))]
  const marks = places.flatMap((from) => {
    if (from >= doc.length) return []
    const all = values.filter((value) => value.from === from)
    const { from: start, to } = doc.lineAt(from)
    const name = /^%[\w$.-]*/.exec(doc.sliceString(from, to))?.[0]
    return name === undefined ? [] : [line.range(start), Decoration.mark({ class: 'cm-unequalName', detail: detailOf(all) }).range(from, from + name.length)]
  })
  return Decoration.set(marks, true)
}

function detailAt(view: EditorView, from: number): HTMLElement | null {
  let found: Detail | null = null
  view.state.field(field).between(from, from + 1, (at, to, { spec }) => {
    if (at === from && to > at) found = (spec as { detail: Detail }).detail
  })
  return found === null ? null : (found as Detail)()
}

const look = EditorView.baseTheme({
  // Two hues of processes.
  '.cm-unequal': { background: 'linear-gradient(var(--d0) 50%, var(--d1) 50%) left / 3px 100% no-repeat' },
  '.cm-unequal.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--line) 30%, transparent)' },
  '.cm-unequalName': { textDecoration: 'underline dotted var(--d1) 2px', textUnderlineOffset: '4px' },
  '.cm-unequalGroups': { display: 'grid', gridTemplateColumns: 'minmax(0, max-content) max-content', gap: '0 12px', margin: '4px 0 0', font: '12px/20px var(--mono)' },
  '.cm-unequalGroups dt': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: 'var(--muted)' },
  '.cm-unequalGroups dd': { margin: '0' },
})

const extension: Extension = [field, nameDetail.of((view, { from }) => detailAt(view, from)), look]

let newest = 0

/// Marks the lines in a range whose values differ between the processes of a run; with one process none. The tooltip of
/// such a value lists which processes have which value, and how far they are apart.
export async function markDiffering(view: EditorView, range: Range, { values, grid, engine }: GridRun): Promise<void> {
  const asked = ++newest
  const { doc } = view.state
  const isWanted = (): boolean => asked === newest && view.state.doc === doc
  const count = Math.min(grid.replicas * grid.partitions, mostCompared)
  const differing = count === 1 ? [] : await differingValues(values, range, count, isWanted).catch(() => null)
  if (differing === null || !isWanted()) return
  const comparer = engine().then((paddock) => new Comparer(paddock))
  const effects: StateEffect<unknown>[] = [setMarks.of(marksOf(view.state, differing, (all) => describeDiffering(all, { values, grid, comparer })))]
  if (view.state.field(field, false) === undefined) effects.unshift(StateEffect.appendConfig.of(extension))
  view.dispatch({ effects })
}
