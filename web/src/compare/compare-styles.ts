import { sheet } from '../shared/sheet.js'

export const compareStyles = sheet(`
  .compare-tools { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; margin: 0 0 8px; }
  .compare-tools input[type="text"] { width: 72px; box-sizing: border-box; padding: 4px 6px; font: 13px/18px var(--mono); color: inherit; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; }
  .compare-says { margin: 0 0 8px; }
  .compare-says[data-over] { color: var(--error); }
  .compare-table { overflow-x: auto; margin: 0 0 16px; }
  .compare-table table { border-collapse: collapse; font: 13px/18px var(--mono); }
  .compare-table th { font: 13px/18px var(--words); color: var(--muted); text-align: right; }
  .compare-table th, .compare-table td { padding: 2px 12px 2px 0; text-align: right; white-space: nowrap; }
  .compare-table th:first-child, .compare-table td:first-child { text-align: left; }
  .compare-table [data-over] td, .compare-table [data-over-cell] { color: var(--error); }
  .compare-ulp { display: block; color: var(--muted); }
  [data-over-cell] .compare-ulp { color: inherit; }
  .compare-value { padding: 0; border: none; background: none; font: 13px/18px var(--mono); color: var(--green); }
  [data-over] .compare-value { color: inherit; font-weight: 600; }
  @media (pointer: coarse) { .compare-value { padding: 8px 0; } .compare-tools .choice { padding: 8px 12px; } }
`)
