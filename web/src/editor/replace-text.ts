import { isolateHistory } from '@codemirror/commands'
import type { ChangeSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { textOf } from '../codemirror/engine-source.js'

/// The edits that turn one text into another of as many lines, a line at a time where lines
/// differ, so that cursor, folds and values stay with what did not change.
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

/// Another text altogether, seen from its beginning: one step of the history by itself.
export function openText(view: EditorView, text: string): void {
  const changes = { from: 0, to: view.state.doc.length, insert: text }
  view.dispatch({ changes, selection: { anchor: 0 }, scrollIntoView: true, annotations: isolateHistory.of('full') })
}

/// The new part is selected, so that it is seen and can be changed at once.
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
