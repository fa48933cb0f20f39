import { chooseLayout, layoutChoices } from '../shared/layout-choices.js'
import { PanelChip } from './panel-chip.js'
import type { ReportParts } from './problem-report.js'

/// Opens the panel about the page, and applies the theme that the user chose.
export class AboutChip {
  readonly dom = new PanelChip('chip about', 'About', (close) => this.render(close)).dom

  constructor(
    private readonly host: HTMLElement,
    private readonly report: () => ReportParts,
  ) {
    this.showTheme()
  }

  private showTheme(): void {
    const { theme } = layoutChoices()
    if (theme === undefined) this.host.removeAttribute('theme')
    else this.host.setAttribute('theme', theme)
  }

  private async render(close: () => void): Promise<HTMLElement> {
    const { renderAboutPanel } = await import('./about-panel.js')
    return renderAboutPanel({
      theme: layoutChoices().theme,
      chooseTheme: (theme) => {
        chooseLayout({ theme })
        this.showTheme()
      },
      report: this.report,
      close,
    })
  }
}
