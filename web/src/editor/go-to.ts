import type { EditorView } from '@codemirror/view'

/// Moves the cursor to a position, at most to the end.
export function goTo(view: EditorView, { from }: { from: number }): void {
  view.dispatch({ selection: { anchor: Math.min(from, view.state.doc.length) }, scrollIntoView: true })
  view.focus()
}
