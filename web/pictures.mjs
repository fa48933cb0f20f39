// Draws each example's picture during the build. The engine runs the example, and the first result
// that is not a scalar is painted in the page's colours, one pixel a cell.
import { readFileSync } from 'node:fs'
import { load } from 'paddock-hlo'
import { pngOf } from './png.mjs'
import { rangeOf, scaleOf } from './src/stage/picture/colour-scale.ts'

const folder = new URL('../examples/', import.meta.url)
const name = 'virtual:example-pictures'

/** Returns a module that exports data URLs for each example's id: for light and for dark backgrounds. */
export function examplePictures() {
  return {
    name: 'example-pictures',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: async (id) => (id === `\0${name}` ? `export default ${JSON.stringify(await drawAll())}` : undefined),
  }
}

async function drawAll() {
  const groups = JSON.parse(readFileSync(new URL('examples.json', folder), 'utf8'))
  const questions = JSON.parse(readFileSync(new URL('gallery.json', folder), 'utf8'))
  const paddock = await load()
  try {
    const pictures = {}
    for (const example of groups.flatMap(({ examples }) => examples)) pictures[example.id] = await draw(paddock, example)
    for (const question of questions.flatMap(({ examples }) => examples)) pictures[question.id] = await drawNamed(paddock, question)
    return pictures
  } finally {
    paddock.close()
  }
}

const draw = async (paddock, example) => paint(await resultOf(paddock, example))

/** Runs an example, and returns its first result that is not a scalar, of each process. */
export async function resultOf(paddock, { id, file = `${id}.mlir`, inputs = {} }) {
  const program = await paddock.parse(readFileSync(new URL(file, folder), 'utf8'))
  const arrays = Object.values(inputs).map((path) => ({ npy: readFileSync(new URL(path, folder)) }))
  const { status, processes, diagnostics } = await program.run({ numerics: 'portable', inputs: arrays.length > 0 ? arrays : undefined })
  if (status !== 'finished') throw new Error(`${file}: ${diagnostics[0]?.message}`)
  const index = processes[0].findIndex((tensor) => tensor !== null && tensor.shape.length > 0)
  return processes.map((results) => results[index])
}

/** Draws a value of a program that may fail, by its name. */
async function drawNamed(paddock, { id, picture }) {
  const program = await paddock.parse(readFileSync(new URL(`gallery/${id}.mlir`, folder), 'utf8'))
  const { values, grid } = await program.run({ numerics: 'portable', level: 'faithful', keepValues: true })
  const place = (await values.summaries()).find(({ name }) => name === picture)
  if (place === undefined) throw new Error(`gallery/${id}.mlir has no value ${picture}`)
  const count = grid.replicas * grid.partitions
  return paint(await Promise.all(Array.from({ length: count }, (_, process) => values.tensor(place.from, process))))
}

/** Arranges a tensor of each process as rows of numbers. */
export async function tableOfTensors(tensors) {
  const parts = await Promise.all(tensors.map(async (tensor) => Array.from(await tensor.values(), Number)))
  return arrange(parts, tensors[0].shape)
}

/** Paints a tensor of each process. */
async function paint(tensors) {
  const table = await tableOfTensors(tensors)
  return [false, true].map((isDark) => `data:image/png;base64,${encode(table, isDark).toString('base64')}`)
}

/** Arranges rows of numbers: facets beside each other, and processes too if that makes the picture less long. */
function arrange(parts, shape) {
  const tables = parts.map((numbers) => tableOf(numbers, shape))
  const [rows, columns] = [tables[0].length, tables[0][0].length]
  if (rows * tables.length <= 2 * columns) return tables.flat()
  return Array.from({ length: rows }, (_, row) => tables.flatMap((table) => table[row]))
}

/** Wraps a long strip. */
function tableOf(numbers, shape) {
  const isStrip = shape.length === 1
  const columns = isStrip && numbers.length > 16 ? Math.ceil(Math.sqrt(numbers.length)) : shape.at(-1)
  const rows = isStrip ? Math.ceil(numbers.length / columns) : shape.at(-2)
  const facets = numbers.length / (rows * columns)
  const cell = (row, column) => numbers[(Math.floor(column / columns) * rows + row) * columns + (column % columns)] ?? 0
  return Array.from({ length: rows }, (_, row) => Array.from({ length: Math.ceil(facets) * columns }, (_, column) => cell(row, column)))
}

/** Encodes a picture of one pixel a cell. */
function encode(table, isDark) {
  const colourAt = coloursOf(table, isDark)
  return pngOf(table.length, table[0].length, (row, column) => colourAt(table[row][column]))
}

/** Returns the page's colour for each number of a table. */
export function coloursOf(table, isDark) {
  const scale = scaleOf(rangeOf(table.flat().filter(Number.isFinite).map((number) => ({ minimum: number, maximum: number }))), isDark)
  return (number) => (Number.isNaN(number) ? scale.ramps.nan : scale.colour(Math.min(Math.max(number, scale.minimum), scale.maximum)))
}
