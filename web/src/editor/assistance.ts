import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { bracketMatching } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { completion } from '../codemirror/completion.js'
import { definition } from '../codemirror/definition.js'
import { diagnosticMarks } from '../codemirror/diagnostics.js'
import { formatting } from '../codemirror/format.js'
import { hover } from '../codemirror/hover.js'
import { indentation } from '../codemirror/indentation.js'
import { renaming } from '../codemirror/rename.js'
import { keyRowPanel } from './key-row.js'
import { numberDrag } from './number-drag.js'
import { problemLines } from './problem-lines.js'

const look = EditorView.baseTheme({
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono) !important', fontSize: '13px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--green) !important', color: 'var(--ground) !important' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal !important' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-search.cm-panel': { display: 'flex', flexWrap: 'wrap', gap: '4px 8px', alignItems: 'center', padding: '8px 36px 8px 12px', borderTop: '1px solid var(--line)' },
  '.cm-search.cm-panel br': { flexBasis: '100%', width: '0', height: '0', content: '""' },
  '.cm-search .cm-textfield': { width: '20ch', margin: '0', padding: '4px 8px', font: '13px/18px var(--mono)', color: 'inherit' },
  '.cm-search .cm-button': { margin: '0', padding: '4px 8px', background: 'var(--pane)', backgroundImage: 'none', border: '1px solid var(--line)', borderRadius: '3px', color: 'inherit', cursor: 'pointer' },
  '.cm-search .cm-button:active': { backgroundImage: 'none' },
  '.cm-search.cm-panel label': { display: 'inline-flex', gap: '4px', alignItems: 'center', margin: '0', fontSize: '13px', color: 'var(--muted)' },
  '.cm-search input[type=checkbox]': { margin: '0', accentColor: 'var(--green)' },
  '.cm-search.cm-panel [name=close]': { position: 'absolute', top: '6px', right: '8px', padding: '0 8px', font: '16px/24px var(--words)', color: 'var(--muted)', cursor: 'pointer' },
  '.cm-searchMatch': { background: 'color-mix(in srgb, var(--now) 24%, transparent)' },
  '.cm-searchMatch-selected': { background: 'color-mix(in srgb, var(--now) 48%, transparent)' },
  '.cm-completionInfo': { font: '13px/18px var(--words)', padding: '6px 10px !important' },
})

/// Extensions for writing, searching and marking errors, loaded after the editor.
export const assistance: Extension = [
  bracketMatching(),
  indentation,
  closeBrackets(),
  // A single letter or digit matches nearly everywhere, and all those lines would be redrawn.
  highlightSelectionMatches({ wholeWords: true }),
  // Takes precedence over the editor's keys: Enter accepts a completion.
  Prec.high(keymap.of([...closeBracketsKeymap, ...completionKeymap])),
  keymap.of(searchKeymap),
  keymap.of(lintKeymap),
  diagnosticMarks,
  problemLines,
  hover,
  definition,
  renaming,
  formatting,
  keyRowPanel,
  numberDrag,
  autocompletion({ icons: false }),
  completion,
  look,
]
