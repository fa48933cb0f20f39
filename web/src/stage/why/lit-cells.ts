import type { WhySet } from 'paddock-hlo'
import type { Picture } from '../picture/picture.js'

type Ranges = WhySet['ranges']

/// Cells of one facet, in cells of the facet.
interface Block {
  facet: number
  row: number
  column: number
  rows: number
  columns: number
}

/// Blocks that are outlined separately; a set of more is outlined as a whole.
const mostBlocks = 256

const endOf = ([start, count, stride]: Ranges[number]): number => start + (count - 1) * stride + 1
const has = ([start, count, stride]: Ranges[number], index: number): boolean => index >= start && (index - start) % stride === 0 && (index - start) / stride < count

/// Returns the intervals of a range: one if its indices follow each other or are many.
function intervalsOf(range: Ranges[number]): [begin: number, end: number][] {
  const [start, count, stride] = range
  if (stride === 1 || count === 1 || count > mostBlocks) return [[start, endOf(range)]]
  return Array.from({ length: count }, (_, i) => [start + i * stride, start + i * stride + 1])
}

/// A vector wraps at the width of its picture.
function blocksOfStrip(range: Ranges[number], columns: number): Block[] {
  return intervalsOf(range).flatMap(([begin, end]): Block[] => {
    const [first, last] = [Math.floor(begin / columns), Math.floor((end - 1) / columns)]
    if (last - first > mostBlocks) return [{ facet: 0, row: first, column: 0, rows: last - first + 1, columns }]
    return Array.from({ length: last - first + 1 }, (_, i) => {
      const row = first + i
      const from = Math.max(begin, row * columns)
      return { facet: 0, row, column: from - row * columns, rows: 1, columns: Math.min(end, (row + 1) * columns) - from }
    })
  })
}

/// Returns the blocks of a set that the picture shows.
export function blocksOf(picture: Picture, ranges: Ranges): Block[] {
  const { dimensions, facets, columns, slid } = picture.plane.layout
  if (ranges.length === 0) return []
  if (ranges.length === 1) return blocksOfStrip(ranges[0]!, columns)
  const [down, right] = dimensions.slice(-2).map((dimension) => ranges[dimension]!)
  const isSlidTo = dimensions.slice(0, slid).every((dimension, i) => has(ranges[dimension]!, picture.slid[i]!))
  if (!isSlidTo) return []
  const outer = dimensions.slice(slid, -2)
  const shown = Array.from({ length: facets }, (_, facet) => facet).filter((facet) => {
    const indices = picture.indicesOf({ facet, row: 0, column: 0 })
    return outer.every((dimension) => has(ranges[dimension]!, indices[dimension]!))
  })
  let [rows, across] = [intervalsOf(down!), intervalsOf(right!)]
  if (rows.length * across.length > mostBlocks) [rows, across] = [[[down![0], endOf(down!)]], [[right![0], endOf(right!)]]]
  return shown.flatMap((facet) =>
    rows.flatMap(([top, bottom]) => across.map(([left, end]): Block => ({ facet, row: top, column: left, rows: bottom - top, columns: end - left }))),
  )
}

/// Draws over a picture: cells outside the blocks fade to 35 %, the blocks are outlined.
export function drawLit(context: CanvasRenderingContext2D, picture: Picture, blocks: readonly Block[], isFaded: boolean): void {
  const { view, plane, canvas } = picture
  const style = getComputedStyle(canvas)
  const places = blocks.map(({ facet, row, column, rows, columns }) => {
    const origin = plane.origin(facet)
    const gap = view.scale >= 6 ? 1 : 0
    return {
      x: (origin.x + column - view.x) * view.scale,
      y: (origin.y + row - view.y) * view.scale,
      width: Math.max(columns * view.scale - gap, 3),
      height: Math.max(rows * view.scale - gap, 3),
    }
  })
  context.save()
  if (isFaded) {
    context.beginPath()
    context.rect(0, 0, canvas.clientWidth || canvas.width, canvas.clientHeight || canvas.height)
    for (const { x, y, width, height } of places) context.rect(x, y, width, height)
    context.globalAlpha = 0.65
    context.fillStyle = style.getPropertyValue('--pane')
    context.fill('evenodd')
  }
  context.globalAlpha = 1
  context.strokeStyle = style.getPropertyValue('--now')
  context.lineWidth = 2
  for (const { x, y, width, height } of places) context.strokeRect(x + 1, y + 1, Math.max(width - 2, 1), Math.max(height - 2, 1))
  context.restore()
}
