import type { EditorView } from '@codemirror/view'
import type { NamePlace } from 'paddock-hlo'
import { currentProgram } from './engine-source.js'

/// Returns the value named at the cursor, or null.
export async function nameAtCursor(view: EditorView, position = view.state.selection.main.head): Promise<NamePlace | null> {
  const program = currentProgram(view)
  if (program === null) return null
  // The cursor directly after a name counts too.
  const found = (await program.nameAt(position)) ?? (position > 0 ? await program.nameAt(position - 1) : null)
  return program === currentProgram(view) ? found : null
}
