import type { CommandParts } from './command-line.js'
import { button } from './dom.js'
import { memorySizes, settingsText, type EngineSettings } from './engine-settings.js'
import type { Runner } from './runner.js'

/// Shows how the engine runs programs. A click opens the panel that changes it, loaded on demand.
export class EngineChip {
  readonly dom: HTMLButtonElement
  private panel: HTMLElement | null = null

  constructor(
    private readonly runner: Runner,
    private readonly onChange: () => void,
    /// Returns the parts of a command that repeats the last run; null if nothing ran.
    private readonly lastRun: () => Pick<CommandParts, 'fileName' | 'program' | 'inputs' | 'choices'> | null,
  ) {
    this.dom = button('chip', settingsText(runner.settings), () => void this.toggle())
    this.dom.title = 'The engine, and how it runs programs'
    this.dom.setAttribute('aria-expanded', 'false')
  }

  /// Returns the next larger memory limit, or null.
  get moreMemory(): number | null {
    return memorySizes.find((bytes) => bytes > this.runner.settings.memoryBytes) ?? null
  }
  allow(memoryBytes: number): void {
    this.change({ ...this.runner.settings, memoryBytes })
  }

  private change(settings: EngineSettings): void {
    this.runner.settings = settings
    this.dom.textContent = settingsText(settings)
    this.onChange()
  }

  private async toggle(): Promise<void> {
    if (this.panel !== null) return this.close()
    const [{ renderEnginePanel, adoptPanelStyles }, { commandLine }] = await Promise.all([import('./engine-panel.js'), import('./command-line.js')])
    const { running, settings, grid } = this.runner
    this.panel = renderEnginePanel(running, settings, {
      change: (settings) => this.change(settings),
      close: () => this.close(),
      command: () => {
        const run = this.lastRun()
        return run && commandLine({ ...run, settings: this.runner.settings, grid })
      },
    })
    adoptPanelStyles(this.dom)
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
