import dagre from '@dagrejs/dagre'
import { groupHead, groupPadding, type Level, type PlacedLevel } from './level.js'

/// From this number of nodes on, edges are not made as short as possible, which takes seconds.
const mostShortest = 100

/// Lays out levels, each with the sizes that the ones before it have.
export function layOutLevels(levels: readonly Level[], kept: LevelCache): PlacedLevel[] {
  const placed: PlacedLevel[] = []
  for (const { nodes, edges } of levels) {
    const sizes = nodes.map(({ width, height, inner }) => (inner === null ? { width, height } : around(placed[inner]!, width)))
    placed.push(kept.get(sizes, edges, () => layOut(sizes, edges)))
  }
  return placed
}

interface Size {
  width: number
  height: number
}

const around = ({ width, height }: Size, least: number): Size => ({ width: Math.max(width + 2 * groupPadding, least), height: height + groupPadding + groupHead })

/// Levels that did not change are laid out once.
export class LevelCache {
  private levels = new Map<string, PlacedLevel>()

  get(sizes: readonly Size[], edges: Level['edges'], make: () => PlacedLevel): PlacedLevel {
    const key = JSON.stringify([sizes, edges])
    const level = this.levels.get(key) ?? make()
    if (this.levels.size > 500) this.levels.clear()
    this.levels.set(key, level)
    return level
  }
}

export function layOut(sizes: readonly Size[], edges: Level['edges']): PlacedLevel {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ranksep: 28, nodesep: 18, edgesep: 10, ranker: sizes.length > mostShortest ? 'tight-tree' : 'network-simplex' })
  graph.setDefaultEdgeLabel(() => ({}))
  sizes.forEach(({ width, height }, i) => graph.setNode(String(i), { width, height }))
  edges.forEach(([from, to], i) => graph.setEdge(String(from), String(to), {}, String(i)))
  dagre.layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const nodes = sizes.map((size, i) => {
    const { x, y } = graph.node(String(i))
    return { x: x - size.width / 2, y: y - size.height / 2, ...size }
  })
  const points = edges.map(([from, to], i) => (graph.edge(String(from), String(to), String(i)).points ?? []).flatMap(({ x, y }: { x: number; y: number }) => [x, y]))
  return { width: finite(width), height: finite(height), nodes, edges: points }
}

/// The size of an empty graph is minus infinity.
const finite = (size: number): number => (Number.isFinite(size) ? size : 0)
