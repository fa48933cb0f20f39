import { adoptStyles } from '../shared/adopt-styles.js'
import { sheet } from '../shared/sheet.js'

const panelStyles = sheet(`
  .about-links { display: flex; flex-wrap: wrap; gap: 4px 16px; }
  .about-links a { color: inherit; }
  .about-panel .said .copied { width: 100%; box-sizing: border-box; height: 96px; }
  .about-panel .said:has(.copied) { flex: 1 1 100%; }
  .engine-panel { position: absolute; right: 16px; bottom: 28px; z-index: 5; display: grid; gap: 8px; width: min(420px, calc(100% - 32px)); box-sizing: border-box; padding: 12px; background: var(--ground); border: 1px solid var(--line); border-radius: 3px; box-shadow: 0 4px 16px rgb(0 0 0 / 20%); }
  .engine-panel p { margin: 0; }
  .engine-panel > button { justify-self: start; }
  .engine-panel .copied { padding: 4px 8px; font: 13px/18px var(--mono); color: inherit; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; }
  .as-command { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: baseline; }
  .command-text { flex: 1 1 100%; order: 1; font: 13px/18px var(--mono); overflow-wrap: anywhere; user-select: all; }
  .share-panel { top: 40px; bottom: auto; }
  .share-panel .link-row { display: flex; gap: 8px; }
  .share-panel .link-row[hidden] { display: none; }
  .share-panel .link { flex: 1; min-width: 0; box-sizing: border-box; padding: 4px 8px; font: 13px/18px var(--mono); color: inherit; background: var(--pane); border: 1px solid var(--line); border-radius: 3px; }
  .share-panel .forms { display: flex; flex-wrap: wrap; align-items: baseline; gap: 8px; }
  .share-panel .copied { width: 100%; box-sizing: border-box; height: 96px; }
  .setting { display: grid; grid-template-columns: 120px minmax(0, 1fr); align-items: center; gap: 8px; }
  @media (max-width: 699px) {
    .about-links a { padding: 9px 0; }
    .engine-panel button { min-height: 36px; }
  }
`)

/// Places a panel before its chip and focuses it. Escape closes it, and the panel of another chip is closed.
export function openPanel(panel: HTMLElement, chip: HTMLElement, close: () => void): void {
  const root = chip.getRootNode() as ShadowRoot
  adoptStyles(chip, panelStyles)
  root.querySelector<HTMLElement>('.engine-panel + [aria-expanded="true"]')?.click()
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  })
  chip.before(panel)
  chip.setAttribute('aria-expanded', 'true')
  panel.querySelector<HTMLElement>('select, a, button')?.focus()
}
