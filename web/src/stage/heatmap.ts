import { scaleOf, type Colour, type Scale } from './colour-scale.js'
import { facetGap, layOut, numberedCell, type Layout, type Room } from './layout.js'
import { shortNumber } from '../numbers.js'

const paper = '#F3F1EA'
const ink = '#1C211E'
const nan: Colour = [0xa3, 0x17, 0x8f]

export interface Picture {
  canvas: HTMLCanvasElement
  scale: Scale
  layout: Layout
}

/// From this size on cells have a gap, and NaN and infinities their signs.
const gappedCell = 6

/// A square a cell, coloured by its number; NaN is hatched, infinities are triangles. Pictures
/// that belong together share a scale.
export function drawHeatmap(values: ArrayLike<number>, shape: readonly number[], room: Room, shared?: Scale): Picture {
  const layout = layOut(shape, room)
  const scale = shared ?? scaleOf(firstOf(values, layout.drawnFacets * layout.cells))
  const canvas = layout.cell >= gappedCell ? drawCells(values, layout, scale) : drawPixels(values, layout, scale)
  return { canvas, scale, layout }
}

function* firstOf(values: ArrayLike<number>, count: number): Generator<number> {
  for (let i = 0; i < Math.min(values.length, count); ++i) yield values[i]!
}

function drawCells(values: ArrayLike<number>, layout: Layout, scale: Scale): HTMLCanvasElement {
  const { cell, columns, rows, cells, drawnFacets, facetsAcross } = layout
  const facetWidth = columns * cell + facetGap
  const facetHeight = rows * cell + facetGap
  const width = facetsAcross * facetWidth - facetGap
  const height = Math.ceil(drawnFacets / facetsAcross) * facetHeight - facetGap
  const ratio = Math.min(window.devicePixelRatio || 1, 2)
  const { canvas, context } = createCanvas(width * ratio, height * ratio, width, height)
  context.scale(ratio, ratio)
  for (let facet = 0; facet < drawnFacets; ++facet) {
    const left = (facet % facetsAcross) * facetWidth
    const top = Math.floor(facet / facetsAcross) * facetHeight
    for (let i = 0; i < cells; ++i) {
      const x = left + (i % columns) * cell
      const y = top + Math.floor(i / columns) * cell
      drawCell(context, values[facet * cells + i]!, x, y, cell - 1, scale)
    }
  }
  return canvas
}

function createCanvas(pixelWidth: number, pixelHeight: number, width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(pixelWidth))
  canvas.height = Math.max(1, Math.round(pixelHeight))
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  return { canvas, context: canvas.getContext('2d')! }
}

/// One pixel a cell, or a square of cells, which the browser scales up without smoothing.
function drawPixels(values: ArrayLike<number>, layout: Layout, scale: Scale): HTMLCanvasElement {
  const { cell, bin, drawnFacets, facetsAcross } = layout
  const rows = Math.ceil(layout.rows / bin)
  const columns = Math.ceil(layout.columns / bin)
  const gap = Math.max(1, Math.round(facetGap / cell))
  const width = facetsAcross * (columns + gap) - gap
  const height = Math.ceil(drawnFacets / facetsAcross) * (rows + gap) - gap
  const { canvas, context } = createCanvas(width, height, width * cell, height * cell)
  const image = context.createImageData(width, height)
  for (let facet = 0; facet < drawnFacets; ++facet) {
    const left = (facet % facetsAcross) * (columns + gap)
    const top = Math.floor(facet / facetsAcross) * (rows + gap)
    for (let i = 0; i < rows * columns; ++i) {
      const column = i % columns
      const row = Math.floor(i / columns)
      const value = largest(values, layout, facet, row * bin, column * bin)
      if (value !== undefined) setPixel(image, left + column, top + row, pixelColour(value, scale))
    }
  }
  context.putImageData(image, 0, 0)
  return canvas
}

/// The value of largest magnitude in a square of cells, a NaN before all.
function largest(values: ArrayLike<number>, layout: Layout, facet: number, row: number, column: number): number | undefined {
  const { bin, rows, columns, cells } = layout
  let found: number | undefined
  for (let r = row; r < Math.min(row + bin, rows); ++r) {
    for (let c = column; c < Math.min(column + bin, columns); ++c) {
      const i = r * columns + c
      if (i >= cells) return found
      const value = values[facet * cells + i]!
      if (Number.isNaN(value)) return value
      if (found === undefined || Math.abs(value) > Math.abs(found)) found = value
    }
  }
  return found
}

function pixelColour(value: number, scale: Scale): Colour {
  if (Number.isNaN(value)) return nan
  return scale.colour(Number.isFinite(value) ? value : value > 0 ? scale.maximum : scale.minimum)
}

function setPixel(image: ImageData, x: number, y: number, colour: Colour): void {
  image.data.set([...colour, 255], 4 * (y * image.width + x))
}

function drawCell(context: CanvasRenderingContext2D, value: number, x: number, y: number, size: number, scale: Scale): void {
  if (Number.isNaN(value)) return drawNan(context, x, y, size)
  const [red, green, blue] = Number.isFinite(value) ? scale.colour(value) : [0xf3, 0xf1, 0xea]
  context.fillStyle = `rgb(${red} ${green} ${blue})`
  context.fillRect(x, y, size, size)
  if (!Number.isFinite(value)) return drawTriangle(context, value > 0, x, y, size)
  if (size < numberedCell - 1) return
  context.fillStyle = red * 0.3 + green * 0.59 + blue * 0.11 > 140 ? ink : '#FBFAF6'
  context.font = '11px "Plex Mono", "Plex Mono stand-in", monospace'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(shortNumber(value, 4), x + size / 2, y + size / 2, size - 2)
}

function drawNan(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.fillStyle = paper
  context.fillRect(x, y, size, size)
  context.save()
  context.beginPath()
  context.rect(x, y, size, size)
  context.clip()
  context.strokeStyle = `rgb(${nan.join(' ')})`
  context.lineWidth = Math.max(1, size / 8)
  context.beginPath()
  for (let offset = -size; offset < size; offset += Math.max(3, size / 3)) {
    context.moveTo(x + offset, y + size)
    context.lineTo(x + offset + size, y)
  }
  context.stroke()
  context.restore()
}

function drawTriangle(context: CanvasRenderingContext2D, isUp: boolean, x: number, y: number, size: number): void {
  const inset = size * 0.2
  const base = isUp ? y + size - inset : y + inset
  const tip = isUp ? y + inset : y + size - inset
  context.fillStyle = ink
  context.beginPath()
  context.moveTo(x + inset, base)
  context.lineTo(x + size - inset, base)
  context.lineTo(x + size / 2, tip)
  context.fill()
}
