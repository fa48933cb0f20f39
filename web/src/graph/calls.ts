import type { NamePlace, Program } from 'paddock-hlo'
import type { Graph, GraphEdge, GraphNode } from './node.js'

/// Limit of functions whose calls are asked for.
const mostFunctions = 100

/// Reads the places of the functions' names, where they are called.
export async function readUses(program: Program): Promise<NamePlace[]> {
  const functions = program.functions.filter(({ hasBody }) => hasBody)
  if (functions.length < 2) return []
  const places = await Promise.all(functions.slice(0, mostFunctions).map(({ name, from }) => program.nameAt(program.text.indexOf(`@${name}`, from))))
  return places.filter((place) => place !== null)
}

/// Returns an edge from each operation that calls a function to that function.
export function callsOf({ root, operations }: Graph, uses: readonly NamePlace[]): GraphEdge[] {
  const functions = new Map(functionsIn(root).map((one) => [one.title, one]))
  return uses.flatMap(({ name, uses }) => {
    const called = functions.get(name)
    return uses.flatMap(({ from }): GraphEdge[] => {
      const call = innermost(operations, from)
      return call === null || called === undefined ? [] : [{ from: call, to: called, name, type: null }]
    })
  })
}

/// Returns the functions, also those in runs.
const functionsIn = ({ children }: GraphNode): GraphNode[] => children.flatMap((child) => (child.kind === 'run' ? functionsIn(child) : [child]))

/// Returns the innermost operation around an offset.
export function innermost(operations: readonly GraphNode[], offset: number): GraphNode | null {
  let [low, high] = [0, operations.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (operations[middle]!.from <= offset) low = middle + 1
    else high = middle
  }
  let node: GraphNode | null = operations[low - 1] ?? null
  while (node !== null && (node.operation === null || node.to < offset)) node = node.parent
  return node
}
