import { invertedEffects, isolateHistory } from '@codemirror/commands'
import { StateEffect, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/// A choice outside the text, such as an input or the grid.
interface Choice {
  undo(): void
  redo(): void
}

const choiceEffect = StateEffect.define<Choice>()

/// Adds a choice to the history of the text.
export function settleChoice(view: EditorView, choice: Choice): void {
  view.dispatch({ effects: choiceEffect.of(choice), annotations: isolateHistory.of('full'), userEvent: 'input.choice' })
}

/// Lets undo and redo reach choices.
export const choiceHistory: Extension = [
  invertedEffects.of(({ effects }) => effects.flatMap((effect) => (effect.is(choiceEffect) ? [choiceEffect.of({ undo: effect.value.redo, redo: effect.value.undo })] : []))),
  EditorView.updateListener.of(({ transactions }) => {
    for (const transaction of transactions) {
      if (!transaction.isUserEvent('undo') && !transaction.isUserEvent('redo')) continue
      for (const effect of transaction.effects) if (effect.is(choiceEffect)) effect.value.redo()
    }
  }),
]
