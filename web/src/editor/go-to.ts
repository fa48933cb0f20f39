import type { EditorView } from '@codemirror/view'

/// Moves the cursor to a position.
export function goTo(view: EditorView, { from }: { from: number }): void {
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
  view.focus()
}
