import type { EditorView } from '@codemirror/view'

/// Puts the cursor there.
export function goTo(view: EditorView, { from }: { from: number }): void {
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
  view.focus()
}
