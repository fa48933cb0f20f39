import type { RunResult, Tensor } from 'paddock-hlo'
import { button, element, textElement } from '../dom.js'
import { rangeOf, scaleOf } from './colour-scale.js'
import { renderExchange, type ExchangeActions } from './exchange-view.js'
import type { Exchange } from './traffic.js'
import { readValue, renderValue, type Shown } from './value-view.js'

/// More tiles than this are not drawn; the values of the others are a choice away.
const mostTiles = 64

/// How many hues there are for processes; the styles define --d0 and on.
const hues = 6

export interface ProcessActions extends ExchangeActions {
  choose(process: number): void
}

/// What the processes gave each other, and a tile a process: what it returns, all on one scale.
/// Choosing one shows its values beside the program.
export async function renderProcesses(result: RunResult, exchanges: readonly Exchange[], chosen: number, width: number, actions: ProcessActions): Promise<HTMLElement> {
  const { replicas, partitions } = result.grid
  const pane = element('div', 'processes')
  const count = replicas * partitions
  if (count === 1) {
    pane.append(textElement('p', 'note', 'One process runs this program. Write another grid, such as 2 x 2, into the bar above.'))
    return pane
  }
  pane.append(textElement('p', 'operation', `${replicas} x ${partitions} processes, as (replica, partition)${result.workers === 0 ? '' : `, in ${result.workers} ${result.workers === 1 ? 'Worker' : 'Workers'}`}.`))
  const given = exchanges.map((exchange, index) => {
    const section = renderExchange(exchange, result.grid, width, actions)
    // Of many the first shows what the others are.
    section.open = index === 0
    return section
  })
  pane.append(...given)
  const across = Math.min(partitions, Math.max(1, Math.floor(width / 140)))
  const tileWidth = Math.floor(width / across) - 28
  const tiles = element('div', 'tiles')
  tiles.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`
  const shown = await Promise.all(result.processes.slice(0, mostTiles).map((results) => readAll(results)))
  const scale = scaleOf(rangeOf(shown.flat().map(({ range }) => range)))
  for (const [process, values] of shown.entries()) {
    const tile = element('section', 'tile')
    tile.style.borderLeftColor = `var(--d${process % hues})`
    const name = `(${Math.floor(process / partitions)}, ${process % partitions})`
    tile.setAttribute('aria-label', `Process ${name}`)
    const pick = button('pick', name, () => actions.choose(process))
    pick.setAttribute('aria-pressed', String(process === chosen))
    tile.append(pick, ...(await Promise.all(values.map((value) => renderValue(value, { width: tileWidth, height: 160 }, { scale, isBeside: true })))))
    tiles.append(tile)
  }
  pane.append(tiles)
  if (count > mostTiles) pane.append(textElement('p', 'note', `${mostTiles} of ${count} processes are drawn.`))
  return pane
}

async function readAll(results: readonly (Tensor | null)[]): Promise<Shown[]> {
  const tensors = results.filter((tensor) => tensor !== null)
  return Promise.all(tensors.map((tensor, index) => readValue(tensor, tensors.length > 1 ? `Result ${index}` : 'Result')))
}
