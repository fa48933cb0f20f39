import { lintGutter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const look = EditorView.theme({
  '.cm-gutter-lint': { order: '1', width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 2px' },
  '.cm-lint-marker': { content: '""', width: '8px', height: '8px', margin: '7px 0', borderRadius: '50%' },
  '.cm-lint-marker-error': { content: '""', backgroundColor: 'var(--error)' },
  '.cm-lint-marker-warning': { content: '""', backgroundColor: 'var(--now)' },
})

/// Gutter with a sign beside each line that has a problem. The editor's look reserves its width.
export const errorSigns: Extension = [lintGutter(), look]
