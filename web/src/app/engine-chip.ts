import { hasRelaxedSimd } from 'paddock-hlo'
import type { CommandParts } from './command-line.js'
import { memorySizes, settingsText, type EngineSettings } from '../run/engine-settings.js'
import { PanelChip } from './panel-chip.js'
import type { Runner } from '../run/runner.js'

/// Shows how the engine runs programs. Opens the panel that changes it.
export class EngineChip {
  readonly dom: HTMLButtonElement

  constructor(
    private readonly runner: Runner,
    private readonly onChange: () => void,
    /// Returns the parts of a command that repeats the last run; null if nothing ran.
    private readonly lastRun: () => Pick<CommandParts, 'fileName' | 'program' | 'inputs' | 'choices'> | null,
  ) {
    this.dom = new PanelChip('chip', settingsText(runner.settings), (close) => this.render(close)).dom
    this.dom.title = 'The engine, and how it runs programs'
  }

  /// Returns the next larger memory limit, or null.
  get moreMemory(): number | null {
    return memorySizes.find((bytes) => bytes > this.runner.settings.memoryBytes) ?? null
  }
  allow(memoryBytes: number): void {
    this.change({ ...this.runner.settings, memoryBytes })
  }

  /// Takes over settings for the next run.
  adopt({ numerics, flavour }: Pick<EngineSettings, 'numerics' | 'flavour'>): void {
    const isMissing = flavour === 'relaxed' && !hasRelaxedSimd()
    this.show({ ...this.runner.settings, numerics, flavour: isMissing ? 'baseline' : flavour })
  }

  private show(settings: EngineSettings): void {
    this.runner.settings = settings
    this.dom.textContent = settingsText(settings)
  }

  private change(settings: EngineSettings): void {
    this.show(settings)
    this.onChange()
  }

  private async render(close: () => void): Promise<HTMLElement> {
    const [{ renderEnginePanel }, { commandLine }] = await Promise.all([import('./engine-panel.js'), import('./command-line.js')])
    const { running, settings, grid } = this.runner
    return renderEnginePanel(running, settings, {
      change: (settings) => this.change(settings),
      close,
      command: () => {
        const run = this.lastRun()
        return run && commandLine({ ...run, settings: this.runner.settings, grid })
      },
    })
  }
}
