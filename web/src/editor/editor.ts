import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { completion } from './completion.js'
import { engineSource } from './engine-source.js'
import { folding } from './folding.js'
import { hover } from './hover.js'
import { look } from './look.js'
import { mlirLanguage } from './mlir-language.js'
import { navigation } from './navigation.js'
import { numberDrag } from './number-drag.js'
import { valueColumn } from './value-column.js'

export interface EditorEvents {
  onEdit(text: string): void
  /// The cursor has moved, or the text around it.
  onCursor(): void
  /// Other lines came into sight.
  onViewport(): void
}

/// The editor of a program: each feature is one extension.
export function createEditor(parent: HTMLElement, root: ShadowRoot, text: string, events: EditorEvents): EditorView {
  return new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': 'StableHLO program', spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.onEdit(update.state.doc.toString())
          if (update.selectionSet || update.docChanged) events.onCursor()
          if (update.viewportChanged) events.onViewport()
        }),
        engineSource,
        mlirLanguage,
        valueColumn,
        numberDrag,
        folding,
        hover,
        navigation,
        completion,
        look,
      ],
    }),
  })
}
