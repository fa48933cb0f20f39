import type { GraphNode } from './node.js'

/// Number of nodes that are laid out side by side in a tenth of a second.
const mostTogether = 48

/// Divides a list that is too long for one picture into runs of equal size. Arguments, or others that are named, stay
/// outside, up to a number.
export function divideLists(node: GraphNode, staysOutside = ({ kind }: GraphNode): boolean => kind === 'argument'): void {
  if (node.children.length <= mostTogether) return
  const outside = node.children.filter(staysOutside)
  const kept = outside.length <= mostTogether / 2 ? outside : []
  const rest = node.children.filter((child) => !kept.includes(child))
  node.children = [...kept, ...divided(rest, node)]
}

function divided(nodes: readonly GraphNode[], parent: GraphNode): GraphNode[] {
  const parts = Math.min(mostTogether / 2, Math.ceil(nodes.length / (mostTogether / 2)))
  const size = Math.ceil(nodes.length / parts)
  return Array.from({ length: Math.ceil(nodes.length / size) }, (_, i) => runOf(nodes.slice(i * size, (i + 1) * size), parent))
}

function runOf(nodes: GraphNode[], parent: GraphNode): GraphNode {
  const first = nodes[0]!
  const last = nodes.at(-1)!
  const isNamed = nodes.every(({ kind }) => kind === 'argument' || kind === 'function')
  const title = isNamed ? `${first.title} to ${last.title}` : `lines ${first.line} to ${last.line}`
  const run: GraphNode = { kind: 'run', from: first.from, to: last.to, line: first.line, key: '', title, note: '', operation: null, parent, children: nodes }
  for (const node of nodes) node.parent = run
  divideLists(run)
  return run
}
