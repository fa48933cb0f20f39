import type { GraphNode } from './node.js'
import type { Level, PlacedLevel } from './layout/level.js'
import { groupHead, groupPadding } from './layout/level.js'
import { clipped, sizeOf } from './node-size.js'
import type { ShownEdge, ShownGraph } from './shown-graph.js'

export interface Box {
  node: GraphNode
  isOpen: boolean
  x: number
  y: number
  width: number
  height: number
}

export interface Line {
  edge: ShownEdge
  points: readonly number[]
}

/// Where everything is, in pixels at scale 1.
export interface Scene {
  width: number
  height: number
  /// Groups come before their content.
  boxes: readonly Box[]
  lines: readonly Line[]
}

/// Returns the levels for the Worker.
export function levelsOf({ levels, edges }: ShownGraph, hasPicture: (node: GraphNode) => boolean): Level[] {
  const numbers = new Map(levels.map((level, i) => [level, i]))
  const byLevel = edgesByLevel(edges)
  return levels.map((level) => {
    const nodes = level.children.map((child) => {
      const inner = numbers.get(child) ?? null
      // The name of an open group needs room.
      const { width, height } = inner === null ? sizeOf(child, hasPicture(child)) : { width: clipped(headOf(child)).length * 7.2 + 40, height: 0 }
      return { width, height, inner }
    })
    return { nodes, edges: pairsOf(level, byLevel.get(level) ?? []) }
  })
}

/// First line of an open group.
export const headOf = ({ title, note, kind }: GraphNode): string => (kind === 'operation' && note !== '' ? `${title} ${note}` : title)

function edgesByLevel(edges: readonly ShownEdge[]): Map<GraphNode, ShownEdge[]> {
  const found = new Map<GraphNode, ShownEdge[]>()
  for (const edge of edges) {
    const some = found.get(edge.level)
    if (some === undefined) found.set(edge.level, [edge])
    else some.push(edge)
  }
  return found
}

/// Edges between the same nodes of a level share a way.
function pairsOf({ children }: GraphNode, edges: readonly ShownEdge[]): (readonly [number, number])[] {
  const numbers = new Map(children.map((child, i) => [child, i]))
  const pairs = new Map(edges.map((edge) => [pairKey(edge), edge.ends.map((end) => numbers.get(end)!) as [number, number]]))
  return [...pairs.values()]
}

export function sceneOf(shown: ShownGraph, placed: readonly PlacedLevel[]): Scene {
  const boxes: Box[] = []
  const byNode = new Map<GraphNode, Box>()
  const origins = new Map<GraphNode, { x: number; y: number }>()
  const number = new Map(shown.levels.map((level, i) => [level, i]))
  const place = (level: GraphNode, x: number, y: number): void => {
    const at = placed[number.get(level)!]!
    origins.set(level, { x, y })
    level.children.forEach((node, i) => {
      const { x: left, y: top, width, height } = at.nodes[i]!
      const box = { node, isOpen: number.has(node), x: x + left, y: y + top, width, height }
      boxes.push(box)
      byNode.set(node, box)
      // A narrow content is in the middle.
      if (box.isOpen) place(node, box.x + Math.max(groupPadding, (width - placed[number.get(node)!]!.width) / 2), box.y + groupHead)
    })
  }
  const root = shown.levels.at(-1)!
  place(root, 0, 0)
  const { width, height } = placed.at(-1)!
  return { width, height, boxes, lines: linesOf(shown, placed, byNode, origins, number) }
}

function linesOf({ levels, edges }: ShownGraph, placed: readonly PlacedLevel[], boxes: ReadonlyMap<GraphNode, Box>, origins: ReadonlyMap<GraphNode, { x: number; y: number }>, number: ReadonlyMap<GraphNode, number>): Line[] {
  const byLevel = edgesByLevel(edges)
  return levels.flatMap((level) => {
    const some = byLevel.get(level) ?? []
    const { x, y } = origins.get(level)!
    const ways = waysOf(some, placed[number.get(level)!]!)
    return some.map((edge) => {
      const way = ways.get(pairKey(edge))!.map((at, i) => at + (i % 2 === 0 ? x : y))
      return { edge, points: [...startOf(boxes.get(edge.from)!, edge, way), ...way, ...endOf(boxes.get(edge.to)!, edge)] }
    })
  })
}

const pairKey = ({ ends: [from, to] }: ShownEdge): string => `${from.key} ${to.key}`

function waysOf(edges: readonly ShownEdge[], { edges: ways }: PlacedLevel): Map<string, readonly number[]> {
  const keys = [...new Set(edges.map(pairKey))]
  return new Map(keys.map((key, i) => [key, ways[i] ?? []]))
}

/// From a node inside an open group the line goes down to the group's edge.
function startOf(box: Box, { from, ends }: ShownEdge, way: readonly number[]): number[] {
  if (from === ends[0]) return []
  const x = box.x + box.width / 2
  const y = box.y + box.height
  return [x, y, (x + way[0]!) / 2, (y + way[1]!) / 2]
}

function endOf(box: Box, { to, ends }: ShownEdge): number[] {
  return to === ends[1] ? [] : [box.x + box.width / 2, box.y]
}
