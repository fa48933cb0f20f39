import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import type { Diagnostic } from 'paddock-hlo'
import { mlirLanguage } from './mlir-language.js'

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--ground)', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '14px', lineHeight: '22px' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--muted)', border: 'none' },
  // Selections lie below the line and must be seen through it.
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--line) 30%, transparent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--green) 24%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--green) 14%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--green) 24%, transparent)' },
  '.cm-panels, .cm-panels-bottom': { backgroundColor: 'var(--pane)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-textfield, .cm-button': { background: 'var(--ground)', border: '1px solid var(--line)', borderRadius: '3px' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 2px' },
  '.cm-lint-marker': { content: '""', width: '8px', height: '8px', margin: '7px 0', borderRadius: '50%' },
  '.cm-lint-marker-error': { content: '""', backgroundColor: 'var(--error)' },
  '.cm-lint-marker-warning': { content: '""', backgroundColor: 'var(--now)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px solid var(--error)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', borderBottom: '2px solid var(--now)' },
  '.cm-tooltip': { backgroundColor: 'var(--pane)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-diagnostic': { fontFamily: 'var(--words)', fontSize: '13px', borderLeft: 'none', padding: '6px 10px' },
  '.cm-diagnosticText': { whiteSpace: 'pre-wrap' },
  '@media (pointer: coarse)': { '.cm-scroller': { fontSize: '16px' } },
})

export interface Editor {
  readonly view: EditorView
  /// Marks what is wrong with the text; what was marked before is forgotten.
  show(diagnostics: readonly Diagnostic[]): void
}

export function createEditor(parent: HTMLElement, root: ShadowRoot, text: string, onEdit: (text: string) => void): Editor {
  const view = new EditorView({
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
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': 'StableHLO program', spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onEdit(update.state.doc.toString())
        }),
        mlirLanguage,
        look,
      ],
    }),
  })
  return {
    view,
    show(diagnostics) {
      view.dispatch(setDiagnostics(view.state, diagnostics.map((diagnostic) => mark(diagnostic, view.state.doc.length))))
    },
  }
}

function mark(diagnostic: Diagnostic, length: number): Mark {
  const from = Math.min(diagnostic.from, length)
  return {
    from,
    to: Math.min(Math.max(diagnostic.to, from), length),
    severity: diagnostic.severity,
    source: diagnostic.code,
    message: diagnostic.message.includes(diagnostic.formula) ? diagnostic.message : `${diagnostic.message}\n${diagnostic.formula}`,
    actions: diagnostic.fixes.map((fix) => ({
      name: fix.label,
      apply: (view: EditorView) => view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.replacement } }),
    })),
  }
}
