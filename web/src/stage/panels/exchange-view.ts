import { button, element, textElement } from '../../shared/dom.js'
import { processText } from '../../shared/grid.js'
import { formatBytes } from '../../shared/numbers.js'
import { isDarkAround } from '../../shared/colour-scheme.js'
import { scaleOf } from '../picture/colour-scale.js'
import type { Exchange } from '../../run/traffic.js'

export interface ExchangeActions {
  /// Moves the cursor to the operation.
  goTo(exchange: Exchange): void
  /// Returns what `source` sent and `target` received, as far as it was kept.
  values(exchange: Exchange, source: number, target: number): Promise<readonly HTMLElement[]>
}

/// Number of processes above which a grid is described in words.
const mostProcesses = 64
const headWidth = 56
const smallestCell = 14
const largestCell = 64
/// Size from which a cell holds its number.
const numberedCell = 48

/// Renders the traffic of an operation: a sentence, and a matrix with a row for each sender and a
/// column for each receiver. The state of `before`, from the last run, is kept.
export function renderExchange(exchange: Exchange, grid: { replicas: number; partitions: number }, width: number, actions: ExchangeActions, before: HTMLDetailsElement | undefined): HTMLDetailsElement {
  const section = element('details', 'exchange')
  const heading = element('summary', 'result-title')
  heading.append(textElement('span', 'op-name', exchange.operation), textElement('span', 'type', `line ${exchange.line}`))
  const sentence = textElement('p', 'note', sentenceOf(exchange))
  sentence.append(button('place', 'Go to the line', () => actions.goTo(exchange)))
  section.append(heading, sentence)
  const count = grid.replicas * grid.partitions
  if (count > mostProcesses) return section
  const matrix = new Matrix(exchange, grid, width, actions)
  section.append(matrix.scroller, matrix.detail)
  const chosen = before?.querySelector<HTMLTableCellElement>('td[aria-selected="true"]')
  if (chosen != null) matrix.chooseAgain((chosen.parentElement as HTMLTableRowElement).sectionRowIndex, chosen.cellIndex - 1)
  section.open = before?.open ?? false
  return section
}

function sentenceOf({ count, channel, groups, total }: Exchange): string {
  const isMessage = groups.length === 0
  const times = isMessage ? `${count} ${count === 1 ? 'message' : 'messages'}` : `${count} ${count === 1 ? 'meeting' : 'meetings'}`
  const where = channel === 0 ? '' : ` on channel ${channel}`
  const named = groups.slice(0, 8).map((group) => `[${group.join(', ')}]`).join(', ')
  const more = groups.length > 8 ? ` and ${groups.length - 8} more` : ''
  const whose = isMessage ? '' : ` of the ${groups.length === 1 ? 'group' : 'groups'} ${named}${more}`
  return `${times}${where}${whose}, ${formatBytes(total)} between processes. `
}

/// A table whose cells are reached with the arrow keys; the chosen cell is explained below it.
class Matrix {
  readonly scroller = element('div', 'matrix-scroller')
  readonly detail = element('div', 'matrix-detail')
  private readonly cells: HTMLTableCellElement[][] = []
  private chosen: HTMLTableCellElement | undefined
  private asked = 0

  constructor(
    private readonly exchange: Exchange,
    private readonly grid: { replicas: number; partitions: number },
    width: number,
    private readonly actions: ExchangeActions,
  ) {
    const count = grid.replicas * grid.partitions
    const size = Math.min(Math.max(Math.floor((width - headWidth) / count) - 1, smallestCell), largestCell)
    this.detail.setAttribute('aria-live', 'polite')
    this.scroller.append(this.table(count, size))
    this.scroller.addEventListener('keydown', (event) => this.move(event))
  }

