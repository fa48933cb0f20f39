import { sheet } from '../../shared/sheet.js'

/// Styles of values, operations and problems, for any stage.
export const valueStyles = sheet(`
  select, button { font: inherit; color: inherit; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; padding: 4px 8px; }
  button { cursor: pointer; }
  :focus-visible { outline: 2px solid var(--now); outline-offset: 1px; }
  .stage[data-stale] .panel :is(.picture, .recorded, .ramp, svg, .scalar, .number, .pill, .readout, .result-text, .elements-table, .histogram-ends, .matrix, .position) { opacity: 0.5; transition: opacity 0s 120ms; }
  .stage[data-other] :is(.results, .inputs, .processes) { display: none; }
  .before-edit { position: sticky; top: 24px; z-index: 2; width: max-content; height: 18px; margin: 0 0 -18px auto; padding-left: 8px; background: var(--pane); color: var(--muted); }
  .before-edit[hidden] { display: none; }
  .problems { list-style: none; margin: 0; padding: 0; }
  .problems li { margin-bottom: 12px; padding-left: 8px; border-left: 2px solid var(--error); }
  .problems li.follow { border: none; padding: 0; }
  .problems li.warning { border-color: var(--now); }
  .problems .place { margin-right: 8px; padding: 0 6px; }
  .formula { display: block; margin-top: 4px; font: 13px/18px var(--mono); color: var(--muted); overflow-wrap: anywhere; }
  .problems li[data-consequence] { border-left-style: dotted; color: var(--muted); }
  .rule { margin: 4px 0 0; display: flex; flex-wrap: wrap; gap: 0 8px; color: var(--muted); }
  .rule .code { font: 13px/18px var(--mono); }
  .remark-line { margin: 4px 0 0; color: var(--muted); white-space: pre-wrap; }
  .actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0 0; }
  .fix { border-color: var(--green); color: var(--green); }
  .operation { margin: 0 0 16px; }
  .op-name { font: 600 14px/22px var(--mono); margin-right: 12px; }
  .op-doc code { font: 13px/18px var(--mono); color: var(--green); }
  .op-link { margin-left: 8px; color: var(--muted); }
  .copies, .copy-group { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; color: var(--muted); }
  .copies { margin: 4px 0 0; }
  .copy { padding: 0 6px; color: var(--muted); }
  :is(.mode, .paint .copy)[aria-pressed="true"] { border-color: var(--green); color: var(--green); }
  .copied { width: 280px; height: 64px; }
  .row { display: flex; flex-wrap: wrap; gap: 0 24px; }
  .elements summary { color: var(--muted); cursor: pointer; }
  .gives { margin: 0 0 12px; padding-top: 8px; border-top: 1px solid var(--line); color: var(--muted); }
  .empty { display: inline-block; margin: 0; padding: 8px 12px; border: 1px dashed var(--line); color: var(--muted); }
  .result { margin-bottom: 24px; }
  [data-has-lit] .result:not([data-lit]) { opacity: 0.4; }
  .result-title { margin: 0 0 8px; font: 600 14px/22px var(--mono); overflow-wrap: anywhere; }
  .result-title .type { margin-left: 12px; font-weight: 400; color: var(--muted); }
  .result-title .whole { white-space: nowrap; display: inline-block; }
  .cm-problem .place { margin-right: 8px; padding: 0 6px; }
  .picture { display: block; image-rendering: pixelated; outline: 1px solid var(--line); outline-offset: 1px; }
  .legend, .note { margin: 8px 0; color: var(--muted); }
  .legend { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; min-height: 18px; }
  .ramp { outline: 1px solid var(--line); }
  .legend-histogram { fill: var(--green); margin-left: 8px; }
  .pill { border: 1px solid currentColor; border-radius: 3px; padding: 0 4px; line-height: 16px; background: none; }
  .pill.nan { color: var(--nan); }
  .pill.inf { color: var(--now); }
  .clip { padding: 0 6px; color: var(--muted); }
  .link[aria-pressed="true"] { border-color: var(--green); color: var(--green); }
  .link[aria-pressed="false"] { border-style: dashed; }
  .frame { width: fit-content; max-width: 100%; overflow: hidden; padding: 2px; margin: -2px; }
  .body[data-zoomed] .picture { touch-action: none; cursor: grab; }
  .result[data-painting] .picture { touch-action: pan-y; cursor: crosshair; }
  .readout { min-height: 18px; margin: 0 0 4px; font: 13px/18px var(--mono); color: var(--muted); }
  .paint { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; margin: 0 0 8px; color: var(--muted); }
  .paint[hidden], .paint > [hidden] { display: none; }
  .paint-number, .execution { width: 88px; font: 13px/18px var(--mono); color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 3px; padding: 2px 6px; }
  .unpaintable { margin: 0 0 8px; color: var(--muted); }
  .unpaintable:empty { display: none; }
  .axes { display: flex; flex-wrap: wrap; gap: 0 12px; margin: 6px 0 0; font: 12px/16px var(--words); color: var(--muted); }
  .axis .d0, .axis .d1, .axis .d2, .axis .d3, .axis .d4, .axis .d5 { font: 600 12px/16px var(--mono); }
  [data-dimension][data-lit] { background: color-mix(in srgb, var(--now) 22%, transparent); box-shadow: inset 0 -2px var(--now); }
  .frame[data-edge~="top"] { border-top: 3px solid var(--now); margin-top: -5px; }
  .frame[data-edge~="left"] { border-left: 3px solid var(--now); margin-left: -5px; }
  .uncomputed .picture { outline: none; }
  .slider { display: flex; align-items: center; gap: 8px; margin: 0 0 8px; }
  .range { flex: 0 1 220px; min-width: 0; accent-color: var(--green); }
  .execution-row { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 8px; margin: 0 0 8px; }
  .execution-row[hidden] { display: none; }
  .execution-row .slider { margin: 0; flex: 0 1 300px; }
  .executions .note { border-left: 2px solid var(--now); padding-left: 8px; }
  .position { color: var(--muted); }
  .d0 { color: var(--d0); } .d1 { color: var(--d1); } .d2 { color: var(--d2); }
  .d3 { color: var(--d3); } .d4 { color: var(--d4); } .d5 { color: var(--d5); }
  .scalar { margin: 0 0 8px; font: 28px/34px var(--mono); }
  .result-text, .printed { margin: 8px 0 0; font: 13px/18px var(--mono); overflow-x: auto; color: var(--muted); }
  .foreign { margin: 0 0 16px; padding-left: 8px; border-left: 2px solid var(--error); max-width: 60ch; }
  .foreign:empty { display: none; }
  .printed:empty { display: none; }
`)
