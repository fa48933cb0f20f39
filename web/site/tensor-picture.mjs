// Draws a small tensor as SVG: cells in the page's colours with their numbers, slices of higher
// ranks side by side. Style attributes are avoided, since the pages' policy forbids them.
import { darkRamps, hexOf, rangeOf, scaleOf } from '../src/stage/picture/colour-scale.ts'
import { shortNumber } from '../src/shared/numbers.ts'
import { escape } from './html.mjs'

const cell = { width: 52, height: 28 }
const gap = 12
/** Limits of a picture; larger tensors are described in words. */
const most = { cells: 256, columns: 16, facets: 6 }

/**
 * Adds `svg` to each `{ name, type, tensor }`, empty if it has too many cells or none. All pictures
 * share one scale.
 */
export async function drawTensors(tensors) {
  const tables = await Promise.all(tensors.map(tableOf))
  const ranges = tables.flatMap((table) => table?.sizes.filter(Number.isFinite).map((number) => ({ minimum: number, maximum: number })) ?? [])
  const scales = [false, true].map((isDark) => scaleOf(rangeOf(ranges), isDark))
  return tensors.map(({ name, type }, i) => ({ name, type, svg: tables[i] === undefined ? '' : drawTable(tables[i], scales) }))
}

/** `sizes` are the values that colours show: absolute values for complex numbers. */
async function tableOf({ type, tensor }) {
  const count = tensor.shape.reduce((product, size) => product * size, 1)
  const rows = tensor.shape.at(-2) ?? 1
  const columns = tensor.shape.at(-1) ?? 1
  const facets = rows * columns === 0 ? 0 : count / (rows * columns)
  if (count === 0 || count > most.cells || columns > most.columns || facets > most.facets) return undefined
  const numbers = Array.from(await tensor.values(), Number)
  const isComplex = tensor.elementType.startsWith('complex')
  const parts = Array.from({ length: count }, (_, i) => (isComplex ? numbers.slice(2 * i, 2 * i + 2) : [numbers[i]]))
  const sizes = parts.map(([real, imaginary]) => (imaginary === undefined ? real : Math.hypot(real, imaginary)))
  return { rows, columns, facets, sizes, texts: parts.map((part) => textOf(part, type)) }
}

function drawTable({ rows, columns, facets, sizes, texts }, scales) {
  const width = facets * (columns * cell.width + gap) - gap
  const height = rows * cell.height
  const cellsOn = (scale) =>
    sizes.map((size, i) => {
      const [facet, row, column] = [Math.floor(i / (rows * columns)), Math.floor(i / columns) % rows, i % columns]
      return drawCell(facet * (columns * cell.width + gap) + column * cell.width, row * cell.height, size, scale, texts[i])
    })
  const [light, dark] = scales.map((scale) => cellsOn(scale).join(''))
  const label = sizes.length > 16 ? `${rows} by ${columns} cells` : texts.join(', ')
  return `<svg class="tensor" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}"><g class="on-light">${light}</g><g class="on-dark">${dark}</g></svg>`
}

function drawCell(x, y, size, scale, text) {
  const [red, green, blue] = Number.isFinite(size) ? scale.colour(size) : scale.ramps === darkRamps ? [0x5c, 0x2b, 0x52] : [0xf7, 0xd9, 0xf1]
  const isDark = 0.299 * red + 0.587 * green + 0.114 * blue < 128
  return `<rect x="${x + 0.5}" y="${y + 0.5}" width="${cell.width - 1}" height="${cell.height - 1}" fill="${hexOf([red, green, blue])}"/><text x="${x + cell.width / 2}" y="${y + cell.height / 2 + 4}" fill="${isDark ? '#FBFAF6' : '#1C211E'}">${escape(text)}</text>`
}

function textOf([real, imaginary], type) {
  if (/xi1>|<i1>/.test(type)) return real === 0 ? 'false' : 'true'
  if (imaginary === undefined) return shortNumber(real, 4)
  return `${shortNumber(real, 2)}${imaginary < 0 ? '−' : '+'}${shortNumber(Math.abs(imaginary), 2)}i`
}
