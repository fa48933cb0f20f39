import { windowMarks, type TensorWindow } from 'paddock-hlo'
import { shortNumber } from '../../shared/numbers.js'
import { pixelOf, type Colour, type Ramps, type Scale } from './colour-scale.js'
import { numberedCell } from './layout.js'

/// Text colours on bright and on dark cells.
const [onBright, onDark] = ['#1C211E', '#FBFAF6']
const css = ([red, green, blue]: Colour): string => `rgb(${red} ${green} ${blue})`

/// Cell size from which cells have gaps, and NaN and infinities have signs.
export const gappedCell = 6

interface Square {
  x: number
  y: number
  size: number
}

/// Draws one pixel for each block. NaN takes precedence, then numbers, then infinities.
export function drawBlocks({ rows, columns, values, marks }: TensorWindow, scale: Scale): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, columns)
  canvas.height = Math.max(1, rows)
  const context = canvas.getContext('2d')!
  const image = context.createImageData(canvas.width, canvas.height)
  const pixels = new Uint32Array(image.data.buffer)
  const { base, reach, start } = scale.line
  const colours = scale.pixels()
  const last = colours.length - 1
  // Optimized, since half a million cells may be drawn between two frames.
  for (let i = 0; i < values.length; ++i) {
    const at = ((values[i]! - base) / reach + start) * last + 0.5
    pixels[i] = marks[i] !== windowMarks.finite ? pixelOfBlock(values[i]!, marks[i]!, scale) : colours[at <= 0 ? 0 : at >= last ? last : Math.trunc(at)]!
  }
  context.putImageData(image, 0, 0)
  return canvas
}

function pixelOfBlock(value: number, mark: number, scale: Scale): number {
  if (mark === 0) return 0
  if (mark & windowMarks.nan) return pixelOf(scale.ramps.nan)
  if (mark & windowMarks.finite) return scale.pixel(value)
  return scale.pixel(mark & windowMarks.infinity ? scale.maximum : scale.minimum)
}

/// Draws a square in the number's colour, with the number if there is room. NaN is hatched,
/// infinities are triangles; true is filled, false hollow.
export function drawCell(context: CanvasRenderingContext2D, value: number, mark: number, { x, y, size }: Square, scale: Scale): void {
  if (mark === 0) return
  if (scale.isTruth) return drawTruth(context, value !== 0, { x, y, size }, scale)
  if (mark & windowMarks.nan) return drawNan(context, { x, y, size }, scale.ramps)
  const isFinite = (mark & windowMarks.finite) !== 0
  const colour = isFinite ? scale.colour(value) : scale.ramps.paper
  const [red, green, blue] = colour
  context.fillStyle = css(colour)
  context.fillRect(x, y, size, size)
  if (!isFinite) return drawTriangle(context, (mark & windowMarks.infinity) !== 0, { x, y, size }, scale.ramps)
  if (size < numberedCell - 1) return
  context.fillStyle = red * 0.3 + green * 0.59 + blue * 0.11 > 140 ? onBright : onDark
  writeInto(context, shortNumber(value, 4), { x, y, size })
}

function drawTruth(context: CanvasRenderingContext2D, isTrue: boolean, { x, y, size }: Square, scale: Scale): void {
  const colour = css(scale.colour(1))
  context.lineWidth = 1
  context.strokeStyle = context.fillStyle = colour
  if (isTrue) context.fillRect(x, y, size, size)
  else context.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1)
}

/// Draws a cell whose number is not loaded.
export function drawOutline(context: CanvasRenderingContext2D, { x, y, size }: Square): void {
  context.strokeRect(x + 0.5, y + 0.5, Math.max(size - 1, 1), Math.max(size - 1, 1))
}

/// Outlines a cell of padding, visibly on every colour.
export function drawDots(context: CanvasRenderingContext2D, { x, y, size }: Square): void {
  context.save()
  context.lineWidth = 1
  for (const [colour, offset] of [[onBright, 0], [onDark, 2]] as const) {
    context.strokeStyle = colour
    context.setLineDash([2, 2])
    context.lineDashOffset = offset
    context.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1)
  }
  context.restore()
}

function writeInto(context: CanvasRenderingContext2D, text: string, { x, y, size }: Square): void {
  context.font = '11px "Plex Mono", "Plex Mono stand-in", monospace'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, x + size / 2, y + size / 2, size - 2)
}

function drawNan(context: CanvasRenderingContext2D, { x, y, size }: Square, { paper, nan }: Ramps): void {
  context.fillStyle = css(paper)
  context.fillRect(x, y, size, size)
  context.save()
  context.beginPath()
  context.rect(x, y, size, size)
  context.clip()
  context.strokeStyle = css(nan)
  context.lineWidth = Math.max(1, size / 8)
  context.beginPath()
  for (let offset = -size; offset < size; offset += Math.max(3, size / 3)) {
    context.moveTo(x + offset, y + size)
    context.lineTo(x + offset + size, y)
  }
  context.stroke()
  context.restore()
  if (size < numberedCell - 1) return
  context.fillStyle = css(paper)
  context.fillRect(x + size / 2 - 7, y + size / 2 - 7, 14, 14)
  context.fillStyle = css(nan)
  writeInto(context, 'N', { x, y, size })
}

function drawTriangle(context: CanvasRenderingContext2D, isUp: boolean, { x, y, size }: Square, { ink }: Ramps): void {
  const inset = size * 0.2
  const base = isUp ? y + size - inset : y + inset
  const tip = isUp ? y + inset : y + size - inset
  context.fillStyle = css(ink)
  context.beginPath()
  context.moveTo(x + inset, base)
  context.lineTo(x + size - inset, base)
  context.lineTo(x + size / 2, tip)
  context.fill()
}
