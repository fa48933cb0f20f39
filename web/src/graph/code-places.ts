import type { LitThing } from '../codemirror/lit-places.js'
import { innermost } from './calls.js'
import { around, isGroup, type Graph, type GraphNode } from './node.js'

/// Returns the node itself, or the outermost closed group around it.
export function visibleOf(node: GraphNode, open: ReadonlySet<string>): GraphNode {
  return around(node).findLast((group) => isGroup(group) && !open.has(group.key)) ?? node
}

/// Returns the nodes of what is lit in the code.
export function nodesOf(thing: LitThing | null, { operations, definitions }: Graph): GraphNode[] {
  if (thing === null) return []
  const some = 'name' in thing ? [definitions.get(thing.name.from)] : 'dimension' in thing ? thing.dimension.values.map(({ from }) => definitions.get(from)) : [innermost(operations, thing.place.from)]
  return some.filter((node) => node != null)
}
