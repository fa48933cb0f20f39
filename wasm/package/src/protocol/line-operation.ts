import type { Range } from '../data/offsets.js'
import type { NamePlace, OperationPlace } from './structure.js'

/// Position of a cursor in a text.
export interface Cursor {
  /// Offset of the cursor.
  offset: number
  /// Range of its line.
  line: Range
}

/// Returns the range in which to look for the operation of a cursor, for `Program.operations`. It is
/// at least one unit wide: an empty line can lie inside an operation.
///
/// @param cursor The cursor.
export const searchedBy = ({ line: { from, to } }: Cursor): Range => ({ from, to: Math.max(to, from + 1) })

/// Returns the operation that a cursor selects: the innermost around it, else the one that begins
/// on its line. Null if there is none or it has no values, as a return.
///
/// @param all Operations, such as those of `Program.operations` in the range of `searchedBy`.
/// @param cursor The cursor.
export function operationAt(all: readonly OperationPlace[], { offset, line }: Cursor): OperationPlace | null {
  const operations = all.filter(isWritten)
  const around = operations.filter(({ from, to }) => from <= offset && offset <= to)
  const starting = operations.find(({ from }) => line.from <= from && from <= line.to)
  const innermost = around.at(-1)
  const found = innermost !== undefined && innermost.from >= line.from ? innermost : (starting ?? innermost ?? null)
  return found !== null && found.results.length + found.operands.length > 0 && !/(?:^|\.)return$/.test(found.name) ? found : null
}

/// Whether all values of the operation have names in the text. The short form of a reduction shows
/// its region's operation without any.
const isWritten = ({ operands, results }: OperationPlace): boolean => [...operands, ...results].every(({ name }) => name.length > 1)

type Names = ReturnType<typeof namesOf>

const found = new WeakMap<OperationPlace, Names>()

/// Returns an operation's operands, each once, and its results; a tuple is replaced by its leaves.
/// Repeated calls return the same objects.
///
/// @param operation The operation.
export function namesOf(operation: OperationPlace): { operands: readonly NamePlace[]; results: readonly NamePlace[] } {
  const names = found.get(operation) ?? findNames(operation)
  found.set(operation, names)
  return names
}

function findNames({ operands, results }: OperationPlace): Names {
  const isFirst = (one: NamePlace, i: number): boolean => operands.findIndex((other) => other.name === one.name && other.from === one.from) === i
  return { operands: operands.filter(isFirst).flatMap(leavesOf), results: results.flatMap(leavesOf) }
}

const leavesOf = (place: NamePlace): readonly NamePlace[] => place.leaves?.map((leaf, part) => ({ ...place, ...leaf, leaves: null, part })) ?? [place]

/// Returns the index of a result among those under one name (`%r:2`).
///
/// @param name A result, as `namesOf` or `OperationPlace.results` returns it.
export const indexOf = ({ name }: Pick<NamePlace, 'name'>): number => Number(/#(\d+)(?:\.|$)/.exec(name)?.[1] ?? 0)
