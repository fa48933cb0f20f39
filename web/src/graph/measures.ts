import type { RunProfile, ValueSummary } from 'paddock-hlo'
import { formatBytes, shortNumber } from '../shared/numbers.js'
import { visit, type GraphNode } from './node.js'

/// Quantities that the colours of a graph show.
export const measureNames = ['none', 'time', 'bytes', 'range', 'NaN'] as const
export type MeasureName = (typeof measureNames)[number]

/// One number for each node; groups have that of what is in them.
export interface Measure {
  name: MeasureName
  /// Sentence above the scale.
  says: string
  of(node: GraphNode): number | null
  /// Formats a number.
  text(value: number): string
  isLogarithmic: boolean
}

/// Values of a run by the offset of their definition.
export type Summaries = ReadonlyMap<number, readonly ValueSummary[]>

export function timeMeasure(profile: RunProfile, root: GraphNode): Measure {
  const of = sumOver(root, rowsBy(profile, ({ milliseconds }) => milliseconds))
  const whole = of(root) ?? 0
  const text = (ms: number): string => `${shortNumber(ms, 3)} ms, ${shortNumber((100 * ms) / (whole || 1), 2)} %`
  return { name: 'time', says: `Time of a run without fusion: ${shortNumber(whole, 3)} ms.`, of, text, isLogarithmic: false }
}

export function bytesMeasure(profile: RunProfile, root: GraphNode): Measure {
  const of = sumOver(root, rowsBy(profile, ({ bytes }) => bytes))
  return { name: 'bytes', says: `Bytes that operations read and write: ${formatBytes(of(root) ?? 0)}.`, of, text: formatBytes, isLogarithmic: false }
}

/// Largest absolute value of the finite elements.
export function rangeMeasure(summaries: Summaries, root: GraphNode): Measure {
  const of = foldOver(root, (node) => greatest(valuesOf(node, summaries).map(({ min, max }) => (min === null ? null : Math.max(Math.abs(min), Math.abs(max!))))), greatest)
  return { name: 'range', says: 'Largest absolute value of the finite elements.', of, text: (value) => shortNumber(value, 3), isLogarithmic: true }
}

/// Number of elements that are NaN or infinite.
export function nanMeasure(summaries: Summaries, root: GraphNode): Measure {
  const own = (node: GraphNode): number | null => {
    const values = valuesOf(node, summaries)
    return values.length === 0 ? null : values.reduce((sum, { nan, infinite }) => sum + nan + infinite, 0)
  }
  return { name: 'NaN', says: 'Elements that are NaN or infinite.', of: foldOver(root, own, total), text: (count) => shortNumber(count), isLogarithmic: false }
}

const valuesOf = ({ operation, kind, from }: GraphNode, summaries: Summaries): readonly ValueSummary[] =>
  operation === null ? (kind === 'argument' ? (summaries.get(from) ?? []) : []) : [...new Set(operation.results.map((result) => result.from))].flatMap((offset) => summaries.get(offset) ?? [])

type Row = RunProfile['operations'][number]

/// Returns the sum of a column for each line and name of an operation.
function rowsBy({ operations }: RunProfile, column: (row: Row) => number): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of operations) sums.set(`${row.line} ${row.operation}`, (sums.get(`${row.line} ${row.operation}`) ?? 0) + column(row))
  return sums
}

const sumOver = (root: GraphNode, sums: ReadonlyMap<string, number>): Measure['of'] => foldOver(root, ({ operation, line }) => (operation === null ? null : (sums.get(`${line} ${operation.name}`) ?? null)), total)

/// Computes the number of each node from its own and those of its children.
function foldOver(root: GraphNode, own: (node: GraphNode) => number | null, fold: (numbers: readonly (number | null)[]) => number | null): Measure['of'] {
  const found = new Map<GraphNode, number | null>()
  const compute = (node: GraphNode): number | null => {
    const value = fold([own(node), ...node.children.map(compute)])
    found.set(node, value)
    return value
  }
  compute(root)
  return (node) => found.get(node) ?? null
}

const known = (numbers: readonly (number | null)[]): number[] => numbers.filter((number) => number !== null)

function total(numbers: readonly (number | null)[]): number | null {
  const some = known(numbers)
  return some.length === 0 ? null : some.reduce((sum, number) => sum + number, 0)
}

function greatest(numbers: readonly (number | null)[]): number | null {
  const some = known(numbers)
  return some.length === 0 ? null : Math.max(...some)
}

/// Returns the range of a measure over the nodes that are shown.
export function rangeOfMeasure({ of }: Measure, nodes: Iterable<GraphNode>): { minimum: number; maximum: number } | null {
  const values = known([...nodes].map(of))
  return values.length === 0 ? null : { minimum: Math.min(...values), maximum: Math.max(...values) }
}

/// Returns all nodes in a graph.
export function nodesIn(root: GraphNode): GraphNode[] {
  const nodes: GraphNode[] = []
  visit(root, (node) => nodes.push(node))
  return nodes
}
