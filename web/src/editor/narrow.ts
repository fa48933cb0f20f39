import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { ViewPlugin } from '@codemirror/view'

/// Width of windows below which there is no value column; `styles.ts` has the same number.
const narrow = '(max-width: 699px)'
const setNarrow = StateEffect.define<boolean>()

export const narrowField = StateField.define<boolean>({
  create: () => matchMedia(narrow).matches,
  update: (before, { effects }) => effects.reduce((is, effect) => (effect.is(setNarrow) ? effect.value : is), before),
})

const followWidth = ViewPlugin.define((view) => {
  const query = matchMedia(narrow)
  const follow = (): void => view.dispatch({ effects: setNarrow.of(query.matches) })
  query.addEventListener('change', follow)
  return { destroy: () => query.removeEventListener('change', follow) }
})

export const narrowness: Extension = [narrowField, followWidth]
