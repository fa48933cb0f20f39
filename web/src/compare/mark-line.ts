import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'

const setMark = StateEffect.define<number | null>()

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue
      if (effect.value === null || effect.value > transaction.newDoc.length) return Decoration.none
      return Decoration.set(Decoration.line({ class: 'cm-differs' }).range(transaction.newDoc.lineAt(effect.value).from))
    }
    return marks.map(transaction.changes)
  },
  provide: (marks) => EditorView.decorations.from(marks),
})

const look = EditorView.baseTheme({ '.cm-differs': { boxShadow: 'inset 3px 0 var(--error)' } })
const differs: Extension = [field, look]

/// Marks the line of an offset; null takes the mark away.
export function markDifference(view: EditorView, offset: number | null): void {
  const effects: StateEffect<unknown>[] = [setMark.of(offset)]
  if (view.state.field(field, false) === undefined) effects.unshift(StateEffect.appendConfig.of(differs))
  view.dispatch({ effects })
}
