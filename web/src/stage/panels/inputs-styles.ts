import { sheet } from '../../shared/sheet.js'

/// Styles of the view of inputs, loaded with it.
export const inputsStyles = sheet(`
  .input { margin-bottom: 24px; }
  .input .source { margin: 0 0 8px; color: var(--muted); }
  .input [hidden] { display: none; }
  .typed { width: 100%; box-sizing: border-box; padding: 4px 8px; font: 13px/18px var(--mono); color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 3px; }
  .size { display: inline-flex; gap: 8px; align-items: center; margin: 0 16px 8px 0; color: var(--muted); }
  textarea.typed { resize: vertical; }
`)
