import { EditorView } from '@codemirror/view'

/// Styles of the editor; features add their own.
export const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--ground)', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '14px', lineHeight: '22px' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--muted)', border: 'none' },
  // The selection lies below the active line and must show through it.
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--line) 30%, transparent)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--green) 24%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--green) 14%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--green) 24%, transparent)' },
  '.cm-panels, .cm-panels-bottom': { backgroundColor: 'var(--pane)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel, .cm-panel input, .cm-panel button': { font: '13px/18px var(--words)' },
  '.cm-textfield, .cm-button': { background: 'var(--ground)', border: '1px solid var(--line)', borderRadius: '3px' },
  // Whole pixels, independent of the font's metrics on this machine, so that the static text of page.css aligns.
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '25px' },
  '.cm-foldGutter': { order: '2', width: '11px' },
  // The gutter of errors is loaded later.
  '.cm-gutters:not(:has(.cm-gutter-lint)) .cm-foldGutter': { marginLeft: '12px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px solid var(--error)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', borderBottom: '2px solid var(--now)' },
  '.cm-tooltip': { backgroundColor: 'var(--pane)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-diagnostic': { fontFamily: 'var(--words)', fontSize: '13px', borderLeft: 'none', padding: '6px 10px' },
  '.cm-diagnosticText': { whiteSpace: 'pre-wrap' },
  '.cm-diagnosticAction': { background: 'var(--green)', color: 'var(--ground)', borderRadius: '3px', padding: '2px 8px' },
  '@media (pointer: coarse)': { '.cm-scroller': { fontSize: '16px' } },
})
