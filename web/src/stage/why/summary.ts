import type { WhyCell, WhyChain, WhySet } from 'paddock-hlo'
import { groupedNumber } from '../../shared/numbers.js'

/// Fewest cells of a chain that a summary shortens.
const fewestCells = 8
/// Names or operations of one kind that are listed.
const mostListed = 4

/// Words for what a reduction applies.
const reducers: Readonly<Record<string, string>> = { add: 'sum', multiply: 'product', maximum: 'maximum', minimum: 'minimum' }

const baseOf = (name: string): string => name.replace(/\[.*$/, '')

/// Returns a summary of a long chain from a cell back: its sources, its reductions, and the sides that selects took.
/// Empty for a short chain, and for one that leads forward.
export function summaryOf(chain: WhyChain, text: string): string {
  const { cells, direction } = chain
  if (direction !== 'back' || cells.length < fewestCells) return ''
  const namesOf = (kind: WhyCell['kind']): string[] => cells.flatMap((cell) => (cell.kind === kind ? [baseOf(cell.name)] : []))
  const ofChain = (cell: WhyCell): string => text.slice(chain.rangeOf(cell).from, chain.rangeOf(cell).to)
  return [
    sentence('From', namesOf('input')),
    sentence('Constants:', namesOf('constant')),
    sentence('Over many:', cells.flatMap((cell) => reductionOf(cell, ofChain))),
    sentence('Decided:', cells.flatMap(selectOf)),
  ].filter((words) => words !== '').join(' ')
}

/// Lists what occurs, each once.
function sentence(title: string, all: readonly string[]): string {
  const parts = [...new Set(all)]
  if (parts.length === 0) return ''
  const more = parts.length > mostListed ? `, and ${parts.length - mostListed} more` : ''
  return `${title} ${parts.slice(0, mostListed).join(', ')}${more}.`
}

/// Returns `%s is the sum over dimension 1 of 16 (line 4)` for a cell that many cells of one operand, or of several
/// processes, give.
function reductionOf(cell: WhyCell, textOf: (cell: WhyCell) => string): string[] {
  const { operation, sets: [first, second], line, name } = cell
  if (first === undefined || !/reduce|dot|convolution|einsum/.test(operation)) return []
  const processes = new Set(cell.sets.map(({ process }) => String(process))).size
  const isProduct = /dot|convolution|einsum/.test(operation) && second !== undefined
  const over = [
    ...(first.count > 1 ? [isProduct ? `${groupedNumber(first.count)} products` : dimensionsOf(first, operation)] : []),
    ...(processes > 1 ? [`${processes} processes`] : []),
  ]
  const kind = isProduct ? 'sum' : (reducers[reducerIn(textOf(cell))] ?? operation.replace(/^.*\./, ''))
  return over.length === 0 ? [] : [`${baseOf(name)} is the ${kind} ${isProduct ? 'of' : 'over'} ${over.join(' and ')} (line ${line})`]
}

/// Returns the operation of a reduction's region, without its dialect.
const reducerIn = (operation: string): string => /(?:applies\s+|\n[^\n]*=\s*)"?stablehlo\.(\w+)/.exec(operation)?.[1] ?? ''

/// Returns `dimension 0 of 8`, or `dimensions 0, 2 of 8 x 4`.
function dimensionsOf({ ranges }: WhySet, operation: string): string {
  const many = ranges.flatMap(([, count], dimension) => (count > 1 ? [{ dimension, count }] : []))
  const sizes = many.map(({ count }) => groupedNumber(count)).join(' x ')
  if (/window/.test(operation)) return `a window of ${sizes}`
  return `${many.length > 1 ? 'dimensions' : 'dimension'} ${many.map(({ dimension }) => dimension).join(', ')} of ${sizes}`
}

/// Returns `%q takes %d, as %p is true (line 10)` for a select.
function selectOf({ operation, sets: [predicate, taken], name, line }: WhyCell): string[] {
  if (!/\bselect$/.test(operation) || predicate === undefined || taken === undefined) return []
  const value = predicate.cells[0]?.value ?? ''
  return [`${baseOf(name)} takes ${baseOf(taken.name)}, as ${baseOf(predicate.name)} is ${value} (line ${line})`]
}
