import { windowMarks, type Tensor, type TensorWindow, type WindowOptions } from 'paddock-hlo'
import { element } from '../../shared/dom.js'
import type { Scale } from './colour-scale.js'
import { drawBlocks, drawCell, drawDots, gappedCell } from './draw-cells.js'
import { drawFacetLabel } from './facet-labels.js'
import { layOut, type Room } from './layout.js'
import type { IsPadding } from './padding.js'
import { Plane, type Cell, type View } from './plane.js'

/// A region of a tensor that was read, and its position. `top` and `left` are in cells of the
/// facet; several facets are stacked.
interface Patch {
  window: TensorWindow
  top: number
  left: number
  bin: number
  pixels: { scale: Scale; image: HTMLCanvasElement } | null
}

/// Side in cells of the smallest blocks that are at least a pixel large. The canvas skips smaller blocks, whose numbers
/// would be read in vain. The tolerance absorbs rounding errors of zooming.
const binAt = (scale: number): number => Math.max(1, Math.ceil(1 / scale - 1e-6))

/// Number of cells up to which each is drawn separately, in its exact colour.
const mostSingleCells = 2000

/// A tensor as coloured squares. It stores the visible region, and the whole at the resolution of
/// the first view, whatever the tensor's size. Zooming requests more detail; until that arrives the
/// stored numbers are shown.
export class Picture {
  readonly canvas = element('canvas', 'picture')
  plane: Plane
  view: View
  /// Positions of the sliders.
  slid: number[] = []
  private overview: Patch | null = null
  private detail: Patch | null = null
  private tensor: Tensor | null = null
  private scale: Scale | null = null
  private reading: Promise<void> | null = null
  private frame = 0
  /// Draws what is shown for the first time.
  private readonly waiting = new ResizeObserver(() => {
    this.waiting.disconnect()
    this.draw()
  })
  /// Draws over the cells.
  private drawMark: ((context: CanvasRenderingContext2D) => void) | null = null
  /// Cells to mark as padding.
  isPadding: IsPadding | undefined

  constructor(
    private readonly shape: readonly number[],
    room: Room,
  ) {
    this.canvas.setAttribute('role', 'img')
    this.plane = new Plane(layOut(shape, room), room)
    this.view = this.plane.whole
    this.slid = Array.from({ length: this.plane.layout.slid }, () => 0)
  }

  /// Switches to another tensor of the same shape. The old picture stays until its numbers arrive.
  async show(tensor: Tensor, scale: Scale): Promise<void> {
    const overview = await this.readOverview(tensor)
    this.tensor = tensor
    this.scale = scale
    this.overview = overview
    this.detail = null
    this.draw()
    if (!this.plane.isWhole(this.view)) await this.readDetail()
  }

  rescale(scale: Scale): void {
    this.scale = scale
    this.draw()
  }

  async slide(dimension: number, position: number): Promise<void> {
    this.slid[dimension] = position
    const tensor = this.tensor
    if (tensor === null) return
    const overview = await this.readOverview(tensor)
    if (this.tensor !== tensor) return
    this.overview = overview
    this.detail = null
    this.draw()
    await this.readDetail()
  }

  /// Changes the view. It is drawn in the next frame, and again when more detail has arrived.
  look(view: View): void {
    this.view = view
    this.drawSoon()
    void this.readDetail()
  }

  /// Marks cells: draws over the picture, in this and in later views. Null removes the mark.
  mark(draw: ((context: CanvasRenderingContext2D) => void) | null): void {
    this.drawMark = draw
    this.drawSoon()
  }

  /// Whether padding is marked at this size.
  get marksPadding(): boolean {
    return this.isPadding !== undefined && this.plane.layout.bin === 1 && this.view.scale >= gappedCell
  }

  /// Side in cells of the blocks that the view shows.
  get bin(): number {
    const { layout } = this.plane
    return this.plane.isWhole(this.view) ? layout.bin : Math.min(layout.bin, binAt(this.view.scale))
  }

  /// Returns the cell under a point of the page.
  cellUnder(clientX: number, clientY: number): Cell | null {
    const { left, top } = this.canvas.getBoundingClientRect()
    return this.plane.cellAt(this.view, clientX - left, clientY - top)
  }

  /// Returns the element's index in each dimension.
  indicesOf({ facet, row, column }: Cell): number[] {
    const { shape } = this
    const { dimensions, columns } = this.plane.layout
    if (shape.length < 2) return shape.length === 0 ? [] : [row * columns + column]
    let rest = facet
    const facetSizes = this.sizes.slice(this.slid.length, -2)
    const positions = facetSizes.map((_, i) => {
      const inner = facetSizes.slice(i + 1).reduce((product, size) => product * size, 1)
      const position = Math.floor(rest / inner)
      rest %= inner
      return position
    })
    const indices = shape.map(() => 0)
    ;[...this.slid, ...positions, row, column].forEach((index, i) => (indices[dimensions[i]!] = index))
    return indices
  }

