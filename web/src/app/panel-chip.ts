import { button } from '../shared/dom.js'

/// A chip that opens a panel, which is loaded on demand. One panel is open at a time.
export class PanelChip {
  readonly dom: HTMLButtonElement
  private panel: HTMLElement | null = null
  private isOpening = false

  constructor(
    className: string,
    text: string,
    private readonly render: (close: () => void) => Promise<HTMLElement>,
  ) {
    this.dom = button(className, text, () => void this.toggle())
    this.dom.setAttribute('aria-expanded', 'false')
  }

  private async toggle(): Promise<void> {
    if (this.panel !== null) return this.close()
    if (this.isOpening) return
    this.isOpening = true
    try {
      const close = (): void => this.close()
      const [panel, { openPanel }] = await Promise.all([this.render(close), import('./open-panel.js')])
      openPanel(panel, this.dom, close)
      this.panel = panel
    } finally {
      this.isOpening = false
    }
  }

  private close(): void {
    this.panel?.remove()
    this.panel = null
    this.dom.setAttribute('aria-expanded', 'false')
    this.dom.focus()
  }
}
