import type { Extension } from '@codemirror/state'
import { EditorView, keymap, showDialog } from '@codemirror/view'
import type { NamePlace } from 'paddock-hlo'
import { currentProgram } from './engine-source.js'

async function nameAtCursor(view: EditorView, position = view.state.selection.main.head): Promise<NamePlace | null> {
  const program = currentProgram(view)
  if (program === null) return null
  // The cursor behind a name means it too.
  const found = (await program.nameAt(position)) ?? (position > 0 ? await program.nameAt(position - 1) : null)
  return program === currentProgram(view) ? found : null
}

async function goToDefinition(view: EditorView, position?: number): Promise<void> {
  const name = await nameAtCursor(view, position)
  if (name === null) return
  view.dispatch({ selection: { anchor: name.from, head: name.to }, scrollIntoView: true, userEvent: 'select' })
  view.focus()
}

/// What a place of the name has besides the name itself: `:2` at a definition of several
/// results, `#1` at a use of one.
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

const keys = keymap.of([
  { key: 'F12', run: (view) => (void goToDefinition(view), true) },
  { key: 'F2', run: (view) => (void rename(view), true) },
])

const click = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
    if (position === null) return false
    void goToDefinition(view, position)
    event.preventDefault()
    return true
  },
})

/// F12 or Ctrl-click goes to where a name is defined, F2 renames it everywhere.
export const navigation: Extension = [keys, click]
