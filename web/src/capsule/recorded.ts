/// Results as HTML without scripts and styles.
import { windowMarks, type Tensor, type TensorWindow } from 'paddock-hlo'
import { asDense } from '../shared/copy-value.js'
import { shortNumber } from '../shared/numbers.js'
import { hexOf, scaleOf, type Scale } from '../stage/picture/colour-scale.js'
import { largestCell } from '../stage/picture/layout.js'
import { wholeRange } from '../stage/picture/robust-range.js'
import { escapeHtml } from './contents.js'

/// Rows and columns of a picture, at most; a cell of a larger one is a block of elements.
const mostCells = 96
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
  const [rows, columns] = [tensor.shape.at(-2) ?? 1, tensor.shape.at(-1) ?? 1]
  const [rowsPerBlock, columnsPerBlock] = [blockSize(rows), blockSize(columns)]
  const [window, summary] = await Promise.all([tensor.window({ rows, columns, rowsPerBlock, columnsPerBlock }), tensor.summary()])
  const range = wholeRange(summary)
  const block = rowsPerBlock * columnsPerBlock === 1 ? '' : `, a cell is ${rowsPerBlock} x ${columnsPerBlock} elements`
  const matrices = tensor.shape.slice(0, -2).reduce((product, size) => product * size, 1)
  const others = matrices > 1 ? `, the first of ${matrices} matrices` : ''
  const legend = `${shortNumber(range.minimum)} … ${shortNumber(range.maximum)}${others}${block}`
  return `${svgOf(window, scaleOf(range), legend)}<p>${legend}</p>`
}

const blockSize = (size: number): number => Math.max(1, Math.ceil(size / mostCells))

function svgOf(window: TensorWindow, scale: Scale, label: string): string {
  const paths = [...pathsByColour(window, scale)].map(([colour, path]) => `<path fill="${colour}" d="${path}"/>`)
  const width = Math.min(window.columns * largestCell, 480)
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
