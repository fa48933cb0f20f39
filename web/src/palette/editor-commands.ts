import { runScopeHandlers, type EditorView } from '@codemirror/view'
import { addAssistance } from '../editor/editor.js'
import type { Command } from './command.js'

/// Actions of the editor, which have keys there. `Mod` is Control, on Apple's systems Command.
const actions: readonly (readonly [name: string, key: string])[] = [
  ['Find in the program', 'Mod-f'],
  ['Go to a line', 'Mod-Alt-g'],
  ['Go to the definition', 'F12'],
  ['Rename', 'F2'],
  ['Format', 'Shift-Alt-f'],
  ['Next problem', 'F8'],
  ['List the problems', 'Mod-Shift-m'],
  ['Complete', 'Ctrl- '],
  ['Undo', 'Mod-z'],
  ['Redo', 'Mod-Shift-z'],
  ['Fold all', 'Ctrl-Alt-['],
  ['Unfold all', 'Ctrl-Alt-]'],
]

const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform)

export function editorCommands(view: EditorView): Command[] {
  return actions.map(([name, key]) => ({ name, hint: key.replace('Mod', isApple ? 'Command' : 'Control').replace('Ctrl', 'Control').replace('- ', '-Space'), act: () => void press(view, key) }))
}

/// The editor does what it does at the key.
async function press(view: EditorView, keys: string): Promise<void> {
  await addAssistance(view)
  view.focus()
  const parts = keys.split('-')
  const has = (name: string): boolean => parts.includes(name)
  const key = parts.at(-1)!
  const code = { ' ': 'Space', '[': 'BracketLeft', ']': 'BracketRight' }[key] ?? `Key${key.toUpperCase()}`
  runScopeHandlers(view, new KeyboardEvent('keydown', { key: has('Shift') ? key.toUpperCase() : key, code, ctrlKey: has('Ctrl') || (has('Mod') && !isApple), metaKey: has('Mod') && isApple, altKey: has('Alt'), shiftKey: has('Shift') }), 'editor')
}