  /// Returns the place of an element, the inverse of `indicesOf`; null if the sliders show another part.
  cellOf(indices: readonly number[]): Cell | null {
    const { dimensions, columns, slid } = this.plane.layout
    if (indices.length < 2) return indices.length === 0 ? null : { facet: 0, row: Math.floor(indices[0]! / columns), column: indices[0]! % columns }
    const at = dimensions.map((dimension) => indices[dimension]!)
    if (at.slice(0, slid).some((index, i) => index !== this.slid[i])) return null
    const facet = at.slice(slid, -2).reduce((before, index, i) => before * this.sizes[slid + i]! + index, 0)
    return { facet, row: at.at(-2)!, column: at.at(-1)! }
  }

  /// Returns the number in a cell, its mark, or null if it was not read separately.
  numberAt(cell: Cell): { value: number; mark: number } | null {
    for (const patch of [this.detail, this.overview]) {
      if (patch === null || patch.bin > 1) continue
      const { window, top, left } = patch
      const row = cell.row - top + cell.facet * (this.plane.layout.facets > 1 ? this.plane.layout.rows : 0)
      const column = cell.column - left
      if (row < 0 || row >= window.rows || column < 0 || column >= window.columns) continue
      const i = row * window.columns + column
      return { value: window.values[i]!, mark: window.marks[i]! }
    }
    return null
  }

  /// Indices of the dimensions that are pictured.
  private get sizes(): number[] {
    return this.plane.layout.dimensions.map((dimension) => this.shape[dimension]!)
  }

  /// Returns the row-major offset of the first facet; dimensions of size 1 do not affect it.
  private place(top: number): WindowOptions {
    const { rows, columns } = this.plane.layout
    const slice = this.sizes.slice(0, -2).reduce((before, size, i) => before * size + (this.slid[i] ?? 0), 0)
    return { wrap: columns, top: slice * rows + top }
  }

  private async readOverview(tensor: Tensor): Promise<Patch> {
    const { rows, facets, bin } = this.plane.layout
    const window = await tensor.window({ ...this.place(0), rows: rows * facets, rowsPerBlock: bin, columnsPerBlock: bin })
    return { window, top: 0, left: 0, bin, pixels: null }
  }

  /// Sends one request at a time, for the region visible at that moment.
  private readDetail(): Promise<void> {
    this.reading ??= this.readWhatIsInSight().finally(() => (this.reading = null))
    return this.reading
  }

  private async readWhatIsInSight(): Promise<void> {
    for (;;) {
      const { tensor } = this
      const wanted = tensor === null ? null : this.wanted()
      if (tensor === null || wanted === null) return
      const { top, left, rows, columns, bin } = wanted
      const window = await tensor.window({ ...this.place(top), left, rows, columns, rowsPerBlock: bin, columnsPerBlock: bin }).catch(() => null)
      if (window === null) return
      if (tensor !== this.tensor) continue
      this.detail = { window, top, left, bin, pixels: null }
      this.drawSoon()
    }
  }

  /// Returns the visible region with a margin if it was not read at this resolution; else null.
  private wanted(): { top: number; left: number; rows: number; columns: number; bin: number } | null {
    const { bin } = this
    const { layout } = this.plane
    if (bin >= layout.bin) return null
    const { scale, x, y } = this.view
    const { width, height } = this.plane.size(this.view)
    const { detail } = this
    const right = Math.min(layout.columns, Math.ceil(x + width / scale))
    const bottom = Math.min(layout.rows, Math.ceil(y + height / scale))
    const isThere =
      detail !== null && detail.bin === bin && detail.left <= x && detail.top <= y &&
      right <= detail.left + detail.window.columns * bin && bottom <= detail.top + detail.window.rows * bin
    if (isThere) return null
    const aligned = (at: number, margin: number): number => Math.max(0, Math.floor((at - margin / scale / 8) / bin) * bin)
    const left = aligned(x, width)
    const top = aligned(y, height)
    return { top, left, rows: Math.ceil(bottom - top + height / scale / 8), columns: Math.ceil(right - left + width / scale / 8), bin }
  }

  /// Runs once a frame, however many changes there are.
  private drawSoon(): void {
    this.frame ||= requestAnimationFrame(() => this.draw())
  }

  private draw(): void {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    const { overview, detail, scale } = this
    if (overview === null || scale === null) return
    const { width, height } = this.plane.size(this.view)
    const ratio = this.view.scale >= gappedCell ? Math.min(window.devicePixelRatio || 1, 2) : 1
    const pixelWidth = Math.max(1, Math.round(width * ratio))
    const pixelHeight = Math.max(1, Math.round(height * ratio))
    if (this.canvas.width !== pixelWidth) this.canvas.width = pixelWidth
    if (this.canvas.height !== pixelHeight) this.canvas.height = pixelHeight
    this.canvas.style.width = `${width}px`
    this.canvas.style.height = `${height}px`
    const context = this.canvas.getContext('2d')!
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    context.imageSmoothingEnabled = false
    // Where a pixel stands for as many cells as in the overview, finer blocks would be skipped.
    const isFine = detail !== null && this.bin < overview.bin
    if (isFine && detail.bin === 1 && this.view.scale >= gappedCell && this.covers(detail)) this.drawPatch(context, detail, scale)
    else for (const patch of isFine ? [overview, detail] : [overview]) this.drawPatch(context, patch, scale)
    this.labelFacets(context)
    this.drawMark?.(context)
  }

