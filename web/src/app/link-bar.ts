import { adoptStyles } from '../shared/adopt-styles.js'
import { button, textElement } from '../shared/dom.js'
import { sheet } from '../shared/sheet.js'

const barStyles = sheet(`
  .linked { grid-area: linked; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 6px 16px; border-bottom: 1px solid var(--line); background: var(--pane); }
  .linked[hidden] { display: none; }
  @media (max-width: 699px) { .linked button { min-height: 36px; } }
`)

interface LinkAction {
  label: string
  act(): void
}

/// A bar above the program that says where it came from, and which way leads back.
export class LinkBar {
  constructor(private readonly dom: HTMLElement) {
    adoptStyles(dom, barStyles)
    dom.setAttribute('role', 'status')
    dom.setAttribute('aria-label', 'Link')
  }

  show(sentence: string, actions: readonly LinkAction[]): void {
    const buttons = [...actions, { label: 'Close', act: () => this.hide() }].map(({ label, act }) => button('lost-action', label, act))
    this.dom.replaceChildren(textElement('p', 'lost-sentence', sentence), ...buttons)
    this.dom.hidden = false
  }

  hide(): void {
    this.dom.hidden = true
    this.dom.replaceChildren()
  }
}
