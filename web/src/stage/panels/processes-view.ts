import type { Paddock, RunResult, Tensor } from 'paddock-hlo'
import { compareProcesses } from '../../compare/result-processes.js'
import { isDarkAround } from '../../shared/colour-scheme.js'
import { button, element, textElement } from '../../shared/dom.js'
import { processText } from '../../shared/grid.js'
import { rangeOf, scaleOf } from '../picture/colour-scale.js'
import { renderExchange, type ExchangeActions } from './exchange-view.js'
import type { Exchange } from '../../run/traffic.js'
import { readValue, type Shown } from '../picture/shown.js'
import { ValueView } from '../value/value-view.js'

/// Most tiles that are drawn. The values of other processes are shown by choosing one.
const mostTiles = 64

/// Follows the name of the process whose values are shown.
export const marksNote = ' Lines with a bar have other values in other processes: hover over the name.'

/// Number of hues for processes; the styles define --d0 and on.
const hues = 6

export interface ProcessActions extends ExchangeActions {
  choose(process: number): void
  /// Returns the engine, which compares results.
  engine(): Promise<Paddock>
}

/// Results of a process, and the button that chooses it.
interface Tile {
  name: string
  dom: HTMLElement
  pick: HTMLButtonElement
  views: readonly ValueView[]
}

/// Traffic between the processes, and a tile for each with its results, all on one scale. Choosing
/// one shows its values beside the program. Tiles are updated in place by the next run.
export class ProcessesView {
  readonly dom = element('div', 'processes')
  private readonly words = element('p', 'operation')
  /// For each result, whether all processes have the same.
  private readonly equal = element('div', 'equal')
  private readonly given = element('div', 'given')
  private readonly returned = element('div', 'tiles')
  private readonly more = element('p', 'note')
  private tiles: readonly Tile[] = []
  private key = ''
  private newest = 0

  constructor(private readonly actions: ProcessActions) {}

  /// `width` is that of the pane.
  async update(result: RunResult, exchanges: readonly Exchange[], chosen: number, width: number): Promise<void> {
    const { replicas, partitions } = result.grid
    const count = replicas * partitions
    const asked = ++this.newest
    const shown = await Promise.all(result.processes.slice(0, mostTiles).map((results) => readAll(results)))
    if (asked !== this.newest) return
    this.begin([width, replicas, partitions, ...shown.map((values) => values.map(({ tensor }) => tensor.type).join())].join('\n'), shown, partitions, width)
    const where = result.workers === 0 ? '' : `, in ${result.workers} ${result.workers === 1 ? 'Worker' : 'Workers'}`
    this.words.textContent = `${replicas} x ${partitions} processes, as (replica, partition)${where}.`
    void this.compare(shown, result.grid, asked)
    this.showGiven(exchanges, result.grid, width)
    this.more.textContent = count > mostTiles ? `${mostTiles} of ${count} processes are drawn.` : ''
    const scale = scaleOf(rangeOf(shown.flat().map(({ range }) => range)), isDarkAround(this.dom))
    for (const [process, { pick }] of this.tiles.entries()) pick.setAttribute('aria-pressed', String(process === chosen))
    await Promise.all(
      this.tiles.flatMap(({ name, views }, process) =>
        views.map(async (view, i) => {
          const value = shown[process]![i]!
          await view.update(value, { scale, isBeside: true })
          view.dom.setAttribute('aria-label', `${value.title} of ${name}`)
        }),
      ),
    )
  }

  /// The values of a replaced run are closed meanwhile.
  private async compare(shown: readonly Shown[][], grid: RunResult['grid'], asked: number): Promise<void> {
    const sentences = await compareProcesses(shown, grid, () => this.actions.engine()).catch(() => [])
    if (asked === this.newest) this.equal.replaceChildren(...sentences.map((sentence) => textElement('p', 'note', sentence)))
  }

  private begin(key: string, shown: readonly Shown[][], partitions: number, width: number): void {
    if (key === this.key) return
    this.key = key
    const across = Math.min(partitions, Math.max(1, Math.floor(width / 140)))
    const tileWidth = Math.floor(width / across) - 28
    this.returned.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`
    this.tiles = shown.map((values, process) => this.tile(process, partitions, values.map(() => new ValueView({ width: tileWidth, height: 160 }))))
    this.returned.replaceChildren(...this.tiles.map(({ dom }) => dom))
    this.dom.replaceChildren(
      this.words,
      this.equal,
      this.given,
      this.returned,
      this.more,
    )
  }

  private tile(process: number, partitions: number, views: readonly ValueView[]): Tile {
    const name = processText(process, { partitions })
    const dom = element('section', 'tile')
    dom.style.borderLeftColor = `var(--d${process % hues})`
    dom.setAttribute('aria-label', `Process ${name}`)
    const pick = button('pick', name, () => this.actions.choose(process))
    dom.append(pick, ...views.map((view) => view.dom))
    return { name, dom, pick, views }
  }

  private showGiven(exchanges: readonly Exchange[], grid: RunResult['grid'], width: number): void {
    const before = [...this.given.querySelectorAll('details')]
    const sections = exchanges.map((exchange, index) => {
      const section = renderExchange(exchange, grid, width, this.actions, before[index])
      // Only the first of several exchanges is open initially.
      if (before.length === 0) section.open = index === 0
      return section
    })
    this.given.replaceChildren(...sections)
  }
}

async function readAll(results: readonly (Tensor | null)[]): Promise<Shown[]> {
  const tensors = results.filter((tensor) => tensor !== null)
  return Promise.all(tensors.map((tensor, index) => readValue(tensor, tensors.length > 1 ? `Result ${index}` : 'Result')))
}
