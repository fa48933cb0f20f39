import { sheet } from '../shared/sheet.js'

export const menuStyles = sheet(`
  .example-menu {
    box-sizing: border-box; width: min(960px, calc(100vw - 16px)); max-width: none; max-height: calc(100dvh - 64px);
    margin: 48px 8px 16px 16px; padding: 0 16px 16px; overflow: auto; overscroll-behavior: contain;
    color: var(--ink); background: var(--ground); border: 1px solid var(--line); border-radius: 3px;
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.16);
  }
  .example-menu::backdrop { background: rgb(0 0 0 / 0.2); }
  .menu-head { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 8px; margin: 0 -16px; padding: 8px 16px; background: var(--ground); border-bottom: 1px solid var(--line); }
  .menu-title { margin: 0 auto 0 0; font: 600 14px/22px var(--mono); }
  .gallery-title { margin: 28px 0 0; scroll-margin-top: 48px; }
  .menu-title + .example-shows { margin: 0; }
  .group-title { margin: 16px 0 4px; font: 600 13px/18px var(--words); color: var(--muted); }
  .example-list { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 4px 12px; margin: 0; padding: 0; list-style: none; }
  .example { display: flex; gap: 12px; align-items: center; width: 100%; min-height: 64px; padding: 4px; text-align: left; background: none; border: 1px solid transparent; }
  .example:hover { background: var(--pane); }
  .example[aria-current] { border-color: var(--green); }
  .example-picture { flex: none; width: 72px; height: 54px; object-fit: contain; image-rendering: pixelated; background: var(--pane); outline: 1px solid var(--line); }
  .example-words { display: flex; flex-direction: column; min-width: 0; }
  .example-title { font-weight: 600; }
  .example-shows { color: var(--muted); }
  .example-edited { color: var(--now); }
  .recipes { margin-top: 20px; border-top: 1px solid var(--line); }
  .recipe { max-width: 84ch; }
  .recipe summary { padding: 8px 0; font-weight: 600; cursor: pointer; }
  .recipe h4 { margin: 16px 0 4px; font: 600 13px/18px var(--words); }
  .recipe p { margin: 8px 0; }
  .recipe pre { margin: 8px 0; padding: 8px 12px; overflow-x: auto; background: var(--pane); font: 13px/18px var(--mono); }
  .recipe code { font: 13px/18px var(--mono); }
  @media (max-width: 699px) {
    .example-menu { width: 100vw; max-height: calc(100dvh - 44px); margin: 44px 0 0; border-width: 1px 0 0; }
    .close { min-height: 36px; }
  }
  @media (prefers-reduced-motion: no-preference) {
    .example-menu[open] { animation: open-menu 140ms ease-out; }
    @keyframes open-menu { from { opacity: 0; } }
  }
`)
