import type { WhyRun, WhySet } from 'paddock-hlo'

/// A cell that travels: from one of an operand to one of the result. Cells are in row-major order.
export interface Move {
  fromProcess: number
  operand: number
  from: number
  toProcess: number
  to: number
  value: string
}

/// The operation, as its cells are asked about.
export interface Moving {
  name: string
  /// Name of the result, and its line.
  result: string
  line: number
  shape: readonly number[]
  operands: readonly (readonly number[])[]
  /// Processes whose results are drawn.
  processes: readonly number[]
}

/// A result of one process, cell by cell, as text.
export interface Moved {
  moves: Move[]
  /// By process.
  results: ReadonlyMap<number, string[]>
}

/// Limit of the result cells that are drawn.
export const mostMoved = 256

export const countOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1)

/// Operations that only move cells, and the collective ones, which move them between processes.
const movers = new Set(['transpose', 'reshape', 'slice', 'dynamic_slice', 'concatenate', 'gather', 'dynamic_gather', 'broadcast_in_dim', 'pad', 'reverse', 'dynamic_update_slice'])
const collectives = new Set(['all_gather', 'all_reduce', 'all_to_all', 'collective_permute', 'collective_broadcast', 'reduce_scatter'])

const plainName = (name: string): string => name.replace(/^\w+\./, '')
export const isCollective = (name: string): boolean => collectives.has(plainName(name))
export const isMover = (name: string): boolean => movers.has(plainName(name)) || isCollective(name)

/// Operands besides the first of these hold indices.
const isIndexed = (name: string): boolean => /gather$|slice$/.test(plainName(name)) && !isCollective(name) && plainName(name) !== 'dynamic_update_slice'

function indicesOf(cell: number, shape: readonly number[]): number[] {
  const indices: number[] = []
  for (let rest = cell, d = shape.length - 1; d >= 0; rest = Math.floor(rest / shape[d]!), --d) indices.unshift(rest % shape[d]!)
  return indices
}

const cellOf = (indices: readonly number[], shape: readonly number[]): number => indices.reduce((cell, index, d) => cell * shape[d]! + index, 0)

/// Asks the run where each cell of the result came from.
export async function readMoves({ name, result, line, shape, operands, processes }: Moving, why: WhyRun): Promise<Moved> {
  const moves: Move[] = []
  const results = new Map<number, string[]>()
  const { partitions } = why.grid
  for (const process of processes) {
    const values: string[] = []
    for (let to = 0; to < countOf(shape); ++to) {
      const indices = indicesOf(to, shape)
      const chain = await why.why(indices.length === 0 ? result : `${result}[${indices.join(', ')}]`, { process, line, depth: 1, cells: 2, terms: 16, all: true })
      const { sets, value } = chain.cells[0]!
      values.push(value)
      for (const set of sets) moves.push(...movesOf(set, { name, operands, partitions, to, process }))
    }
    results.set(process, values)
  }
  return { moves, results }
}

function movesOf({ operand, process, decides, cells }: WhySet, to: { name: string; operands: Moving['operands']; partitions: number; to: number; process: number }): Move[] {
  const shape = to.operands[operand]
  if (decides || shape === undefined || (operand > 0 && isIndexed(to.name))) return []
  const fromProcess = process[0] * to.partitions + process[1]
  return cells.map(({ cell, value }) => ({ fromProcess, operand, from: cellOf(cell, shape), toProcess: to.process, to: to.to, value }))
}
