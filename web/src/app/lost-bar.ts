import { button, element, textElement } from '../shared/dom.js'

interface LostAction {
  label: string
  act(): void
}

/// A bar above the program when the engine was lost or lacked memory. It says what happened, that
/// the text is safe, and how to continue.
export class LostBar {
  readonly dom = element('div', 'lost')

  constructor() {
    this.dom.setAttribute('role', 'alert')
    this.hide()
  }

  show(sentence: string, actions: readonly LostAction[]): void {
    const buttons = actions.map(({ label, act }) => button('lost-action', label, act))
    this.dom.replaceChildren(textElement('p', 'lost-sentence', `${sentence} Your text is safe.`), ...buttons)
    this.dom.hidden = false
  }

  hide(): void {
    if (this.dom.hidden) return
    this.dom.hidden = true
    this.dom.replaceChildren()
  }
}
