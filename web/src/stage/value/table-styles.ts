import { sheet } from '../../shared/sheet.js'

/// Styles of tables of numbers, loaded with the views that have one.
export const tableStyles = sheet(`
  .elements-table { border-collapse: collapse; font: 13px/18px var(--mono); display: block; max-width: 100%; overflow-x: auto; }
  .elements-table caption { text-align: left; white-space: nowrap; padding: 0 0 4px; font: 13px/18px var(--words); color: var(--muted); }
  .elements-table th { font-weight: 400; color: var(--muted); text-align: right; padding: 2px 8px; }
  .elements-table td { text-align: right; padding: 2px 8px; border: 1px solid var(--line); }
  .elements-table thead td { border: none; }
`)
