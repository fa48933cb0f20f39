import { element } from '../shared/dom.js'
import type { CodePanel, CodeParts } from './code-panel.js'

/// The tab "Code", which is loaded when it is opened.
export class CodeTab {
  readonly dom = element('div', 'panel')
  private panel: CodePanel | null = null
  private isLoading = false

  constructor(private readonly parts: CodeParts) {}

  async open(): Promise<void> {
    if (this.panel !== null) return this.panel.refresh()
    if (this.isLoading) return
    this.isLoading = true
    try {
      const { CodePanel } = await import('./code-panel.js')
      this.panel = new CodePanel(this.dom, this.parts)
    } finally {
      this.isLoading = false
    }
  }

  /// The program has changed.
  refresh(): void {
    this.panel?.refresh()
  }
}
