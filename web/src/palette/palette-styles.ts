import { sheet } from '../shared/sheet.js'

export const paletteStyles = sheet(`
  .palette { width: min(600px, calc(100vw - 16px)); max-height: min(480px, 80dvh); margin: 44px auto auto; padding: 0; box-sizing: border-box; overflow: hidden; background: var(--ground); color: var(--ink); border: 1px solid var(--line); border-radius: 3px; box-shadow: 0 4px 16px rgb(0 0 0 / 20%); }
  .palette:popover-open { display: flex; flex-direction: column; }
  .palette::backdrop { background: none; }
  .palette-query { margin: 8px; padding: 6px 8px; font: 14px/22px var(--mono); color: inherit; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; }
  .palette-list { flex: 1; min-height: 0; margin: 0; padding: 0 0 8px; overflow-y: auto; list-style: none; }
  .palette-list li { display: flex; gap: 12px; justify-content: space-between; padding: 4px 16px; cursor: pointer; overflow-wrap: anywhere; }
  .palette-list li[aria-selected="true"] { background: var(--green); color: var(--ground); }
  .palette-hint { flex: none; max-width: 50%; color: var(--muted); }
  [aria-selected="true"] > .palette-hint { color: inherit; }
  .palette-said { margin: 0; padding: 0 16px 8px; color: var(--muted); }
  .palette-said:empty { display: none; }
  .palette-said .copied { width: 100%; box-sizing: border-box; height: 96px; }
  @media (pointer: coarse) { .palette-query { font-size: 16px; } .palette-list li { padding: 10px 16px; } }
`)
