import { sheet } from '../shared/sheet.js'
import { chosenThemeText, themeText } from '../shared/theme-text.js'
import { wordStyles } from '../codemirror/coloured-text.js'

/// Text layout equal to the editor's, so that nothing moves when the editor replaces the text.
const lineHeight = 22
const textPadding = 4
/// Space below the last line for a scroll bar.
const scrollRoom = 14

/// Returns a height at which all lines are visible.
export function heightOfLines(lines: number): string {
  return `${lines * lineHeight + 2 * textPadding + scrollRoom}px`
}

let made: CSSStyleSheet[] | null = null

/// Created with the first element, since the module may be imported without a document.
export function elementStyles(): CSSStyleSheet[] {
  return (made ??= [sheet(themeText + chosenThemeText), sheet(text + wordStyles)])
}

const text = `
  :host {
    display: block; box-sizing: border-box; overflow: hidden; contain: layout; margin: 16px 0;
    border: 1px solid var(--line); border-radius: 3px; background: var(--ground); color: var(--ink);
    font: 13px/18px var(--words); font-variant-numeric: tabular-nums; text-align: left;
  }
  :host([hidden]) { display: none; }
  .example { display: flex; flex-direction: column; height: 100%; container-type: inline-size; }
  .program { flex: 0 1 auto; min-height: 56px; overflow: hidden; }
  .text { box-sizing: border-box; height: 100%; margin: 0; padding: ${textPadding}px 2px ${textPadding}px 6px; overflow: auto; white-space: pre; tab-size: 2; font: 14px/${lineHeight}px var(--mono); cursor: text; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; flex: none; padding: 6px; border: 1px solid var(--line); border-width: 1px 0; background: var(--pane); }
  .bar button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 3px; padding: 4px 8px; cursor: pointer; }
  .bar .process { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 3px; padding: 3px 4px; }
  .bar .process[hidden] { display: none; }
  .bar .run { min-width: 60px; background: var(--green); border-color: var(--green); color: var(--ground); font-weight: 600; }
  .status { flex: 1 1 220px; min-width: 0; height: 18px; margin: 0; color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .status:has(.copied) { overflow: visible; }
  .status .copied { position: relative; z-index: 5; width: 100%; height: 96px; }
  .stage { flex: 1 1 var(--result-height, 280px); min-height: 0; overflow: auto; scrollbar-gutter: stable; padding: 16px; box-sizing: border-box; }
  /* Nothing is cut where a page has little room. */
  @container (max-width: 520px) {
    .status { flex: 1 1 100%; height: 36px; white-space: normal; overflow: hidden auto; }
    .stage { padding: 12px 8px; }
  }
  .hint, .problem { margin: 0; color: var(--muted); }
  .problem { color: var(--error); }
  .printed { margin: 0 0 8px; }
  :focus-visible { outline: 2px solid var(--now); outline-offset: -2px; }
  @media (pointer: coarse) { .text { font-size: 16px; } .bar button, .bar .process { min-height: 44px; } }
`
