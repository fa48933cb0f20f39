import { sheet } from '../../shared/sheet.js'

/// Styles of the view of processes, loaded with it.
export const processesStyles = sheet(`
  .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .tiles { display: grid; gap: 12px; }
  .tile { border-left: 3px solid var(--line); padding-left: 8px; min-width: 0; overflow-x: auto; }
  .tile .copies, .tile .readout { display: none; }
  .pick { margin-bottom: 8px; font: 13px/18px var(--mono); }
  .pick[aria-pressed="true"] { border-color: var(--green); color: var(--green); }
  .exchange { margin-bottom: 16px; }
  .exchange > summary { cursor: pointer; }
  .exchange .place { padding: 0 6px; color: inherit; }
  .matrix-scroller { overflow-x: auto; padding: 2px; }
  .matrix { border-spacing: 1px; font: 13px/16px var(--mono); table-layout: fixed; }
  .matrix caption { text-align: left; font: 13px/18px var(--words); color: var(--muted); padding-bottom: 4px; }
  .matrix th { font-weight: 400; color: var(--muted); padding: 0; text-align: center; }
  .matrix thead th { width: var(--cell); max-width: var(--cell); overflow: hidden; }
  .matrix .corner, .matrix tbody th { width: 54px; max-width: none; text-align: right; padding-right: 6px; white-space: nowrap; }
  .matrix td { width: var(--cell); min-width: var(--cell); max-width: var(--cell); height: var(--cell); padding: 0; text-align: center; outline: 1px solid var(--line); outline-offset: -1px; overflow: hidden; cursor: pointer; }
  .matrix td[data-kept] { outline-style: dotted; color: var(--muted); }
  .matrix td[aria-selected="true"], .matrix td:focus-visible { outline: 2px solid var(--now); }
  .matrix-detail .parts dt { color: var(--muted); }
`)
