import { diagnosticCount, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint'
import { ChangeSet, StateEffect, StateField, type ChangeDesc, type Extension } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import type { Diagnostic, Range } from 'paddock-hlo'

const setRelated = StateEffect.define<DecorationSet>()

/// Marks the problems in the text and the other places that they refer to, in place of all earlier marks.
export function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0 && diagnosticCount(view.state) === 0) return
  const { length } = view.state.doc
  view.dispatch(setDiagnostics(view.state, diagnostics.map((diagnostic) => markOf(diagnostic, length))))
  const own = diagnostics.filter(({ isConsequence }) => !isConsequence)
  const places = own.flatMap(({ notes }) => notes).filter(({ from, to }) => from < to && to <= length)
  view.dispatch({ effects: setRelated.of(Decoration.set(places.map(({ from, to }) => related.range(from, to)), true)) })
}

/// Returns a place of the text that was checked in the text of now, or null if it was edited since.
export function placeNow(view: EditorView, { from, to }: Range): Range | null {
  const changes = view.state.field(since)
  if (to > changes.length || changes.touchesRange(from, to) !== false) return null
  return { from: changes.mapPos(from), to: changes.mapPos(to) }
}

/// Whether the text is still the one whose problems are shown.
export const isUnedited = (view: EditorView): boolean => view.state.field(since).empty

/// Applies an edit that a diagnostic offers. Once its place has been edited, the next check offers another.
export function applyFix(view: EditorView, fix: Diagnostic['fixes'][number]): void {
  const place = placeNow(view, fix)
  if (place !== null) view.dispatch({ changes: { ...place, insert: fix.replacement }, userEvent: 'input.fix' })
}

function markOf(diagnostic: Diagnostic, length: number): Mark {
  const from = Math.min(diagnostic.from, length)
  return {
    from,
    to: Math.min(Math.max(diagnostic.to, from), length),
    severity: diagnostic.severity,
    source: diagnostic.code,
    markClass: diagnostic.isConsequence ? 'cm-consequence' : '',
    message: messageOf(diagnostic),
    actions: diagnostic.fixes.map((fix) => ({ name: fix.label, apply: (view: EditorView) => applyFix(view, fix) })),
  }
}

/// Adds the violated rule, and the notes that have no place.
function messageOf({ message, formula, notes }: Diagnostic): string {
  const remarks = notes.filter(({ to }) => to === 0).map((note) => note.message)
  return [message, ...(message.includes(formula) ? [] : [formula]), ...remarks].join('\n')
}

const related = Decoration.mark({ class: 'cm-relatedPlace' })

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(places, transaction) {
    for (const effect of transaction.effects) if (effect.is(setRelated)) return effect.value
    return places.map(transaction.changes)
  },
  provide: (places) => EditorView.decorations.from(places),
})

/// Edits since problems were shown.
const since = StateField.define<ChangeDesc>({
  create: ({ doc }) => ChangeSet.empty(doc.length),
  update(changes, { effects, newDoc, changes: more }) {
    return effects.some((effect) => effect.is(setRelated)) ? ChangeSet.empty(newDoc.length) : changes.composeDesc(more)
  },
})

const look = EditorView.baseTheme({
  '.cm-relatedPlace': { borderBottom: '2px dotted var(--error, #B3261E)' },
  // Consequences of other errors are marked less prominently.
  '.cm-lintRange.cm-consequence': { borderBottom: '1px dotted var(--error, #B3261E)' },
})

/// Marks of problems in the text.
export const diagnosticMarks: Extension = [field, since, look]
