// Draws each example's picture during the build. The engine runs the example, and the first result
// that is not a scalar is painted in the page's colours, one pixel a cell.
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { load } from 'paddock-hlo'
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

async function draw(paddock, { id, file = `${id}.mlir`, inputs = {} }) {
  const program = await paddock.parse(readFileSync(new URL(file, folder), 'utf8'))
  const arrays = Object.values(inputs).map((path) => ({ npy: readFileSync(new URL(path, folder)) }))
  const { status, processes, diagnostics } = await program.run({ numerics: 'portable', inputs: arrays.length > 0 ? arrays : undefined })
  if (status !== 'finished') throw new Error(`${file}: ${diagnostics[0]?.message}`)
  const index = processes[0].findIndex((tensor) => tensor !== null && tensor.shape.length > 0)
  return paint(processes.map((results) => results[index]))
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

/** Paints a tensor of each process. */
async function paint(tensors) {
  const parts = await Promise.all(tensors.map(async (tensor) => Array.from(await tensor.values(), Number)))
  const table = arrange(parts, tensors[0].shape)
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

/** Encodes a PNG. */
function encode(table, isDark) {
  const [rows, columns] = [table.length, table[0].length]
  const scale = scaleOf(rangeOf(table.flat().filter(Number.isFinite).map((number) => ({ minimum: number, maximum: number }))), isDark)
  const raw = Buffer.alloc(rows * (1 + 3 * columns))
  const colourOf = (number) => (Number.isNaN(number) ? scale.ramps.nan : scale.colour(Math.min(Math.max(number, scale.minimum), scale.maximum)))
  table.flat().forEach((number, i) => raw.set(colourOf(number), Math.floor(i / columns) * (1 + 3 * columns) + 1 + 3 * (i % columns)))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(columns, 0)
  header.writeUInt32BE(rows, 4)
  // Colour type: 8 bits for each of red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(raw, { level: 9 })), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
