import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { nameAtCursor } from './name-at-cursor.js'

async function goToDefinition(view: EditorView, position?: number): Promise<void> {
  const name = await nameAtCursor(view, position)
  if (name === null) return
  view.dispatch({ selection: { anchor: name.from, head: name.to }, scrollIntoView: true, userEvent: 'select' })
  view.focus()
}

const key = keymap.of([{ key: 'F12', run: (view) => (void goToDefinition(view), true) }])

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

/// F12 or Ctrl-click moves to the definition of a name.
export const definition: Extension = [key, click]
