/// One level of a graph, as the Worker lays it out: what is directly in a group. Nodes are numbered.
export interface Level {
  /// The size of a node. That of a group that is open follows from its level, `inner`, an index among the levels before.
  nodes: readonly { width: number; height: number; inner: number | null }[]
  /// Numbers of the nodes that an edge connects.
  edges: readonly (readonly [number, number])[]
}

/// Where the nodes of a level are, from its upper left corner.
export interface PlacedLevel {
  width: number
  height: number
  /// Upper left corner and size of each node.
  nodes: readonly { x: number; y: number; width: number; height: number }[]
  /// Points of each edge: x, y, x, y, ...
  edges: readonly (readonly number[])[]
}

/// Messages to the Worker are numbered, like those to the engine.
export interface LayoutRequest {
  id: number
  request: { kind: 'layout'; levels: readonly Level[] }
}
export type LayoutReply = { id: number; reply: PlacedLevel[] } | { id: number; problem: string }

/// Room around the content of a group: its frame, and its name above.
export const groupPadding = 12
export const groupHead = 26
