import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Prec, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { completion } from '../codemirror/completion.js'
import { hover } from '../codemirror/hover.js'
import { navigation } from '../codemirror/navigation.js'

/// What helps to write and to find, loaded behind the editor.
export const assistance: Extension = [
  closeBrackets(),
  highlightSelectionMatches(),
  // Before the keys of the editor itself: Enter takes what is offered.
  Prec.high(keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap])),
  hover,
  navigation,
  completion,
]
