import type { Extension } from '@codemirror/state'
import { keymap, type EditorView } from '@codemirror/view'
import { textOf } from './engine-source.js'
import { formatText } from './format-text.js'
import { lineChanges } from './replace-text.js'

function format(view: EditorView): boolean {
  const before = textOf(view.state.doc)
  const after = formatText(before)
  if (after !== before) view.dispatch({ changes: lineChanges(before, after), userEvent: 'input.format', scrollIntoView: true })
  return true
}

/// Shift-Alt-F formats the text: indentation and spaces only.
export const formatting: Extension = keymap.of([{ key: 'Shift-Alt-f', run: format }])
