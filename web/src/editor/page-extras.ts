import { indentWithTab } from '@codemirror/commands'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { foldSigns } from '../codemirror/folding.js'
import { laterParts } from './editor.js'
import { lineValue } from './line-value.js'
import { quietTypes } from './quiet-types.js'
import { valueColumn } from './value-column.js'

const wayOut = EditorView.contentAttributes.of({ 'aria-description': 'Escape, then Tab, leaves the editor.' })

/// Extensions for an editor that has a page to itself: columns left and right of the text, and Tab,
/// which elsewhere moves to the next control.
export const pageExtras: Extension = [
  lineNumbers(),
  laterParts.of(() => import('./error-signs.js').then(({ errorSigns }) => errorSigns)),
  foldSigns,
  valueColumn,
  lineValue,
  quietTypes,
  laterParts.of(() => import('./names-in-view.js').then(({ namesInView }) => namesInView)),
  laterParts.of(() => import('./given-names.js').then(({ givenNames }) => givenNames)),
  laterParts.of(() => import('./pills.js').then(({ pills }) => pills)),
  keymap.of([indentWithTab]),
  wayOut,
]
