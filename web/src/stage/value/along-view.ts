import type { Tensor } from 'paddock-hlo'
import { button, element, textElement } from '../../shared/dom.js'
import { groupedNumber, shortNumber } from '../../shared/numbers.js'
import { alongDimension, type Along } from './along-dimension.js'

/// Elements above which a tensor is not read as a whole.
const mostElements = 4_194_304
/// Positions that are listed.
const mostPositions = 256

const columns = ['sum', 'mean', 'variance', 'least', 'greatest'] as const satisfies readonly (keyof Along)[]

/// Dimensions chosen, by the body of the value, so that the next run shows them.
const chosen = new WeakMap<HTMLElement, number>()

/// Offers the sum, mean, variance and extremes along each dimension of a tensor; null for a complex one.
export function renderAlong(tensor: Tensor, title: string, body: HTMLElement): HTMLElement | null {
  const { shape, elementType } = tensor
  if (elementType.startsWith('complex')) return null
  const dom = element('div', 'along-part')
  const row = element('p', 'along')
  row.setAttribute('role', 'group')
  row.setAttribute('aria-label', `Mean, variance, sum, least and greatest number of ${title}`)
  const place = element('div', '')
  const choices = shape.map((size, dimension) => {
    const choice = button('copy mode', `dimension ${dimension} of ${groupedNumber(size)}`, () => show(dimension))
    choice.setAttribute('aria-pressed', 'false')
    return choice
  })
  const show = (dimension: number): void => {
    chosen.set(body, dimension)
    choices.forEach((choice, i) => choice.setAttribute('aria-pressed', String(i === dimension)))
    void tableOf(tensor, title, dimension).then((table) => chosen.get(body) === dimension && place.replaceChildren(table, textElement('p', 'note', 'The variance is the mean square distance from the mean.')))
  }
  row.append('Mean and variance along ', ...choices)
  dom.append(row, place)
  const before = chosen.get(body)
  if (before !== undefined && before < shape.length) show(before)
  return dom
}

async function tableOf(tensor: Tensor, title: string, dimension: number): Promise<HTMLElement> {
  const { shape } = tensor
  const count = shape.reduce((product, size) => product * size, 1)
  if (count > mostElements) return textElement('p', 'note', `${title} has more than ${groupedNumber(mostElements)} elements.`)
  try {
    const rows = alongDimension(await tensor.numbers(), shape, dimension, mostPositions)
    return renderRows(rows, title, dimension, shape)
  } catch (error) {
    return textElement('p', 'note', `${(error as Error).message}.`)
  }
}

function renderRows(rows: readonly Along[], title: string, dimension: number, shape: readonly number[]): HTMLElement {
  const size = shape[dimension]!
  const table = element('table', 'elements-table along-table')
  table.tabIndex = 0
  const left = shape.reduce((product, one) => product * one, 1) / size - rows.length
  const more = left > 0 ? `, the first ${rows.length} of ${groupedNumber(rows.length + left)}` : ''
  const head = element('tr', '')
  head.append(element('td', ''), ...columns.map((name) => header('col', name)))
  const top = element('thead', '')
  top.append(head)
  const body = element('tbody', '')
  body.append(...rows.map((row) => renderRow(row, dimension)))
  table.append(textElement('caption', '', `${title} along dimension ${dimension} of ${groupedNumber(size)}${more}`), top, body)
  return table
}

function renderRow(row: Along, dimension: number): HTMLElement {
  const line = element('tr', '')
  const indices: string[] = row.position.map(String)
  const name = `[${indices.toSpliced(dimension, 0, ':').join(', ')}]`
  line.append(header('row', name), ...columns.map((column) => textElement('td', '', shortNumber(row[column]))))
  return line
}

function header(scope: 'row' | 'col', text: string): HTMLElement {
  const cell = textElement('th', '', text)
  cell.scope = scope
  return cell
}
