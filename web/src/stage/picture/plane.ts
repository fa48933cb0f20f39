import { facetGap, type Layout, type Room, usualHeight } from './layout.js'

/// A view of a picture: pixels a cell, and the cell at the upper left corner.
export interface View {
  scale: number
  x: number
  y: number
}

export interface Cell {
  facet: number
  row: number
  column: number
}

export interface Size {
  width: number
  height: number
}

const largestScale = 64

/// The facets of a picture on one plane, measured in cells, and the views of it.
export class Plane implements Size {
  /// Pixels a cell at which all is visible.
  readonly fit: number
  readonly width: number
  readonly height: number
  /// Gaps between facets, horizontal and vertical.
  private readonly gap: number
  private readonly gapBelow: number
  private readonly top: number

  constructor(
    readonly layout: Layout,
    private readonly room: Room,
  ) {
    const { rows, columns, facets, facetsAcross, cell, bin, label } = layout
    this.fit = cell / bin
    this.gap = facets > 1 ? facetGap / this.fit : 0
    this.top = label / this.fit
    this.gapBelow = this.gap + this.top
    this.width = facetsAcross * (columns + this.gap) - this.gap
    this.height = this.top + Math.ceil(facets / facetsAcross) * (rows + this.gapBelow) - this.gapBelow
  }

  get whole(): View {
    return { scale: this.fit, x: 0, y: 0 }
  }

  isWhole({ scale }: View): boolean {
    return scale <= this.fit
  }

  /// Size of the canvas in CSS pixels. A zoomed picture takes all the room there is.
  size({ scale }: View): Size {
    const { layout, fit, room } = this
    const fitted = { width: Math.max(1, Math.ceil(this.width * fit)), height: Math.max(1, Math.ceil(this.height * fit)) }
    if (scale <= fit) return { width: layout.bin > 1 ? Math.ceil(layout.columns / layout.bin) : fitted.width, height: layout.bin > 1 ? Math.ceil(layout.rows / layout.bin) : fitted.height }
    const least = (own: number, all: number, most: number): number => Math.max(own, Math.floor(Math.min(all * scale, most)))
    return { width: least(fitted.width, this.width, room.width), height: least(fitted.height, this.height, room.height ?? usualHeight) }
  }

  /// Returns the origin of a facet.
  origin(facet: number): { x: number; y: number } {
    const { facetsAcross, rows, columns } = this.layout
    return { x: (facet % facetsAcross) * (columns + this.gap), y: this.top + Math.floor(facet / facetsAcross) * (rows + this.gapBelow) }
  }

  /// Returns the cell under a point of the canvas, or null outside all cells.
  cellAt(view: View, pixelX: number, pixelY: number): Cell | null {
    const { facetsAcross, facets, rows, columns, cells } = this.layout
    const x = view.x + pixelX / view.scale
    const y = view.y + pixelY / view.scale
    if (x < 0 || y < this.top || x >= this.width) return null
    const across = Math.floor(x / (columns + this.gap))
    const facet = Math.floor((y - this.top) / (rows + this.gapBelow)) * facetsAcross + across
    const { x: left, y: top } = this.origin(facet)
    const cell = { facet, row: Math.floor(y - top), column: Math.floor(x - left) }
    const isThere = facet < facets && cell.row < rows && cell.column < columns && cell.row * columns + cell.column < cells
    return isThere ? cell : null
  }

  /// Zooms by a factor about a fixed point of the canvas.
  zoomed(view: View, factor: number, pixelX: number, pixelY: number): View {
    const scale = Math.min(Math.max(view.scale * factor, this.fit), Math.max(largestScale, this.fit))
    const x = view.x + pixelX / view.scale - pixelX / scale
    const y = view.y + pixelY / view.scale - pixelY / scale
    return this.clamped({ scale, x, y })
  }

  moved(view: View, pixelX: number, pixelY: number): View {
    return this.clamped({ scale: view.scale, x: view.x + pixelX / view.scale, y: view.y + pixelY / view.scale })
  }

  /// Clamps a view to the edges.
  clamped({ scale, x, y }: View): View {
    if (scale <= this.fit) return this.whole
    const { width, height } = this.size({ scale, x, y })
    const within = (at: number, all: number, seen: number): number => Math.max(0, Math.min(at, all - seen / scale))
    return { scale, x: within(x, this.width, width), y: within(y, this.height, height) }
  }
}