  private table(count: number, size: number): HTMLTableElement {
    const table = element('table', 'matrix')
    table.setAttribute('role', 'grid')
    table.style.setProperty('--cell', `${size}px`)
    table.append(textElement('caption', '', 'Rows send, columns receive.'))
    const processes = Array.from({ length: count }, (_, process) => process)
    const head = element('tr', '')
    const corner = textElement('th', 'corner', 'bytes')
    corner.scope = 'col'
    head.append(corner, ...processes.map((target) => this.header(target, 'col', size)))
    const top = element('thead', '')
    top.append(head)
    const body = element('tbody', '')
    const scale = scaleOf({ minimum: 0, maximum: Math.max(0, ...processes.flatMap((source) => [...(this.exchange.bytes.get(source)?.values() ?? [])])) }, isDarkAround(this.scroller))
    for (const source of processes) {
      const row = element('tr', '')
      const cells = processes.map((target) => this.cell(source, target, size, scale.colour(this.bytes(source, target))))
      this.cells.push(cells)
      row.append(this.header(source, 'row', largestCell), ...cells)
      body.append(row)
    }
    this.cells[0]![0]!.tabIndex = 0
    table.append(top, body)
    return table
  }

  /// In narrow columns the process is shown by its flattened id.
  private header(process: number, scope: 'row' | 'col', size: number): HTMLTableCellElement {
    const isShort = size < numberedCell
    const header = textElement('th', '', isShort ? String(process) : this.name(process))
    header.scope = scope
    if (isShort) header.abbr = this.name(process)
    header.title = `Process ${this.name(process)}`
    return header
  }

  private cell(source: number, target: number, size: number, [red, green, blue]: readonly [number, number, number]): HTMLTableCellElement {
    const bytes = this.bytes(source, target)
    const cell = element('td', '')
    const isKept = source === target
    cell.append(textElement('span', size < numberedCell ? 'spoken' : '', isKept ? 'itself' : bytes < 10_000 ? String(bytes) : formatBytes(bytes)))
    cell.tabIndex = -1
    cell.toggleAttribute('data-kept', isKept)
    if (!isKept && bytes > 0) {
      cell.style.backgroundColor = `rgb(${red} ${green} ${blue})`
      cell.style.color = red * 0.3 + green * 0.59 + blue * 0.11 > 140 ? '#1C211E' : '#FBFAF6'
    }
    cell.addEventListener('click', () => this.choose(source, target))
    cell.addEventListener('focus', () => this.choose(source, target))
    return cell
  }

  private bytes(source: number, target: number): number {
    return this.exchange.bytes.get(source)?.get(target) ?? 0
  }

  private name(process: number): string {
    return processText(process, this.grid)
  }

  /// A smaller grid may not have this cell.
  chooseAgain(source: number, target: number): void {
    if (this.cells[source]?.[target] !== undefined) this.choose(source, target)
  }

  private choose(source: number, target: number): void {
    const cell = this.cells[source]![target]!
    if (cell === this.chosen) return
    const before = this.chosen ?? this.cells[0]![0]!
    before.tabIndex = -1
    before.removeAttribute('aria-selected')
    this.chosen = cell
    cell.tabIndex = 0
    cell.setAttribute('aria-selected', 'true')
    void this.explain(source, target)
  }

  private async explain(source: number, target: number): Promise<void> {
    const asked = ++this.asked
    const bytes = this.bytes(source, target)
    const sentence =
      source === target
        ? `What ${this.name(source)} keeps for itself is not sent.`
        : `${this.name(source)} gave ${this.name(target)} ${bytes === 0 ? 'nothing' : formatBytes(bytes)}.`
    this.detail.replaceChildren(textElement('p', 'note', sentence))
    const values = await this.actions.values(this.exchange, source, target)
    if (asked === this.asked) this.detail.append(...values)
  }

  private move(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }
    const row = this.cells.findIndex((cells) => cells.includes(event.target as HTMLTableCellElement))
    if (row < 0) return
    const column = this.cells[row]!.indexOf(event.target as HTMLTableCellElement)
    const step = steps[event.key]
    const last = this.cells.length - 1
    const to = step !== undefined ? [row + step[0], column + step[1]] : event.key === 'Home' ? [row, 0] : event.key === 'End' ? [row, last] : null
    if (to === null) return
    event.preventDefault()
    this.cells[to[0]!]?.[to[1]!]?.focus()
  }
}