  private labelFacets(context: CanvasRenderingContext2D): void {
    const { facets, columns, label } = this.plane.layout
    if (label === 0) return
    // Away from the page there are no colours.
    if (!this.canvas.isConnected) return this.waiting.observe(this.canvas)
    const style = getComputedStyle(this.canvas)
    for (let facet = 0; facet < facets; ++facet) {
      const { x, y } = this.plane.origin(facet)
      const indices = this.indicesOf({ facet, row: 0, column: 0 })
      const shared = this.plane.layout.dimensions.slice(0, -2).map((dimension) => ({ dimension, index: indices[dimension]! }))
      const place = { x: (x - this.view.x) * this.view.scale, y: (y - this.view.y) * this.view.scale, width: columns * this.view.scale }
      drawFacetLabel(context, shared, place, style)
    }
  }

  /// Whether the visible region lies within.
  private covers({ window, top, left }: Patch): boolean {
    const { x, y, scale } = this.view
    const { width, height } = this.plane.size(this.view)
    const { rows, columns } = this.plane.layout
    return left <= x && top <= y && Math.min(columns, x + width / scale) <= left + window.columns && Math.min(rows, y + height / scale) <= top + window.rows
  }

  private drawPatch(context: CanvasRenderingContext2D, patch: Patch, scale: Scale): void {
    const { facets } = this.plane.layout
    const isCells = patch.bin === 1 && this.view.scale >= gappedCell
    for (let facet = 0; facet < facets; ++facet) {
      if (isCells) this.drawCells(context, patch, facet, scale)
      else this.drawImage(context, patch, facet, scale)
    }
  }

  private drawImage(context: CanvasRenderingContext2D, patch: Patch, facet: number, scale: Scale): void {
    if (patch.pixels?.scale !== scale) patch.pixels = { scale, image: drawBlocks(patch.window, scale) }
    const { image } = patch.pixels
    const { facets, rows } = this.plane.layout
    const origin = this.plane.origin(facet)
    const blocks = facets > 1 ? rows : image.height
    const side = patch.bin * this.view.scale
    const x = (origin.x + patch.left - this.view.x) * this.view.scale
    const y = (origin.y + patch.top - this.view.y) * this.view.scale
    context.drawImage(image, 0, facets > 1 ? facet * rows : 0, image.width, blocks, x, y, image.width * side, blocks * side)
  }

  private drawCells(context: CanvasRenderingContext2D, patch: Patch, facet: number, scale: Scale): void {
    const { window, top, left } = patch
    const { view, plane } = this
    const { facets, rows, columns } = plane.layout
    const origin = plane.origin(facet)
    const { width, height } = plane.size(view)
    const first = facets > 1 ? facet * rows : 0
    const count = facets > 1 ? rows : window.rows
    const rowBegin = Math.max(top, Math.floor(view.y - origin.y))
    const rowEnd = Math.min(rows, top + count, Math.ceil(view.y - origin.y + height / view.scale))
    const columnBegin = Math.max(left, Math.floor(view.x - origin.x))
    const columnEnd = Math.min(columns, left + window.columns, Math.ceil(view.x - origin.x + width / view.scale))
    // Draws many cells as one image and clears the gaps over it. NaN and infinities still have signs.
    const isMany = (rowEnd - rowBegin) * (columnEnd - columnBegin) > mostSingleCells
    if (isMany) {
      this.drawImage(context, patch, facet, scale)
      for (let row = rowBegin; row < rowEnd; ++row) context.clearRect(0, (origin.y + row + 1 - view.y) * view.scale - 1, width, 1)
      for (let column = columnBegin; column < columnEnd; ++column) context.clearRect((origin.x + column + 1 - view.x) * view.scale - 1, 0, 1, height)
    }
    for (let row = rowBegin; row < rowEnd; ++row) {
      const y = (origin.y + row - view.y) * view.scale
      for (let column = columnBegin; column < columnEnd; ++column) {
        const i = (first + row - top) * window.columns + (column - left)
        const isDotted = this.isPadding?.(this.indicesOf({ facet, row, column })) === true
        if (isMany && !isDotted && window.marks[i] === windowMarks.finite) continue
        const x = (origin.x + column - view.x) * view.scale
        const square = { x, y, size: view.scale - 1 }
        drawCell(context, window.values[i]!, window.marks[i]!, square, scale)
        if (isDotted && window.marks[i] !== 0) drawDots(context, square)
      }
    }
  }
}
