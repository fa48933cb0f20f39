import type { ElementType } from 'paddock-hlo'
import { button, element, textElement } from '../shared/dom.js'
import { shortNumber } from '../shared/numbers.js'
import type { Difference } from './compare-tensors.js'
import type { NamedValue } from './references.js'
import { comparedTypes, type TypeComparison } from './types.js'

interface TypesEvents {
  lineOf(value: NamedValue): number
  /// Goes to a value, and marks its line.
  show(value: NamedValue): void
}

/// Whether a value is further from f64 than the limit, relative to its largest magnitude.
const isOver = (difference: Difference | null | undefined, limit: number): boolean => difference != null && (difference.nonFinite > 0 || difference.scaled > limit)

const firstOver = ({ rows }: TypeComparison, column: number, limit: number): NamedValue | undefined => rows.find(({ differences }) => isOver(differences[column], limit))?.value

/// Returns the first value above the limit in the widest type that has one.
export function firstOfTypes(comparison: TypeComparison, limit: number): NamedValue | undefined {
  return comparedTypes.map((_, column) => firstOver(comparison, column, limit)).find((value) => value !== undefined)
}

/// Says of each type whether it suffices, or where it first does not.
export function typesSentence(comparison: TypeComparison, limit: number, lineOf: (value: NamedValue) => number): string {
  const words = comparedTypes.map((type, column) => {
    const refusal = comparison.refusals[column]
    if (refusal !== null) return `not in ${type}: ${refusal}`
    const first = firstOver(comparison, column, limit)
    return first === undefined ? `${type} stays within ${limit}` : `${type} is first above it at ${first.summary.name} in line ${lineOf(first)}`
  })
  return `Compared with f64: ${words.join('; ')}.`
}

/// Renders a row for each value and a column for each type: the largest error, and the largest distance in representable
/// numbers of the type.
export function typesTable(comparison: TypeComparison, limit: number, mostRows: number, events: TypesEvents): HTMLElement {
  const table = element('table', '')
  table.append(headOf(comparison, limit, events), ...comparison.rows.slice(0, mostRows).map(({ value, differences }) => {
    const row = element('tr', '')
    const name = element('td', '')
    name.append(button('compare-value', value.summary.name, () => events.show(value)))
    row.append(name, textElement('td', '', String(events.lineOf(value))), ...differences.map((difference) => cellOf(difference, isOver(difference, limit))))
    return row
  }))
  return table
}

function headOf(comparison: TypeComparison, limit: number, events: TypesEvents): HTMLElement {
  const head = element('tr', '')
  head.append(...['value', 'line'].map((name) => textElement('th', '', name)))
  comparedTypes.forEach((type, column) => {
    const error = element('th', '')
    const first = firstOver(comparison, column, limit)
    error.append(first === undefined ? type : firstButton(type, first, events))
    head.append(error)
  })
  return head
}

/// Leads to the first value above the limit.
function firstButton(type: ElementType, first: NamedValue, events: TypesEvents): HTMLElement {
  const lead = button('compare-value', type, () => events.show(first))
  lead.title = `Go to the first value above the limit in ${type}: ${first.summary.name}`
  return lead
}

function cellOf(difference: Difference | null, isMarked: boolean): HTMLElement {
  const cell = element('td', '')
  cell.toggleAttribute('data-over-cell', isMarked)
  if (difference === null) return cell
  const { nonFinite, scaled, ulp } = difference
  const error = nonFinite > 0 ? 'not finite' : shortNumber(scaled, 2)
  const below = nonFinite > 0 ? `${nonFinite} ${nonFinite === 1 ? 'cell' : 'cells'}` : ulp === null ? '' : `${shortNumber(ulp, 4)} ULP`
  cell.append(`${error} `, textElement('span', 'compare-ulp', below))
  return cell
}
