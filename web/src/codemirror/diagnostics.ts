import { diagnosticCount, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { Diagnostic } from 'paddock-hlo'

/// Marks what is wrong with the text; what was marked before is forgotten.
export function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0 && diagnosticCount(view.state) === 0) return
  const { length } = view.state.doc
  view.dispatch(setDiagnostics(view.state, diagnostics.map((diagnostic) => markOf(diagnostic, length))))
}

/// Makes an edit that the checker is certain of.
export function applyFix(view: EditorView, fix: Diagnostic['fixes'][number]): void {
  view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.replacement }, userEvent: 'input.fix' })
}

function markOf(diagnostic: Diagnostic, length: number): Mark {
  const from = Math.min(diagnostic.from, length)
  return {
    from,
    to: Math.min(Math.max(diagnostic.to, from), length),
    severity: diagnostic.severity,
    source: diagnostic.code,
    message: diagnostic.message.includes(diagnostic.formula) ? diagnostic.message : `${diagnostic.message}\n${diagnostic.formula}`,
    actions: diagnostic.fixes.map((fix) => ({ name: fix.label, apply: (view: EditorView) => applyFix(view, fix) })),
  }
}
