import type { ChangeDesc } from '@codemirror/state'
import type { RunValues } from 'paddock-hlo'
import { behind, partInSight, showValues } from '../editor/value-column.js'
import type { Workbench } from './workbench.js'

/// Margin in characters around the laid-out lines whose values are requested in advance.
const margin = 400
/// Milliseconds until they are requested: after scrolling has stopped, and after typing has
/// stopped, because each key brings new ones.
const scrollRest = 50
const typingRest = 300

interface Sight {
  from: number
  to: number
  process: number
}

/// Updates the column of values: visible lines first, then those around them in pauses of typing.
export class ValuesInSight {
  private values: RunValues | null = null
  private timer = 0
  /// Whether only the values in sight are up to date.
  private isPart = false
  /// Range of values that come with the newest run.
  private asked: Sight | null = null

  constructor(
    private readonly bench: Workbench,
    private readonly process: () => number,
    /// Called when the values of a whole range are shown.
    private readonly shown: (values: RunValues, range: Sight) => void,
  ) {}

  /// To be called once the editor is open.
  followScrolling(): void {
    this.bench.view.scrollDOM.addEventListener('scroll', () => this.isPart && this.refreshSoon(0), { passive: true })
  }

  scrolled(): void {
    this.refreshSoon(scrollRest)
  }

  /// Range whose values the next run brings, as places of the text before `changes`.
  ask(changes: ChangeDesc): Sight {
    this.asked = { ...behind(this.inSight(), changes), process: this.process() }
    return this.asked
  }

  /// Values of a run, which `showAsked` shows once the rest of the run is drawn; null: there are none.
  take(values: RunValues | null): void {
    this.values = values
  }

  showAsked(): void {
    void this.showRange(this.asked?.process === this.process() ? this.asked : this.inSight())
  }

  /// Shows another moment of the run.
  show(values: RunValues | null): void {
    this.values = values
    this.refresh()
  }

  refresh(): void {
    void this.showRange(this.inSight())
  }

  /// Range of the text whose values are requested first.
  private inSight(): Sight {
    return { ...this.around(), ...partInSight(this.bench.view) }
  }

  /// Range of the text whose values are loaded before the user scrolls to them.
  private around(): Sight {
    const { from, to } = this.bench.view.viewport
    return { from: Math.max(0, from - margin), to: to + margin, process: this.process() }
  }

  private refreshSoon(rest: number): void {
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.showRange(this.around()), rest)
  }

  private async showRange(sight: Sight): Promise<void> {
    const { values } = this
    if (values === null || !this.bench.isCurrent) return
    const around = this.around()
    const isPart = sight.from > around.from || sight.to < Math.min(around.to, this.bench.view.state.doc.length)
    const summaries = await values.summaries(sight.from, sight.to, sight.process).catch(() => null)
    if (summaries === null || values !== this.values || !this.bench.isCurrent) return
    showValues(this.bench.view, summaries, isPart ? sight : null)
    this.isPart = isPart
    if (isPart) this.refreshSoon(typingRest)
    else this.shown(values, sight)
  }
}
