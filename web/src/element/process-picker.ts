import { element } from '../shared/dom.js'
import { processText, type Grid } from '../shared/grid.js'

/// Selects the process of a grid whose values are shown; hidden if there is only one.
export class ProcessPicker {
  readonly dom = element('select', 'process')
  private grid: Grid = { replicas: 1, partitions: 1 }

  constructor(onChoose: (process: number) => void) {
    this.dom.setAttribute('aria-label', 'Process')
    this.dom.title = 'The process (replica, partition) whose values are shown'
    this.dom.hidden = true
    this.dom.addEventListener('change', () => onChoose(this.process))
  }

  /// Flattened id of the choice.
  get process(): number {
    return Math.max(0, this.dom.selectedIndex)
  }

  /// Shows a run's grid. The choice is kept while the grid is the same.
  show(grid: Grid): void {
    const isSame = grid.replicas === this.grid.replicas && grid.partitions === this.grid.partitions
    if (isSame && this.dom.options.length > 0) return
    this.grid = { ...grid }
    const names = Array.from({ length: grid.replicas * grid.partitions }, (_, process) => processText(process, grid))
    this.dom.replaceChildren(...names.map((name) => new Option(name)))
    this.dom.hidden = names.length === 1
  }
}

/// Parses a process written as `(1, 0)` or `1, 0` to its flattened id; null if it is not in the grid.
export function processCalled(name: string, { replicas, partitions }: Grid): number | null {
  const [, replica, partition] = /^\s*\(?\s*(\d+)\s*,\s*(\d+)\s*\)?\s*$/.exec(name) ?? []
  const isThere = replica !== undefined && Number(replica) < replicas && Number(partition) < partitions
  return isThere ? Number(replica) * partitions + Number(partition) : null
}
