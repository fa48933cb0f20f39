import { invertedEffects, isolateHistory } from '@codemirror/commands'
import { StateEffect, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { ParameterInfo } from 'paddock-hlo'
import type { Source } from '../inputs.js'

/// What was chosen for an argument, and what before; null stands for what nobody chose.
export interface InputChoice {
  parameter: ParameterInfo
  before: Source | null
  after: Source | null
}

const choiceEffect = StateEffect.define<InputChoice>()

/// A choice that has been made becomes a step of the text's history.
export function settleInput(view: EditorView, choice: InputChoice): void {
  view.dispatch({ effects: choiceEffect.of(choice), annotations: isolateHistory.of('full'), userEvent: 'input.paint' })
}

/// Undo and redo reach choices of inputs, too.
export function inputHistory(onChange: (choice: InputChoice) => void): Extension {
  return [
    invertedEffects.of((transaction) =>
      transaction.effects.flatMap((effect) => {
        if (!effect.is(choiceEffect)) return []
        const { parameter, before, after } = effect.value
        return [choiceEffect.of({ parameter, before: after, after: before })]
      }),
    ),
    EditorView.updateListener.of((update) => {
      for (const transaction of update.transactions) {
        if (!transaction.isUserEvent('undo') && !transaction.isUserEvent('redo')) continue
        for (const effect of transaction.effects) if (effect.is(choiceEffect)) onChange(effect.value)
      }
    }),
  ]
}
