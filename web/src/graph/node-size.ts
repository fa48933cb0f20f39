import type { GraphNode } from './node.js'

/// Width of a character of the node's font, 12 px Plex Mono.
const character = 7.2
const padding = 10
/// Side of the picture of a value in a node.
export const thumbnail = 36
const nodeHeight = 46

/// Longest text of a node; the rest is in its description.
const longest = 30
export const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

/// Clips a text to the room in a node of this width.
export function clippedTo(text: string, width: number, hasPicture: boolean): string {
  const most = Math.floor((width - 2 * padding - (hasPicture ? thumbnail + 6 : 0)) / character)
  return text.length > most ? `${text.slice(0, Math.max(most - 1, 0))}…` : text
}

/// Returns the size of a node that is not open.
export function sizeOf({ title, note }: GraphNode, hasPicture: boolean): { width: number; height: number } {
  const characters = Math.max(clipped(title).length, clipped(note).length, 4)
  return { width: Math.ceil(characters * character) + 2 * padding + (hasPicture ? thumbnail + 6 : 0), height: note === '' ? 28 : nodeHeight }
}
