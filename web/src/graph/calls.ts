import type { Program } from 'paddock-hlo'
import type { Graph, GraphEdge, GraphNode } from './node.js'

/// Limit of functions whose calls are asked for.
const mostFunctions = 100

/// Returns an edge from each operation that calls a function to that function.
export async function readCalls(program: Program, { root, operations }: Graph): Promise<GraphEdge[]> {
  if (root.children.length < 2) return []
  const found = await Promise.all(root.children.slice(0, mostFunctions).map((one) => callsOf(program, one, operations)))
  return found.flat()
}

async function callsOf(program: Program, called: GraphNode, operations: readonly GraphNode[]): Promise<GraphEdge[]> {
  const place = await program.nameAt(program.text.indexOf(called.title, called.from))
  return (place?.uses ?? []).flatMap(({ from }) => {
    const call = innermost(operations, from)
    return call === null ? [] : [{ from: call, to: called, value: called.title, isCall: true }]
  })
}

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
