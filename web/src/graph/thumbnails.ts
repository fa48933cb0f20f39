import type { RunValues, Tensor } from 'paddock-hlo'
import { drawBlocks } from '../stage/picture/draw-cells.js'
import { previewBins } from '../stage/picture/preview.js'
import { readValue } from '../stage/picture/shown.js'
import { scaleOf, truthScale } from '../stage/picture/colour-scale.js'
import { addThumbnail, type Drawing } from './draw-graph.js'
import { thumbnail } from './node-size.js'
import { isGroup, type GraphNode } from './node.js'

/// Whether a node has room for a picture: its first value is a tensor with several elements.
export function hasThumbnail(node: GraphNode): boolean {
  const type = node.operation === null ? node.note : (node.operation.results[0]?.type ?? '')
  return !isGroup(node) && /(?:^|<)(?:[\d?]+x)*(?:[2-9?]|1\d)\d*(?:x| )/.test(type)
}

/// Pictures the first value of each node, one after the other, while `isWanted` holds.
export async function addThumbnails({ nodes }: Drawing, { values, process, isDark, isWanted }: { values: RunValues; process: number; isDark: boolean; isWanted(): boolean }): Promise<void> {
  for (const [node, drawn] of nodes) {
    if (!hasThumbnail(node)) continue
    const tensor = await values.tensor((node.operation?.results[0] ?? node).from, process, 0, previewBins)
    const picture = tensor === null || tensor.byteSize === 0 ? null : await pictureOf(tensor, isDark)
    tensor?.close()
    if (!isWanted()) return
    if (picture !== null) addThumbnail(drawn, picture)
  }
}

async function pictureOf(tensor: Tensor, isDark: boolean): Promise<HTMLCanvasElement> {
  const { rows, columns } = planeOf(tensor.shape)
  const block = Math.max(1, Math.ceil(Math.max(rows, columns) / thumbnail))
  const window = await tensor.window({ wrap: columns, rows, rowsPerBlock: block, columnsPerBlock: block })
  const { range } = await readValue(tensor, '')
  return drawBlocks(window, tensor.elementType === 'i1' ? truthScale(isDark) : scaleOf(range, isDark))
}

/// Returns the rows and columns of the first slice; a strip wraps to a square.
function planeOf(shape: readonly number[]): { rows: number; columns: number } {
  const sizes = shape.filter((size) => size !== 1)
  if (sizes.length === 0) return { rows: 1, columns: 1 }
  if (sizes.length > 1) return { rows: sizes.at(-2)!, columns: sizes.at(-1)! }
  const columns = sizes[0]! <= thumbnail ? sizes[0]! : Math.ceil(Math.sqrt(sizes[0]!))
  return { rows: Math.ceil(sizes[0]! / columns), columns }
}
