import { isolateHistory } from '@codemirror/commands'
import type { ChangeSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { textOf } from './engine-source.js'

/// Returns the edits between two texts with the same number of lines: one for each line that
/// differs. Cursor, folds and values keep their places in unchanged lines.
export function lineChanges(before: string, after: string): ChangeSpec[] {
  const old = before.split('\n')
  const fresh = after.split('\n')
  if (old.length !== fresh.length) return [{ from: 0, to: before.length, insert: after }]
  const changes: ChangeSpec[] = []
  let from = 0
  old.forEach((line, i) => {
    if (line !== fresh[i]) changes.push({ from, to: from + line.length, insert: fresh[i]! })
    from += line.length + 1
  })
  return changes
}

export function replaceText(view: EditorView, text: string): void {
  view.dispatch({ changes: lineChanges(textOf(view.state.doc), text), userEvent: 'input.fix' })
}

/// Replaces the whole text and scrolls to its start, as a separate step of the history.
export function openText(view: EditorView, text: string): void {
  const changes = { from: 0, to: view.state.doc.length, insert: text }
  view.dispatch({ changes, selection: { anchor: 0 }, scrollIntoView: true, annotations: isolateHistory.of('full') })
}

/// Selects the new part, so that it is visible and can be changed at once.
export function replacePart(view: EditorView, part: string, insert: string): void {
  const from = textOf(view.state.doc).indexOf(part)
  if (from < 0) return
  view.dispatch({
    changes: { from, to: from + part.length, insert },
    selection: { anchor: from, head: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.try',
  })
}
