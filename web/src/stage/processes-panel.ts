import type { RunResult } from 'paddock-hlo'
import { element } from '../dom.js'
import { gridText } from '../grid-field.js'
import type { ProcessActions, ProcessesView } from './processes-view.js'
import type { Exchange } from './traffic.js'

/// The panel of the process grid, whose view is loaded for the first grid of several processes.
export class ProcessesPanel {
  readonly dom = element('div', 'panel')
  /// Names the process whose values are shown, if there are several.
  readonly words = element('p', 'note process-words')
  private view: ProcessesView | null = null
  private count = 0

  constructor(private readonly actions: ProcessActions) {
    this.words.hidden = true
  }

  /// Rejects if the values of the run are closed meanwhile.
  async show(result: RunResult, exchanges: readonly Exchange[], process: number, width: number): Promise<void> {
    const { replicas, partitions } = result.grid
    const [replica, partition] = [Math.floor(process / partitions), process % partitions]
    const count = replicas * partitions
    this.words.hidden = count === 1
    this.words.textContent = `Values of process (${replica}, ${partition}) of ${gridText({ replicas, partitions })}: replica ${replica}, partition ${partition}.`
    // A run of one process changes nothing here.
    if (count === 1 && this.count === 1) return
    this.count = count
    const { ProcessesView } = await import('./processes-view.js')
    this.view ??= new ProcessesView(this.actions)
    if (this.view.dom.parentElement === null) this.dom.append(this.view.dom)
    await this.view.update(result, exchanges, process, width)
  }
}
