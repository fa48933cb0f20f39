import { button } from './dom.js'
import { chooseLayout, layoutChoices } from './layout-choices.js'
import type { ReportParts } from './problem-report.js'

/// Opens the panel about the page, which is loaded on demand, and applies the theme that the user chose.
export class AboutChip {
  readonly dom = button('chip about', 'About', () => void this.toggle())
  private panel: HTMLElement | null = null

  constructor(
    private readonly host: HTMLElement,
    private readonly report: () => ReportParts,
  ) {
    this.dom.setAttribute('aria-expanded', 'false')
    this.showTheme()
  }

  private showTheme(): void {
    const { theme } = layoutChoices()
    if (theme === undefined) this.host.removeAttribute('theme')
    else this.host.setAttribute('theme', theme)
  }

  private async toggle(): Promise<void> {
    if (this.panel !== null) return this.close()
    const { renderAboutPanel, adoptPanelStyles } = await import('./about-panel.js')
    this.panel = renderAboutPanel({
      theme: layoutChoices().theme,
      chooseTheme: (theme) => {
        chooseLayout({ theme })
        this.showTheme()
      },
      report: this.report,
      close: () => this.close(),
    })
    adoptPanelStyles(this.dom)
    this.dom.before(this.panel)
    this.dom.setAttribute('aria-expanded', 'true')
    this.panel.querySelector('a')?.focus()
  }

  private close(): void {
    this.panel?.remove()
    this.panel = null
    this.dom.setAttribute('aria-expanded', 'false')
    this.dom.focus()
  }
}
