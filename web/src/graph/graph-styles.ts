import { sheet } from '../shared/sheet.js'

/// Styles of the picture; a saved one has them, too.
export const pictureStyles = `
  .graph text { font: 12px/16px var(--mono); fill: var(--ink); text-rendering: geometricPrecision; }
  .graph .title { font-weight: 600; }
  .graph .argument .title, .graph .operation .note { fill: var(--green); font-weight: 400; }
  .graph .note { fill: var(--muted); }
  .graph .box { fill: var(--ground); stroke: var(--line); }
  .graph .stack { fill: var(--ground); stroke: var(--line); }
  .graph .function > .box, .graph .scope > .box, .graph .region > .box, .graph .run > .box { stroke: var(--muted); }
  .graph .frames .box { fill: color-mix(in srgb, var(--ink) 3%, transparent); }
  .graph .argument > .box { stroke-dasharray: 3 2; }
  .graph .way { fill: none; stroke: var(--muted); stroke-width: 1; }
  .graph .call { stroke-dasharray: 4 3; }
  .graph .arrow { fill: var(--muted); }
  .graph .thumbnail { image-rendering: pixelated; }
  .graph .node.on-dark text { fill: #FBFAF6; }
  .graph .node.on-bright text { fill: #1C211E; }
`

export const graphStyles = sheet(`
  ${pictureStyles}
  .graph-panel { display: flex; flex-direction: column; box-sizing: border-box; height: calc(100% - 34px); min-height: 260px; }
  .graph-panel[hidden] { display: none; }
  .graph-tools { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; margin: 0 0 8px; }
  .graph-tools .choices { margin: 0; gap: 4px; align-items: center; }
  .graph-tools .choice { padding: 2px 8px; }
  .graph-note { margin: 0; color: var(--muted); }
  .graph-says { min-height: 40px; margin: 0 0 4px; }
  .graph-legend { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; margin: 0; color: var(--muted); }
  .graph-legend .ramp { width: 120px; height: 10px; border: 1px solid var(--line); }
  .graph-legend .swatch { width: 10px; height: 10px; border: 1px solid var(--line); }
  .graph-frame { flex: 1; min-height: 200px; overflow: hidden; touch-action: none; border: 1px solid var(--line); background: var(--pane); cursor: grab; }
  .graph-frame:active { cursor: grabbing; }
  .graph { display: block; user-select: none; }
  .graph .node { cursor: pointer; outline: none; }
  .graph .node:hover > .box, .graph .node[data-lit] > .box { stroke: var(--now); stroke-width: 2; }
  .graph .node:focus-visible > .box { stroke: var(--now); stroke-width: 3; }
  .graph .node[data-now] > .box { stroke: var(--now); stroke-width: 2; }
  .graph .way[data-lit] { stroke: var(--now); stroke-width: 2; }
  .graph[data-has-lit] .leaves .node:not([data-lit]) { opacity: 0.4; }
  @media (pointer: coarse) { .graph-tools .choice { padding: 8px 12px; } }
`)
