import { button, element, textElement } from '../shared/dom.js'

interface LinkAction {
  label: string
  act(): void
}

/// A bar above the program that says where it came from, and which way leads back.
export class LinkBar {
  readonly dom = element('div', 'linked')

  constructor() {
    this.dom.setAttribute('role', 'status')
    this.dom.setAttribute('aria-label', 'Link')
    this.hide()
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
