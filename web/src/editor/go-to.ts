import type { EditorView } from '@codemirror/view'

/// Moves the cursor to a position, at most to the end. The focus comes first, since a cursor without it is not the user's.
export function goTo(view: EditorView, { from }: { from: number }): void {
  view.focus()
  view.dispatch({ selection: { anchor: Math.min(from, view.state.doc.length) }, scrollIntoView: true })
}
