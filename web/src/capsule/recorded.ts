/// Results as HTML without scripts and styles.
import { windowMarks, type Tensor, type TensorWindow } from 'paddock-hlo'
import { asDense } from '../shared/copy-value.js'
import { element } from '../shared/dom.js'
import { shortNumber } from '../shared/numbers.js'
import { hexOf, scaleOf, type Scale } from '../stage/picture/colour-scale.js'
import { largestCell } from '../stage/picture/layout.js'
import { wholeRange } from '../stage/picture/robust-range.js'
import { escapeHtml } from './contents.js'

/// Rows and columns of a picture, at most; a cell of a larger one is a block of elements.
const mostCells = 96
/// Width of a picture in pixels, at most.
const widest = 480
/// Rows and columns of a picture in Markdown, at most, so that its text stays below 20,000 characters.
const mostCellsOfText = 40
/// Elements that are also written as text.
const mostWritten = 64

/// Draws each result. `results` are those of one process.
export async function drawResults(results: readonly (Tensor | null)[]): Promise<string> {
  const parts = await Promise.all(results.map((tensor, i) => (tensor === null ? '' : drawResult(tensor, results.length === 1 ? 'Result' : `Result ${i}`))))
  return parts.join('\n')
}

async function drawResult(tensor: Tensor, name: string): Promise<string> {
  const count = tensor.shape.reduce((product, size) => product * size, 1)
  const head = `<h2>${name} <span>${escapeHtml(tensor.type)}</span></h2>`
  const written = count <= mostWritten ? `<pre>${escapeHtml(await asDense(tensor))}</pre>` : ''
  return head + (count > 1 ? await drawPicture(tensor) : '') + written
}

/// Returns the first matrix as SVG, and its range.
async function drawPicture(tensor: Tensor): Promise<string> {
  const { window, scale, legend } = await readPicture(tensor, mostCells)
  return `${svgOf(window, scale, legend)}<p>${legend}</p>`
}

interface ReadPicture {
  window: TensorWindow
  scale: Scale
  legend: string
}

/// Reads the first matrix in at most `most` rows and columns of cells.
async function readPicture(tensor: Tensor, most: number): Promise<ReadPicture> {
  const [rows, columns] = [tensor.shape.at(-2) ?? 1, tensor.shape.at(-1) ?? 1]
  const [rowsPerBlock, columnsPerBlock] = [rows, columns].map((size) => Math.max(1, Math.ceil(size / most))) as [number, number]
  const [window, summary] = await Promise.all([tensor.window({ rows, columns, rowsPerBlock, columnsPerBlock }), tensor.summary()])
  const range = wholeRange(summary)
  const block = rowsPerBlock * columnsPerBlock === 1 ? '' : `, a cell is ${rowsPerBlock} x ${columnsPerBlock} elements`
  const matrices = tensor.shape.slice(0, -2).reduce((product, size) => product * size, 1)
  const others = matrices > 1 ? `, the first of ${matrices} matrices` : ''
  const legend = `${shortNumber(range.minimum)} … ${shortNumber(range.maximum)}${others}${block}`
  return { window, scale: scaleOf(range), legend }
}

function svgOf(window: TensorWindow, scale: Scale, label: string): string {
  const paths = [...pathsByColour(window, scale)].map(([colour, path]) => `<path fill="${colour}" d="${path}"/>`)
  const width = Math.min(window.columns * largestCell, widest)
  return `<svg width="${width}" viewBox="0 0 ${window.columns} ${window.rows}" shape-rendering="crispEdges" role="img" aria-label="${window.rows} by ${window.columns} cells, ${label}">${paths.join('')}</svg>`
}

/// A run of cells of one colour is one rectangle.
function pathsByColour({ rows, columns, values, marks }: TensorWindow, scale: Scale): Map<string, string> {
  const paths = new Map<string, string>()
  const colourAt = (at: number): string => colourOf(values[at]!, marks[at]!, scale)
  for (let row = 0; row < rows; ++row) {
    for (let column = 0, end: number; column < columns; column = end) {
      const colour = colourAt(row * columns + column)
      for (end = column + 1; end < columns && colourAt(row * columns + end) === colour; ++end);
      paths.set(colour, `${paths.get(colour) ?? ''}M${column} ${row}h${end - column}v1h${column - end}z`)
    }
  }
  return paths
}

function colourOf(value: number, marks: number, scale: Scale): string {
  if ((marks & windowMarks.nan) !== 0) return hexOf(scale.ramps.nan)
  return hexOf((marks & windowMarks.finite) === 0 ? scale.ramps.ink : scale.colour(value))
}

/// Returns the first matrix of the first result that is none of one element, as a picture in Markdown; empty without one.
export async function drawMarkdown(results: readonly (Tensor | null)[]): Promise<string> {
  const tensor = results.find((one) => one !== null && one.shape.reduce((product, size) => product * size, 1) > 1)
  if (!tensor) return ''
  const { window, scale, legend } = await readPicture(tensor, mostCellsOfText)
  return `![${tensor.type}, ${legend}](${pngOf(window, scale)})`
}

/// Returns the cells as squares of pixels in an address.
function pngOf({ rows, columns, values, marks }: TensorWindow, scale: Scale): string {
  const size = Math.max(1, Math.min(largestCell, Math.floor(widest / Math.max(rows, columns))))
  const canvas = element('canvas', '')
  canvas.width = columns * size
  canvas.height = rows * size
  const context = canvas.getContext('2d')!
  for (let at = 0; at < rows * columns; ++at) {
    context.fillStyle = colourOf(values[at]!, marks[at]!, scale)
    context.fillRect((at % columns) * size, Math.floor(at / columns) * size, size, size)
  }
  return canvas.toDataURL()
}
