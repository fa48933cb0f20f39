import { adoptStyles } from '../../shared/adopt-styles.js'
import { element } from '../../shared/dom.js'
import type { InputChoices } from '../../inputs/inputs.js'
import type { BrushSource } from '../../paint/brush.js'
import type { InputEvents } from './input-row.js'
import type { GivenRun, InputsView } from './inputs-view.js'

/// The tab of inputs, drawn while it is visible, by modules loaded on demand.
export class InputsPanel {
  readonly dom = element('div', 'panel')
  private given: GivenRun | null = null
  private view: InputsView | null = null

  constructor(
    private readonly choices: InputChoices,
    private readonly brushes: BrushSource,
    private readonly events: InputEvents,
  ) {}

  /// The last run, or an updated copy of it.
  show(given: Partial<GivenRun>): void {
    if (given.result !== undefined) this.given = given as GivenRun
    else if (this.given !== null) this.given = { ...this.given, ...given }
    void this.draw()
  }

  /// Forgets the values of the last run, which are closed; `show` brings those of the next.
  forget(): void {
    this.given = null
  }

  async draw(): Promise<void> {
    if (this.dom.hidden || this.given === null) return
    const [{ InputsView }, { inputsStyles }] = await Promise.all([import('./inputs-view.js'), import('./inputs-styles.js')])
    // Meanwhile the run may be forgotten, or another one shown.
    const { given } = this
    if (given === null) return
    adoptStyles(this.dom, inputsStyles)
    this.view ??= new InputsView(this.choices, this.brushes, this.events)
    if (this.view.dom.parentElement === null) this.dom.append(this.view.dom)
    try {
      await this.view.update(given, Math.max((this.dom.parentElement?.clientWidth ?? 0) - 32, 160))
    } catch (error) {
      // Errors of a replaced run are ignored.
      if (given === this.given) throw error
    }
  }
}
