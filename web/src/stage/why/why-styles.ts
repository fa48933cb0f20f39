import { sheet } from '../../shared/sheet.js'

/// Styles of the list and the microscope, loaded with them.
export const whyStyles = sheet(`
  .why { margin: 0 0 16px; padding: 8px 0 8px 12px; border-left: 2px solid var(--now); }
  .why[data-beside] { max-height: var(--most); overflow-y: auto; overscroll-behavior: contain; }
  .lens { position: fixed; z-index: 3; box-sizing: border-box; max-width: 560px; max-height: 50vh; overflow-y: auto; padding: 8px 12px; background: var(--ground); border: 1px solid var(--line); border-left: 2px solid var(--now); border-radius: 3px; }
  .lens:not([data-pinned]) { pointer-events: none; }
  .outside { position: fixed; z-index: 2; box-sizing: border-box; border: 2px dashed var(--now); pointer-events: none; }
  .why[hidden], .lens[hidden], .outside[hidden] { display: none; }
  .why-tools[hidden] { display: none; }
  .why-title { margin: 0 0 4px; font: 600 14px/22px var(--mono); overflow-wrap: anywhere; }
  .why-tools { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; margin: 4px 0; color: var(--muted); }
  .why-beginning, .why-summary { margin: 8px 0 0; }
  :is(.why-beginning, .why-summary):empty { display: none; }
  .why-summary { overflow-wrap: anywhere; }
  .why-begins { display: block; overflow-wrap: anywhere; }
  .why-steps { margin: 8px 0 0; padding-left: 32px; }
  .why[data-old] :is(.why-steps, .why-beginning, .why-summary) { color: var(--muted); }
  .why-step { padding: 4px 0 4px 4px; border-top: 1px solid var(--line); }
  .why-step::marker { font: 13px/18px var(--mono); color: var(--muted); }
  .why-step:hover, .why-step:focus-within { background: color-mix(in srgb, var(--now) 10%, transparent); }
  .why-head { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; }
  .why-cell, .why-link { padding: 0; border: none; background: none; font: 13px/18px var(--mono); color: var(--green); text-align: left; overflow-wrap: anywhere; }
  .why-cell { font-weight: 600; }
  .why-link { text-decoration: underline; text-underline-offset: 2px; }
  .why-line, .why-note, .why-from, .why-source { color: var(--muted); }
  .why-step p, .lens p { margin: 2px 0 0; overflow-wrap: anywhere; }
  .why-function { color: var(--muted); }
  .why-formula, .why-from code, .why-function, .lens code { font: 13px/18px var(--mono); }
  .lens-title { display: flex; flex-wrap: wrap; gap: 0 12px; }
  .lens-title code { font-weight: 600; }
  .why-rule { color: var(--nan); font-weight: 600; }
  .why-rule.edge { color: var(--ink); }
  .why-step[data-begins] { box-shadow: inset 3px 0 var(--nan); }
  @media (pointer: coarse) { .why-cell, .why-link { padding: 6px 0; } .why-tools .copy { padding: 6px 10px; } }
`)
