import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { completion } from '../codemirror/completion.js'
import { definition } from '../codemirror/definition.js'
import { diagnosticMarks } from '../codemirror/diagnostics.js'
import { formatting } from '../codemirror/format.js'
import { hover } from '../codemirror/hover.js'
import { renaming } from '../codemirror/rename.js'
import { problemLines } from './problem-lines.js'

const look = EditorView.baseTheme({
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono) !important', fontSize: '13px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--green) !important', color: 'var(--ground) !important' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal !important' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionInfo': { font: '13px/18px var(--words)', padding: '6px 10px !important' },
})

/// Extensions that help to write and to find, and that mark errors; loaded behind the editor.
export const assistance: Extension = [
  closeBrackets(),
  // A letter or a digit stands within other words everywhere, and all those lines would be drawn anew.
  highlightSelectionMatches({ wholeWords: true }),
  // Before the keys of the editor itself: Enter takes what is offered.
  Prec.high(keymap.of([...closeBracketsKeymap, ...completionKeymap])),
  keymap.of(searchKeymap),
  keymap.of(lintKeymap),
  diagnosticMarks,
  problemLines,
  hover,
  definition,
  renaming,
  formatting,
  autocompletion({ icons: false }),
  completion,
  look,
]
