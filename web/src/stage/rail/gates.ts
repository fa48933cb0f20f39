import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass, keymap, type DecorationSet } from '@codemirror/view'
import type { Condition, Range } from 'paddock-hlo'

/// A breakpoint of the text: a line, from 1, and optionally a condition on the values that its operations compute.
export interface Gate {
  line: number
  when: Condition | undefined
}

class GateMarker extends GutterMarker {
  override readonly elementClass: string

  constructor(readonly when: Condition | undefined) {
    super()
    this.elementClass = when === undefined ? 'cm-gate' : 'cm-gate cm-conditionalGate'
  }
  override eq(other: GateMarker): boolean {
    return other.when === this.when
  }
}

const changeGate = StateEffect.define<{ at: number; gate: GateMarker | null }>()
const setNext = StateEffect.define<Range | null>()

/// Gates keep their lines when the text is edited.
const gateField = StateField.define<RangeSet<GateMarker>>({
  create: () => RangeSet.empty,
  update(gates, { changes, effects, newDoc }) {
    let moved = gates.map(changes)
    for (const effect of effects) {
      if (!effect.is(changeGate)) continue
      const { at, gate } = effect.value
      const { from, to } = newDoc.lineAt(at)
      moved = moved.update({ filterFrom: from, filterTo: to, filter: () => false, add: gate === null ? [] : [gate.range(from)] })
    }
    return moved
  },
  provide: (field) => gutterLineClass.from(field),
})

const nextLine = Decoration.line({ class: 'cm-nextLine' })

/// The line that runs next.
const nextField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(next, { changes, docChanged, effects, newDoc }) {
    for (const effect of effects) {
      if (!effect.is(setNext)) continue
      if (effect.value === null || effect.value.from > newDoc.length) return Decoration.none
      return Decoration.set(nextLine.range(newDoc.lineAt(effect.value.from).from))
    }
    return docChanged ? next.map(changes) : next
  },
  provide: (field) => EditorView.decorations.from(field),
})

/// Returns the breakpoints, in the order of their lines.
export function gatesOf(state: EditorState): Gate[] {
  const gates: Gate[] = []
  state.field(gateField, false)?.between(0, state.doc.length, (from, _, { when }) => void gates.push({ line: state.doc.lineAt(from).number, when }))
  return gates
}

const lineStart = ({ doc }: EditorState, line: number): number => doc.line(Math.min(line, doc.lines)).from

/// Sets a breakpoint, or replaces the one on its line.
export function setGate(view: EditorView, { line, when }: Gate): void {
  view.dispatch({ effects: changeGate.of({ at: lineStart(view.state, line), gate: new GateMarker(when) }) })
}

export function removeGate(view: EditorView, line: number): void {
  view.dispatch({ effects: changeGate.of({ at: lineStart(view.state, line), gate: null }) })
}

export function toggleGate(view: EditorView, line: number): void {
  if (gatesOf(view.state).some((gate) => gate.line === line)) removeGate(view, line)
  else setGate(view, { line, when: undefined })
}

/// Marks the line that runs next; null for none.
export function showNext(view: EditorView, place: Range | null): void {
  view.dispatch({ effects: setNext.of(place) })
}

/// Line of the cursor, from 1.
export const cursorLine = ({ doc, selection }: EditorState): number => doc.lineAt(selection.main.head).number

function clickedLine(view: EditorView, event: MouseEvent): number | null {
  const target = event.target as Element
  if (event.button !== 0 || target.closest('.cm-lineNumbers .cm-gutterElement') === null) return null
  const block = view.lineBlockAtHeight(event.clientY - view.documentTop)
  return view.state.doc.lineAt(block.from).number
}

const look = EditorView.theme({
  '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-lineNumbers .cm-gate': { color: 'var(--ground)', backgroundColor: 'var(--now)', borderRadius: '3px 0 0 3px', fontWeight: '600' },
  '.cm-lineNumbers .cm-conditionalGate': { color: 'var(--now)', backgroundColor: 'transparent', boxShadow: 'inset 0 0 0 2px var(--now)' },
  '.cm-nextLine': { boxShadow: 'inset 3px 0 var(--now)' },
})

/// Adds breakpoints to an editor: a click on the number of a line, or F9, sets or removes one.
export function addGates(view: EditorView, changed: () => void): void {
  const extension: Extension = [
    gateField,
    nextField,
    look,
    keymap.of([{ key: 'F9', run: ({ state }) => (toggleGate(view, cursorLine(state)), true) }]),
    EditorView.updateListener.of(({ transactions }) => transactions.some(({ effects }) => effects.some((effect) => effect.is(changeGate))) && changed()),
  ]
  view.dispatch({ effects: StateEffect.appendConfig.of(extension) })
  view.dom.addEventListener('click', (event) => {
    const line = clickedLine(view, event)
    if (line !== null) toggleGate(view, line)
  })
}
