import type { RunResult } from 'paddock-hlo'
import { adoptStyles } from '../../shared/adopt-styles.js'
import { element, textElement } from '../../shared/dom.js'
import { gridText } from '../../shared/grid.js'
import type { ProcessActions, ProcessesView } from './processes-view.js'
import type { Exchange } from '../../run/traffic.js'

/// The panel of the process grid, whose view is loaded for the first grid of several processes.
export class ProcessesPanel {
  readonly dom = element('div', 'panel')
  /// Names the process whose values are shown, if there are several.
  readonly words = element('p', 'note process-words')
  private readonly alone = textElement('p', 'note processes', 'One process runs this program. Enter another grid, such as 2 x 2, in the bar above.')
  private view: ProcessesView | null = null
  private asked = 0
  private deadlock: HTMLElement | null = null

  constructor(private readonly actions: ProcessActions) {
    this.words.hidden = true
  }

  /// Rejects if the values of the run are closed meanwhile.
  async show(result: RunResult, exchanges: readonly Exchange[], process: number, width: number): Promise<void> {
    const { replicas, partitions } = result.grid
    const [replica, partition] = [Math.floor(process / partitions), process % partitions]
    const count = replicas * partitions
    this.words.hidden = count === 1 || result.values === null
    this.words.textContent = `Values of process (${replica}, ${partition}) of ${gridText({ replicas, partitions })}: replica ${replica}, partition ${partition}.`
    const asked = ++this.asked
    if (count === 1) {
      if (this.alone.parentElement === null) this.dom.replaceChildren(this.alone)
      return
    }
    const [{ ProcessesView, marksNote }, { processesStyles }] = await Promise.all([import('./processes-view.js'), import('./processes-styles.js')])
    if (asked !== this.asked) return
    this.words.append(marksNote)
    adoptStyles(this.dom, processesStyles)
    this.view ??= new ProcessesView(this.actions)
    if (this.view.dom.parentElement === null) this.dom.replaceChildren(this.view.dom)
    await this.view.update(result, exchanges, process, width)
    if (asked === this.asked) await this.showDeadlock(result)
  }

  private async showDeadlock({ diagnostics }: RunResult): Promise<void> {
    const deadlock = diagnostics.find(({ code }) => code === 'deadlock')
    const { asked } = this
    if (deadlock === undefined) return this.deadlock?.remove()
    const { deadlockStyles, deadlockView } = await import('../motion/deadlock.js')
    if (asked !== this.asked) return
    adoptStyles(this.dom, deadlockStyles)
    this.deadlock?.remove()
    this.deadlock = deadlockView(deadlock)
    this.dom.prepend(this.deadlock)
  }
}
