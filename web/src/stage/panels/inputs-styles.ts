import { sheet } from '../../shared/sheet.js'

/// Styles of the view of inputs, loaded with it.
export const inputsStyles = sheet(`
  .input { margin-bottom: 24px; }
  .input .source { margin: 0 0 8px; color: var(--muted); }
  .input [hidden] { display: none; }
  .typed { width: 100%; box-sizing: border-box; padding: 4px 8px; font: 13px/18px var(--mono); color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 3px; }
  .size { display: inline-flex; gap: 8px; align-items: center; margin: 0 16px 8px 0; color: var(--muted); }
  textarea.typed { resize: vertical; }
  .edge-values { margin-bottom: 16px; }
  .edge-values[hidden] { display: none; }
  .edge-table { overflow-x: auto; }
  .edges { border-collapse: collapse; margin: 8px 0 16px; }
  .edges caption { text-align: left; padding: 4px 0; font: 600 13px/18px var(--mono); }
  .edges th { text-align: left; font-weight: 400; color: var(--muted); }
  .edges th, .edges td { padding: 2px 16px 2px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
  .edge-cell, .edge-value { font: 13px/18px var(--mono); white-space: nowrap; }
  .edge-cell { color: var(--muted); }
`)
