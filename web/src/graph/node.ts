import type { OperationPlace, Range } from 'paddock-hlo'

/// `run`: operations or functions that follow each other in the text, where nothing else divides a long list.
type NodeKind = 'function' | 'region' | 'scope' | 'run' | 'operation' | 'argument'

/// A node of the graph: an operation, an argument, or a group. An operation with regions is a group, too.
export interface GraphNode extends Range {
  kind: NodeKind
  /// Path of names, which stays the same through edits elsewhere.
  key: string
  /// First line: `dot_general`, `@main`, `attention`.
  title: string
  /// Second line: the results with their types, or the number of operations.
  note: string
  /// Line in the text, from 1.
  line: number
  operation: OperationPlace | null
  parent: GraphNode | null
  children: GraphNode[]
}

/// A value on its way from its definition to a use.
export interface GraphEdge {
  from: GraphNode
  to: GraphNode
  /// `%x`; `@f` if an operation calls a function.
  name: string
  /// Null for a call.
  type: string | null
}

/// The root has functions as children.
export interface Graph {
  root: GraphNode
  edges: readonly GraphEdge[]
  /// All operations, in the order of the text.
  operations: readonly GraphNode[]
  /// Node that defines the value whose name is at an offset.
  definitions: ReadonlyMap<number, GraphNode>
}

export const isGroup = ({ children }: GraphNode): boolean => children.length > 0

/// Calls back for a node and everything in it.
export function visit(node: GraphNode, see: (node: GraphNode) => void): void {
  see(node)
  for (const child of node.children) visit(child, see)
}

/// Returns the number of operations in a node.
export function operationsIn(node: GraphNode): number {
  let count = 0
  for (const child of node.children) count += (child.kind === 'operation' ? 1 : 0) + operationsIn(child)
  return count
}

/// Returns the nodes around a node, inner ones first.
export function around(node: GraphNode): GraphNode[] {
  const found = []
  for (let at = node.parent; at !== null; at = at.parent) found.push(at)
  return found
}
