import { around, isGroup, type Graph, type GraphEdge, type GraphNode } from './node.js'
import { shortType } from './short-type.js'

/// Edges between two nodes that are shown.
export interface ShownEdge {
  from: GraphNode
  to: GraphNode
  values: readonly string[]
  isCall: boolean
  /// Nodes of one level that the edge connects, and the group with that level.
  level: GraphNode
  ends: readonly [GraphNode, GraphNode]
}

/// The part of a graph that is shown: the content of each open group, and edges between what is visible.
export interface ShownGraph {
  /// Open groups, inner ones first; the last one is the root.
  levels: readonly GraphNode[]
  edges: readonly ShownEdge[]
}

/// Number of nodes up to which groups are open at first.
const mostAtFirst = 60

/// Returns the groups to open at first: outer ones before inner ones, while there is room. `entry`: title of the
/// function that runs.
export function openAtFirst({ root }: Graph, entry: string): Set<string> {
  const open = new Set<string>([root.key])
  let count = root.children.length
  const isFirst = ({ title, kind }: GraphNode): boolean => kind === 'function' && title === entry
  const queue = root.children.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    if (!isGroup(node) || node.kind === 'run' || (count + node.children.length > mostAtFirst && !isFirst(node))) continue
    open.add(node.key)
    count += node.children.length
    queue.push(...node.children)
  }
  return open
}

export function shownOf({ root, edges }: Graph, calls: readonly GraphEdge[], open: ReadonlySet<string>): ShownGraph {
  const visible = new Map<GraphNode, GraphNode>()
  const levels: GraphNode[] = []
  const see = (node: GraphNode, shown: GraphNode | null): void => {
    visible.set(node, shown ?? node)
    const isOpen = shown === null && isGroup(node) && open.has(node.key)
    for (const child of node.children) see(child, isOpen ? null : (shown ?? node))
    if (isOpen) levels.push(node)
  }
  see(root, null)
  return { levels, edges: shownEdges([...edges, ...calls], visible) }
}

/// An edge to which values are added.
type GrowingEdge = Omit<ShownEdge, 'values'> & { values: Set<string> }

function shownEdges(edges: readonly GraphEdge[], visible: ReadonlyMap<GraphNode, GraphNode>): ShownEdge[] {
  const found = new Map<GraphNode, Map<GraphNode, GrowingEdge>>()
  for (const { from, to, name, type } of edges) {
    const begin = visible.get(from)!
    const end = visible.get(to)!
    if (begin === end) continue
    const value = type === null ? name : `${name}: ${shortType(type)}`
    const others = found.get(begin) ?? new Map<GraphNode, GrowingEdge>()
    found.set(begin, others)
    const same = others.get(end)
    if (same !== undefined) {
      same.values.add(value)
      continue
    }
    const place = placeOf(begin, end)
    if (place !== null) others.set(end, { from: begin, to: end, values: new Set([value]), isCall: type === null, ...place })
  }
  return [...found.values()].flatMap((others) => [...others.values()].map((edge) => ({ ...edge, values: [...edge.values] })))
}

/// Returns the innermost group around both, and its children that hold them; null if one holds the other.
function placeOf(begin: GraphNode, end: GraphNode): Pick<ShownEdge, 'level' | 'ends'> | null {
  const before = [begin, ...around(begin)]
  const after = [end, ...around(end)]
  const level = before.find((node) => after.includes(node))
  if (level === undefined || level === begin || level === end) return null
  return { level, ends: [before[before.indexOf(level) - 1]!, after[after.indexOf(level) - 1]!] }
}
