import { sheet } from './theme.js'

export const styles = sheet(`
  :host {
    display: grid;
    grid-template: "bar bar" 44px "editor stage" minmax(0, 1fr) "status status" 24px / 54fr 46fr;
    background: var(--ground); color: var(--ink);
    font: 13px/18px var(--words); font-variant-numeric: tabular-nums;
  }
  .bar { grid-area: bar; display: flex; align-items: center; gap: 16px; padding: 0 16px; border-bottom: 1px solid var(--line); }
  .name { margin: 0; font: 600 14px/22px var(--mono); }
  .sentence { margin: 0; flex: 1; color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  select, button { font: inherit; color: inherit; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; padding: 4px 8px; }
  button { cursor: pointer; }
  button.run { min-width: 72px; background: var(--green); border-color: var(--green); color: var(--ground); font-weight: 600; }
  :focus-visible { outline: 2px solid var(--now); outline-offset: 1px; }
  .editor { grid-area: editor; min-width: 0; min-height: 0; border-right: 1px solid var(--line); }
  .stage { grid-area: stage; overflow: auto; padding: 16px; background: var(--pane); min-width: 0; }
  .stage[data-stale] .results { opacity: 0.5; }
  .stage[data-stale] .results::before { content: "Before your edit"; display: block; margin-bottom: 8px; color: var(--muted); }
  .status { grid-area: status; margin: 0; padding: 3px 16px; border-top: 1px solid var(--line); color: var(--muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  :host([data-lost]) .status { color: var(--error); }
  .problems { list-style: none; margin: 0; padding: 0; }
  .problems li { margin-bottom: 12px; padding-left: 8px; border-left: 2px solid var(--error); }
  .problems li.warning { border-color: var(--now); }
  .problems .place { margin-right: 8px; padding: 0 6px; }
  .problems .formula { display: block; margin-top: 4px; font: 13px/18px var(--mono); color: var(--muted); overflow-wrap: anywhere; }
  .result { margin-bottom: 24px; }
  .result-title { margin: 0 0 8px; font: 600 14px/22px var(--mono); overflow-wrap: anywhere; }
  .result-title .type { margin-left: 12px; font-weight: 400; color: var(--muted); }
  .picture { display: block; image-rendering: pixelated; }
  .legend, .note { margin: 8px 0; color: var(--muted); }
  .legend { display: flex; align-items: center; gap: 8px; }
  .ramp { width: 96px; height: 8px; outline: 1px solid var(--line); }
  .remark { margin-left: 8px; }
  .scalar { margin: 0 0 8px; font: 28px/34px var(--mono); }
  .result-text, .printed { margin: 8px 0 0; font: 13px/18px var(--mono); overflow-x: auto; color: var(--muted); }
  .printed:empty { display: none; }
  @media (max-width: 1099px) {
    :host { grid-template: "bar" 44px "editor" minmax(0, 1fr) "stage" minmax(0, 1fr) "status" minmax(24px, auto) / minmax(0, 1fr); }
    .status { white-space: normal; }
    .editor { border-right: none; border-bottom: 1px solid var(--line); }
  }
  @media (max-width: 699px) {
    .sentence { display: none; }
    .examples { flex: 1; min-width: 0; }
    .bar { gap: 8px; padding: 0 8px; }
    button.run { min-height: 36px; }
  }
`)
