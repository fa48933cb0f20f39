import type { Range } from './diagnostics.js'
import type { NamePlace, OperationPlace } from './structure.js'

/// Where a cursor stands in a text.
export interface Cursor {
  offset: number
  line: Range
}

/// Where the operation that a cursor means is looked for: an empty line stands in operations, too.
export const searchedBy = ({ line: { from, to } }: Cursor): Range => ({ from, to: Math.max(to, from + 1) })

/// The operation that is meant by a cursor, of those where it looks for it: the innermost around
/// it, else the one that begins on its line; null where there is none or it has no values (a
/// return).
export function operationAt(all: readonly OperationPlace[], { offset, line }: Cursor): OperationPlace | null {
  const operations = all.filter(isWritten)
  const around = operations.filter(({ from, to }) => from <= offset && offset <= to)
  const starting = operations.find(({ from }) => line.from <= from && from <= line.to)
  const innermost = around.at(-1)
  const found = innermost !== undefined && innermost.from >= line.from ? innermost : (starting ?? innermost ?? null)
  return found !== null && found.results.length + found.operands.length > 0 && !/(?:^|\.)return$/.test(found.name) ? found : null
}

/// The short form of a reduction names the operation of its region, whose values have no names in the text.
const isWritten = ({ operands, results }: OperationPlace): boolean => [...operands, ...results].every(({ name }) => name.length > 1)

interface Names {
  operands: readonly NamePlace[]
  results: readonly NamePlace[]
}

const found = new WeakMap<OperationPlace, Names>()

/// Returns an operation's operands, each once, and its results; a tuple is replaced by its leaves. Repeated calls
/// return the same objects.
export function namesOf(operation: OperationPlace): Names {
  const names = found.get(operation) ?? findNames(operation)
  found.set(operation, names)
  return names
}

function findNames({ operands, results }: OperationPlace): Names {
  const isFirst = (one: NamePlace, i: number): boolean => operands.findIndex((other) => other.name === one.name && other.from === one.from) === i
  return { operands: operands.filter(isFirst).flatMap(leavesOf), results: results.flatMap(leavesOf) }
}

const leavesOf = (place: NamePlace): readonly NamePlace[] => place.leaves?.map((leaf, part) => ({ ...place, ...leaf, leaves: null, part })) ?? [place]

/// Which of the results under one name (`%r:2`) it is.
export const indexOf = ({ name }: Pick<NamePlace, 'name'>): number => Number(/#(\d+)(?:\.|$)/.exec(name)?.[1] ?? 0)
