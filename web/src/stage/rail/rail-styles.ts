import { sheet } from '../../shared/sheet.js'

/// Styles of the rail, and of the page that has it.
export const railStyles = sheet(`
  :host([data-rail]) { grid-template: "bar bar" 44px "linked linked" auto "lost lost" auto "editor stage" minmax(0, 1fr) "rail rail" auto "status status" var(--foot) / var(--editor-width, 54%) minmax(0, 1fr); }
  .rail { grid-area: rail; min-width: 0; padding: 4px 16px; border-top: 1px solid var(--line); background: var(--ground); }
  .rail[hidden] { display: none; }
  .rail-row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 6px; }
  .rail-row button { padding: 1px 8px; }
  .rail-row button:disabled { opacity: 0.45; cursor: default; }
  .rail-words { flex: 1 1 24ch; min-width: 0; margin: 0; padding-left: 6px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .rail-words .moment { font-weight: 600; }
  .rail-row label { display: inline-flex; align-items: center; gap: 4px; color: var(--muted); white-space: nowrap; }
  .rail-row label input { margin: 0; accent-color: var(--green); }
  .rail-row select { max-width: 16ch; }
  .rail select, .rail .gate-limit { font: inherit; color: inherit; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; padding: 1px 4px; }
  .fence { position: relative; height: 44px; margin-top: 2px; cursor: ew-resize; touch-action: none; user-select: none; }
  .fence[aria-disabled="true"] { cursor: default; }
  .fence .posts { display: block; width: 100%; height: 44px; }
  .gates { display: flex; flex-wrap: wrap; gap: 4px 16px; max-height: 84px; overflow: auto; margin: 2px 0 4px; padding: 0; list-style: none; }
  .gate { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 6px; }
  .gate-line { font-weight: 600; color: var(--now); }
  .gate-limit { width: 9ch; box-sizing: border-box; }
  .gate-limit[hidden] { display: none; }
  .gate-place { color: var(--muted); }
  .gate-remove { padding: 1px 8px; }
  @media (max-width: 1099px) {
    :host([data-rail]) { grid-template: "bar" 44px "linked" auto "lost" auto "editor" minmax(0, var(--editor-rows, 1fr)) "rail" auto "stage" minmax(0, var(--stage-rows, 1fr)) "status" var(--foot) / minmax(0, 1fr); }
  }
  @media (max-width: 699px) {
    .rail { padding: 4px 8px; }
    .rail-words { flex-basis: 100%; padding-left: 0; order: -1; }
  }
  @media (pointer: coarse) {
    .rail-row button, .gate-remove { min-height: 32px; }
    .rail select, .rail .gate-limit { min-height: 32px; font-size: 16px; }
  }
`)
