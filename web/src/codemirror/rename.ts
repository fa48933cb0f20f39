import type { Extension } from '@codemirror/state'
import { keymap, showDialog, type EditorView } from '@codemirror/view'
import { nameAtCursor } from './name-at-cursor.js'

/// Part of an occurrence after the name itself: `:2` at a definition of several results, `#1` at a use of one.
const suffix = /(?::\d+|#\d+)$/

async function rename(view: EditorView): Promise<void> {
  const name = await nameAtCursor(view)
  if (name === null) return
  const written = name.name.replace(suffix, '')
  const { close, result } = showDialog(view, {
    label: `Rename ${written}`,
    input: { type: 'text', name: 'name', value: written.slice(1), pattern: '[A-Za-z_$.\\-][\\w$.\\-]*|\\d+', required: 'true' },
    submitLabel: 'Rename',
    focus: true,
  })
  const form = await result
  view.dispatch({ effects: close })
  const wanted = form === null ? null : new FormData(form).get('name')
  if (typeof wanted !== 'string' || wanted === '' || wanted === written.slice(1)) return
  const places = [{ from: name.from, to: name.to }, ...name.uses]
  const changes = places.flatMap(({ from, to }) => {
    const text = view.state.sliceDoc(from, to)
    const rest = suffix.exec(text)?.[0] ?? ''
    return text.startsWith(written) ? [{ from: from + 1, to: to - rest.length, insert: wanted }] : []
  })
  view.dispatch({ changes, userEvent: 'input.rename' })
  view.focus()
}

/// F2 renames a value at all its places.
export const renaming: Extension = keymap.of([{ key: 'F2', run: (view) => (void rename(view), true) }])
