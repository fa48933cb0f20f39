import type { EditorView } from '@codemirror/view'
import { settleChoice } from '../editor/choice-history.js'
import type { BrushSource } from './brush.js'
import type { InputActions } from './targets.js'

/// Provides brushes from a module that is loaded when a line is first shown.
export function lateBrushes(view: () => EditorView, inputs: Omit<InputActions, 'settle'>): BrushSource {
  const settle: InputActions['settle'] = (parameter, before, after) => settleChoice(view(), { undo: () => inputs.choose(parameter, before), redo: () => inputs.choose(parameter, after) })
  const loading = (): Promise<BrushSource> => import('./targets.js').then(({ PaintTargets }) => new PaintTargets(view, { ...inputs, settle }))
  let targets: Promise<BrushSource> | undefined
  return { brushFor: async (program, place) => (await (targets ??= loading())).brushFor(program, place) }
}
