import { sheet } from '../shared/sheet.js'

export const styles = sheet(`
  :host {
    display: grid;
    grid-template: "bar bar" 44px "linked linked" auto "lost lost" auto "editor stage" minmax(0, 1fr) "status status" var(--foot) / var(--editor-width, 54%) minmax(0, 1fr);
    background: var(--ground); color: var(--ink);
    font: 13px/18px var(--words); font-variant-numeric: tabular-nums;
  }
  .docs-link { color: inherit; }
  .bar { grid-area: bar; position: relative; display: flex; align-items: center; gap: 16px; padding: 0 16px; border-bottom: 1px solid var(--line); }
  .name { margin: 0; font: 600 14px/22px var(--mono); }
  .sentence { margin: 0; flex: 1; color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  button.run { min-width: 72px; background: var(--green); border-color: var(--green); color: var(--ground); font-weight: 600; }
  .examples { display: flex; align-items: center; min-width: 0; white-space: nowrap; }
  .examples .title { flex: 1; max-width: 40ch; overflow: hidden; text-overflow: ellipsis; text-align: left; }
  .examples::after { content: "\\25BE"; margin-left: 6px; color: var(--muted); }
  .examples .label { color: var(--muted); margin-right: 4px; white-space: pre; }
  .try { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 8px; margin: 0 0 16px; }
  .try-action { padding: 0 8px; border-color: var(--green); color: var(--green); }
  .editor { grid-area: editor; min-width: 0; min-height: 0; border-right: 1px solid var(--line); container-type: inline-size; }
  .splitter { grid-area: editor; position: relative; place-self: stretch end; width: 9px; margin-right: -4px; z-index: 4; cursor: col-resize; touch-action: none; background: linear-gradient(to right, transparent 3px, var(--green) 3px 6px, transparent 6px); opacity: 0; }
  .splitter:hover, .splitter:focus-visible { opacity: 1; }
  .stage { grid-area: stage; overflow: auto; scroll-padding-top: 40px; scrollbar-gutter: stable; padding: 16px; background: var(--pane); min-width: 0; }
  .foot { grid-area: status; position: relative; display: flex; align-items: center; border-top: 1px solid var(--line); }
  .status { flex: 1; min-width: 0; margin: 0; padding: 3px 16px; color: var(--muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .trust { color: var(--muted); }
  .foot > .trust { margin-right: 16px; }
  .chip { margin-right: 16px; padding: 0 6px; border-color: transparent; background: none; color: var(--muted); white-space: nowrap; }
  .chip[aria-expanded="true"], .chip:hover { border-color: var(--line); color: var(--ink); }
  .lost { grid-area: lost; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 6px 16px; border-bottom: 1px solid var(--line); background: var(--pane); box-shadow: inset 3px 0 var(--error); }
  .lost[hidden] { display: none; }
  .lost-sentence { margin: 0; flex: 1 1 40ch; overflow-wrap: anywhere; }
  .tabs { display: flex; justify-content: space-between; gap: 6px; margin: -16px 0 12px; padding: 8px max(0px, 100% - 420px) 0 0; border-bottom: 1px solid var(--line); }
  .tabs { position: sticky; top: -16px; z-index: 3; background: var(--pane); box-shadow: -2px 0 var(--pane); }
  .tab { padding: 4px 0; border: none; border-bottom: 2px solid transparent; border-radius: 0; background: none; color: var(--muted); }
  .tab[aria-selected="true"] { color: var(--ink); border-color: var(--green); }
  .choices { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 8px; }
  label.choice { position: relative; cursor: pointer; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; padding: 4px 8px; }
  .choice:has(.file:focus-visible) { outline: 2px solid var(--now); }
  .file { position: absolute; inset: 0; opacity: 0; width: 100%; cursor: pointer; }
  .choice[aria-pressed="true"] { border-color: var(--green); color: var(--green); }
  :host([data-drop]) .stage { outline: 2px dashed var(--green); outline-offset: -8px; }
  .parts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0; }
  .parts dt { font: 13px/18px var(--mono); }
  .parts dd { margin: 0; color: var(--muted); overflow-wrap: anywhere; }
  .grid { width: 64px; box-sizing: border-box; font: 13px/18px var(--mono); color: inherit; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; padding: 4px 6px; text-align: center; }
  .grid-chip { display: inline-flex; align-items: center; gap: 6px; flex: none; color: var(--muted); }
  .grid[aria-invalid="true"] { border-color: var(--error); color: var(--error); }
  .given { margin-left: 8px; font: italic 400 13px/18px var(--mono); }
  .origin { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: baseline; margin: 0 0 8px; color: var(--muted); font: 13px/18px var(--words); }
  .origin[hidden] { display: none; }
  .origin .place { font-family: var(--mono); }
  .names { flex: none; }
  .names[aria-pressed="true"] { color: var(--green); border-color: currentColor; }
  @media (max-width: 1099px) {
    :host { grid-template: "bar" 44px "linked" auto "lost" auto "editor" minmax(0, var(--editor-rows, 1fr)) "stage" minmax(0, var(--stage-rows, 1fr)) "status" var(--foot) / minmax(0, 1fr); }
    .status { overflow-x: auto; }
    .editor { border-right: none; border-bottom: 1px solid var(--line); }
    .grid-meaning { display: none; }
    .splitter { place-self: end stretch; width: auto; height: 9px; margin: 0 0 -4px; cursor: row-resize; background: linear-gradient(transparent 3px, var(--green) 3px 6px, transparent 6px); }
    .splitter::after { content: ""; position: absolute; inset: 0; margin: auto; width: 32px; height: 3px; border-radius: 3px; background: var(--muted); }
    @media (pointer: coarse) { .splitter { height: 25px; margin-bottom: -12px; background: none; opacity: 1; } }
  }
  @media (max-width: 699px) {
    .status { white-space: normal; overflow: hidden auto; max-height: 36px; }
    .chip { flex: none; max-width: 144px; white-space: normal; margin-right: 8px; text-align: left; }
    .sentence, .foot > .trust, .aside { display: none; }
    .about { padding: 0 8px; min-height: 36px; margin-right: 0; }
    .examples { flex: 1; min-height: 36px; }
    .examples .label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .try-action { min-height: 36px; }
    .bar { gap: 8px; padding: 0 8px; }
    .docs-link, .grid-word { display: none; }
    button.run, .share { min-height: 36px; }
  }
`)
