import type { WhySet } from 'paddock-hlo'
import { element } from '../../shared/dom.js'
import type { Picture } from '../picture/picture.js'

type Ranges = WhySet['ranges']

/// Pixels that a box reaches out of the picture at most, and between the picture and a box that lies apart: together the
/// margin of the pane.
const reach = 12
const apart = 4
/// Smallest side of a box, in pixels.
const leastSide = 10

interface Interval {
  from: number
  to: number
}

/// Returns the indices of a range, as an interval.
const intervalOf = ([start, count, stride]: Ranges[number]): Interval => ({ from: start, to: start + (count - 1) * stride + 1 })

/// Pulls an interval in pixels to an edge of `0 .. size`: one that is far away lies beside it.
function pulled({ from, to }: Interval, size: number): Interval {
  const length = Math.min(Math.max(to - from, leastSide), size)
  if (from >= size) return { from: size + apart, to: size + apart + Math.min(length, reach) }
  if (to <= 0) return { from: -apart - Math.min(length, reach), to: -apart }
  return { from: Math.max(from, -reach), to: Math.min(to, size + reach) }
}

/// A dashed box over the edge of an operand's picture, or beside it: the cells that an operation asked for, of which some
/// do not exist. Their indices were clamped, or the cells are padding.
export class OutsideMark {
  readonly dom = element('div', 'outside')
  private shown: { picture: Picture; ranges: Ranges } | null = null

  constructor() {
    this.dom.hidden = true
  }

  show(picture: Picture, ranges: Ranges): void {
    this.shown = { picture, ranges }
    this.place()
  }

  hide(): void {
    this.shown = null
    this.dom.hidden = true
  }

  /// The pictures have moved.
  place(): void {
    const { shown } = this
    const box = shown && boxOf(shown.picture, shown.ranges)
    this.dom.hidden = box === null
    if (box === null || shown === null) return
    const { left, top } = shown.picture.canvas.getBoundingClientRect()
    const { across, down } = box
    Object.assign(this.dom.style, { left: `${left + across.from}px`, top: `${top + down.from}px`, width: `${across.to - across.from}px`, height: `${down.to - down.from}px` })
  }
}

/// Returns the box in pixels of the picture's canvas. Null if it lies in a facet that is not shown, or beyond a dimension
/// that has no edge in the picture.
function boxOf(picture: Picture, ranges: Ranges): { across: Interval; down: Interval } | null {
  const { plane, view, canvas } = picture
  const { rows, columns, cells, dimensions } = plane.layout
  if (ranges.length === 0) return null
  const { across, down, facet } = ranges.length === 1 ? stripOf(intervalOf(ranges[0]!), rows, columns, cells) : faceOf(picture, ranges, dimensions)
  if (facet === null) return null
  const origin = plane.origin(facet)
  const pixels = ({ from, to }: Interval, start: number): Interval => ({ from: (from - start) * view.scale, to: (to - start) * view.scale })
  const frame = canvas.getBoundingClientRect()
  return { across: pulled(pixels(across, view.x - origin.x), frame.width), down: pulled(pixels(down, view.y - origin.y), frame.height) }
}

interface Face {
  across: Interval
  down: Interval
  facet: number | null
}

/// A vector wraps: what is before it is left of its first row, what is behind it right of its last one.
function stripOf({ from, to }: Interval, rows: number, columns: number, cells: number): Face {
  if (rows === 1) return { across: { from, to }, down: { from: 0, to: 1 }, facet: 0 }
  const row = from < 0 ? 0 : rows - 1
  const first = from < 0 ? 0 : row * columns
  return { across: { from: from - first, to: to - first }, down: { from: row, to: row + 1 }, facet: to > cells || from < 0 ? 0 : null }
}

function faceOf(picture: Picture, ranges: Ranges, dimensions: readonly number[]): Face {
  const [down, across] = dimensions.slice(-2).map((dimension) => intervalOf(ranges[dimension]!))
  const inner = dimensions.slice(-2)
  const indices = ranges.map(([start, count], dimension) => (inner.includes(dimension) ? 0 : count > 1 ? Math.max(start, 0) : start))
  // Outside of the other dimensions there is no facet.
  const cell = picture.cellOf(indices)
  const isThere = cell !== null && picture.indicesOf(cell).join() === indices.join()
  return { down: down!, across: across!, facet: isThere ? cell.facet : null }
}
