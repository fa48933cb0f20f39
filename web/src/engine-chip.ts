import { button } from './dom.js'
import { settingsText, type EngineSettings } from './engine-settings.js'
import type { Runner } from './runner.js'

/// Says how the engine runs programs; pressed, it opens the panel that changes it, which is loaded then.
export class EngineChip {
  readonly dom: HTMLButtonElement
  private panel: HTMLElement | null = null

  constructor(
    private readonly runner: Runner,
    private readonly onChange: () => void,
  ) {
    this.dom = button('chip', settingsText(runner.settings), () => void this.toggle())
    this.dom.title = 'The engine, and how it runs programs'
    this.dom.setAttribute('aria-expanded', 'false')
  }

  private async toggle(): Promise<void> {
    if (this.panel !== null) return this.close()
    const { renderEnginePanel } = await import('./engine-panel.js')
    const change = (settings: EngineSettings): void => {
      this.runner.settings = settings
      this.dom.textContent = settingsText(settings)
      this.onChange()
    }
    this.panel = renderEnginePanel(this.runner.running, this.runner.settings, { change, close: () => this.close() })
    this.dom.before(this.panel)
    this.dom.setAttribute('aria-expanded', 'true')
    this.panel.querySelector('select')?.focus()
  }

  private close(): void {
    this.panel?.remove()
    this.panel = null
    this.dom.setAttribute('aria-expanded', 'false')
    this.dom.focus()
  }
}
