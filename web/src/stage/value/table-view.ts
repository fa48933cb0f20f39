import type { Tensor } from 'paddock-hlo'
import { adoptStyles } from '../../shared/adopt-styles.js'
import { element, textElement } from '../../shared/dom.js'
import { markedText } from './readout.js'
import { tableStyles } from './table-styles.js'

/// Number of rows and columns that are visible at once; arrow keys scroll.
const rowsInSight = 16
const columnsInSight = 8

interface Position {
  slice: number
  row: number
  column: number
}

/// Tables shown, so that the next run updates them in place.
const shown = new WeakMap<HTMLTableElement, TableView>()

/// Shows the elements as a table. One cell has the focus, arrow keys move it, Page Up and Down go
/// through the slices of a higher rank. `body` may hold the table of the last run.
export async function renderTable(tensor: Tensor, title: string, body: HTMLElement): Promise<HTMLTableElement> {
  adoptStyles(body, tableStyles)
  const before = body.querySelector('table')
  const view = (before && shown.get(before)) ?? new TableView(tensor, title)
  await view.update(tensor, title)
  return view.table
}

class TableView {
  readonly table = element('table', 'elements-table')
  private rows = 0
  private columns = 0
  private slices = 0
  private at: Position = { slice: 0, row: 0, column: 0 }
  private top = 0
  private left = 0

  constructor(
    private tensor: Tensor,
    private title: string,
  ) {
    shown.set(this.table, this)
    this.table.setAttribute('role', 'grid')
    this.table.addEventListener('keydown', (event) => this.move(event))
  }

  /// Keeps the position for another tensor, as far as it has it.
  async update(tensor: Tensor, title: string): Promise<void> {
    const { shape } = tensor
    this.tensor = tensor
    this.title = title
    this.columns = shape.at(-1) ?? 1
    this.rows = shape.at(-2) ?? 1
    this.slices = shape.slice(0, -2).reduce((product, size) => product * size, 1)
    this.at = { slice: Math.min(this.at.slice, this.slices - 1), row: Math.min(this.at.row, this.rows - 1), column: Math.min(this.at.column, this.columns - 1) }
    this.table.setAttribute('aria-rowcount', String(this.rows))
    this.table.setAttribute('aria-colcount', String(this.columns))
    await this.draw()
  }

  private focus(): void {
    this.table.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }

  private async draw(): Promise<void> {
    const { row, column, slice } = this.at
    this.top = keepInSight(this.top, row, rowsInSight, this.rows)
    this.left = keepInSight(this.left, column, columnsInSight, this.columns)
    const window = await this.tensor.window({ slice, top: this.top, left: this.left, rows: rowsInSight, columns: columnsInSight })
    const body = element('tbody', '')
    const rows = Math.min(window.rows, this.rows - this.top)
    for (let r = 0; r < rows; ++r) {
      const line = element('tr', '')
      line.setAttribute('aria-rowindex', String(this.top + r + 1))
      line.append(header('row', String(this.top + r)))
      for (let c = 0; c < window.columns; ++c) {
        const i = r * window.columns + c
        line.append(this.cell(this.top + r, this.left + c, markedText({ value: window.values[i]!, mark: window.marks[i]! })))
      }
      body.append(line)
    }
    const caption = textElement('caption', '', this.captionText(rows, window.columns))
    const head = element('thead', '')
    const names = element('tr', '')
    names.append(textElement('td', '', ''), ...Array.from({ length: window.columns }, (_, c) => header('col', String(this.left + c))))
    head.append(names)
    const hadFocus = this.table.contains((this.table.getRootNode() as ShadowRoot).activeElement)
    this.table.replaceChildren(caption, head, body)
    if (hadFocus) this.focus()
  }

  private cell(row: number, column: number, text: string): HTMLElement {
    const cell = textElement('td', '', text)
    const isHere = row === this.at.row && column === this.at.column
    cell.tabIndex = isHere ? 0 : -1
    cell.setAttribute('role', 'gridcell')
    cell.setAttribute('aria-label', `row ${row}, column ${column}, ${text.replace('−', 'minus ').replace('∞', 'infinity')}`)
    cell.setAttribute('aria-colindex', String(column + 1))
    cell.addEventListener('focus', () => this.rove(row, column))
    return cell
  }

  private rove(row: number, column: number): void {
    this.table.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1')
    this.at = { ...this.at, row, column }
    ;(this.table.getRootNode() as ShadowRoot).activeElement?.setAttribute('tabindex', '0')
  }

  private captionText(rows: number, columns: number): string {
    const slice = this.slices > 1 ? `slice ${this.at.slice} of ${this.slices}, ` : ''
    return `${this.title}: ${slice}rows ${this.top} to ${this.top + rows - 1} of ${this.rows}, columns ${this.left} to ${this.left + columns - 1} of ${this.columns}`
  }

  private move(event: KeyboardEvent): void {
    const { slice, row, column } = this.at
    const within = (at: number, size: number): number => Math.min(Math.max(at, 0), size - 1)
    const to = ((): Position | null => {
      switch (event.key) {
        case 'ArrowLeft': return { slice, row, column: within(column - 1, this.columns) }
        case 'ArrowRight': return { slice, row, column: within(column + 1, this.columns) }
        case 'ArrowUp': return { slice, row: within(row - 1, this.rows), column }
        case 'ArrowDown': return { slice, row: within(row + 1, this.rows), column }
        case 'Home': return { slice, row: event.ctrlKey ? 0 : row, column: 0 }
        case 'End': return { slice, row: event.ctrlKey ? this.rows - 1 : row, column: this.columns - 1 }
        case 'PageUp': return { slice: within(slice - 1, this.slices), row, column }
        case 'PageDown': return { slice: within(slice + 1, this.slices), row, column }
        default: return null
      }
    })()
    if (to === null) return
    event.preventDefault()
    this.at = to
    void this.draw()
  }
}

/// Returns the first of `count` visible items, moved as little as needed to show `at`.
function keepInSight(first: number, at: number, count: number, size: number): number {
  const moved = at < first ? at : at >= first + count ? at - count + 1 : first
  return Math.max(0, Math.min(moved, size - count))
}

function header(scope: 'row' | 'col', text: string): HTMLElement {
  const cell = textElement('th', '', text)
  cell.scope = scope
  return cell
}
