// The examples of the page: each can be read and run, the suggested edit changes its results, and
// the results match an independent computation here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { globSync } from '../../tools/lib/glob.mjs'
import { examples, readExample, run } from './command.mjs'

const value = (file, index = 0) => {
  const { code, results, diagnostics } = run(readExample(file))
  assert.equal(code, 0, JSON.stringify(diagnostics))
  return results[index].value
}
const grid = (rows, columns, cell) => Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(row, column)))
const { fround } = Math

function assertClose(found, expected, tolerance) {
  assert.equal(found.length, expected.length)
  found.forEach((row, i) => row.forEach((one, j) => assert.ok(Math.abs(one - expected[i][j]) <= tolerance, `[${i}, ${j}] is ${one}, not ${expected[i][j]}`)))
}

// Those of examples/ops belong to the documentation, those of examples/gallery to gallery.json.
test('every program of the folder is offered', () => {
  const files = globSync('examples/*.mlir').filter((file) => !/\.alone\.mlir$|^examples\/(ops|gallery)\//.test(file))
  const inPairs = new Set(examples.map(({ file }) => `examples/${file}`))
  assert.deepEqual(files.filter((file) => !inPairs.has(file)), [])
  assert.equal(new Set(examples.map(({ id }) => id)).size, examples.length)
})

for (const { id, file, words, try: attempt } of examples) {
  test(`${id}: its suggested edit changes its results`, () => {
    const text = readExample(file)
    assert.equal(text.split(attempt.from).length, 2, 'the place is there once')
    const before = run(text, words)
    assert.equal(before.code, 0, JSON.stringify(before.diagnostics))
    const after = run(text.replace(attempt.from, attempt.to), words)
    if (attempt.fails) return assert.match(after.diagnostics[0].message, /expect/)
    assert.equal(after.code, 0, JSON.stringify(after.diagnostics))
    assert.notDeepEqual(after.results, before.results)
  })
}

test('quilt: exclusive or of row and column', () => {
  assert.deepEqual(value('quilt.mlir'), grid(32, 32, (i, j) => i ^ j))
})

test('waves: a sum of products of cosines', () => {
  const wave = (k, i) => Math.cos([0.15, 0.4, 0.9][k] * i)
  const sum = (i, j) => [1, 0.6, 0.3].reduce((total, weight, k) => total + weight * wave(k, i) * wave(k, j), 0)
  assertClose(value('waves.mlir'), grid(40, 40, sum), 1e-5)
})

test('shadows: the length of each bar is the sum of its column', () => {
  const picture = value('shadows.mlir')
  const count = (rows, column) => rows.filter((row) => row[column] > 0).length
  for (let column = 0; column < 32; ++column) assert.equal(count(picture.slice(24), column), count(picture.slice(0, 24), column))
  assert.deepEqual(picture[23], picture[0], 'the heart does not reach the edge')
  assert.ok(picture[10][16] === 2 && picture[24][16] === 1 && picture[47][16] === 0)
})

test('flag: the wave selects source rows, clamped to the edge', () => {
  const flag = (row, column) => ((row >= 10 && row < 14) || (column >= 12 && column < 16) ? 3 : 1)
  const shift = (column) => Math.round(((3 * Math.sin(0.35 * column)) * column) / 40)
  const waving = (row, column) => flag(Math.min(Math.max(row + shift(column), 0), 23), column)
  assert.deepEqual(value('flag.mlir'), grid(24, 40, waving))
})

test('edges: eight times a pixel minus its neighbours', () => {
  const horse = value('horse.mlir')
  const at = (row, column) => horse[row]?.[column] ?? 0
  const around = (row, column) => grid(3, 3, (i, j) => at(row + i - 1, column + j - 1)).flat().reduce((a, b) => a + b)
  assert.deepEqual(value('edges.mlir'), grid(25, 32, (row, column) => 9 * at(row, column) - around(row, column)))
})

test('strokes: the nearest picture of rank 4, and the horse of all strokes', () => {
  const horse = value('horse.mlir')
  const text = readExample('strokes.mlir')
  const product = (a, b) => a.flat().reduce((sum, one, i) => sum + one * b.flat()[i], 0)
  const error = (picture) => horse.map((row, i) => row.map((one, j) => one - picture[i][j]))
  const picture = value('strokes.mlir')
  const left = error(picture)
  assert.ok(Math.abs(product(left, picture)) < 1e-4, 'what is left out is at right angles')
  // Squares of the other singular values, from another eigensolver.
  assert.ok(Math.abs(product(left, left) - 29.924302889929688) < 1e-4)
  const whole = run(text.replace('dense<4>', 'dense<25>')).results[0].value
  assertClose(whole, horse, 1e-5)
})

test('newton: the path ends at the root of x * x = 2', () => {
  const [root, steps, path] = [0, 1, 2].map((index) => value('newton.mlir', index))
  assert.ok(Math.abs(root * root - 2) < 1e-15)
  const expected = [1]
  while (expected.length < steps) expected.push((expected.at(-1) + 2 / expected.at(-1)) * 0.5)
  assert.deepEqual(path.slice(0, steps), expected)
})

test('mandelbrot: the number of steps before z escapes, in the same arithmetic', () => {
  const count = (row, column) => {
    const cx = fround(fround(-0.6) + fround((column - 31.5) * fround(0.05)))
    const cy = fround((row - 23.5) * fround(0.05))
    let [x, y, steps] = [0, 0, 0]
    for (; steps < 24; ++steps) {
      const [xx, yy, xy] = [fround(x * x), fround(y * y), fround(x * y)]
      if (fround(xx + yy) > 4) break
      ;[x, y] = [fround(fround(xx - yy) + cx), fround(fround(xy + xy) + cy)]
    }
    return steps
  }
  assert.deepEqual(value('mandelbrot.mlir'), grid(48, 64, count))
})

test('life: sixty generations of five cells', () => {
  let board = grid(32, 40, (i, j) => [[0, 1, 1], [1, 1, 0], [0, 1, 0]][i - 15]?.[j - 18] ?? 0)
  const at = (i, j) => board[i]?.[j] ?? 0
  for (let age = 0; age < 60; ++age) {
    board = grid(32, 40, (row, column) => {
      const around = grid(3, 3, (i, j) => (i === 1 && j === 1 ? 0 : at(row + i - 1, column + j - 1))).flat().reduce((a, b) => a + b)
      return around === 3 || (around === 2 && at(row, column) === 1) ? 1 : 0
    })
  }
  assert.deepEqual(value('life.mlir'), board)
})

test('terraces: heights are whole steps, at most half a step from the hill', () => {
  const hill = (row, column) => Math.max(...[12, 28].map((middle) => 0.85 * Math.exp(-((column - middle) ** 2 + (row - 13.5) ** 2) / 60)))
  const terraces = value('terraces.mlir')
  assert.ok(terraces.flat().every((height) => Number.isInteger(height / 0.125)))
  assertClose(terraces, grid(28, 40, hill), 0.0625 + 1e-6)
  const high = run(readExample('terraces.mlir').replace('dense<0.85>', 'dense<1.6>')).results[0].value
  assert.equal(Math.max(...high.flat()), 0.875)
})

test('any-size: the pond has the size of its input', () => {
  const ring = (row, column) => Math.cos(Math.hypot(row - 9, column - 12))
  assertClose(value('any-size.mlir'), grid(24, 36, ring), 1e-5)
  const small = run(readExample('any-size.mlir').replace('dense<[24, 36]>', 'dense<[2, 3]>')).results[0]
  assert.equal(small.type, 'tensor<2x3xf32>')
  assertClose(small.value, grid(2, 3, ring), 1e-5)
})

test('clouds: soft in both directions, also across the edge, and the same on every machine', () => {
  const clouds = value('clouds.mlir')
  const mean = (cells) => cells.reduce((a, b) => a + b) / cells.length
  const steps = (sky) => mean(sky.flatMap((row, i) => row.flatMap((one, j) => [(one - sky[(i + 1) % 64][j]) ** 2, (one - row[(j + 1) % 64]) ** 2])))
  const spread = (sky) => mean(sky.flat().map((one) => (one - mean(sky.flat())) ** 2))
  assert.ok(steps(clouds) < 0.1 * spread(clouds), `${steps(clouds)} of ${spread(clouds)}`)
  // Without damping the two transforms are inverses: noise between -1 and 1.
  const noise = run(readExample('clouds.mlir').replace('dense<-0.9>', 'dense<0.0>')).results[0].value
  assert.ok(noise.flat().every((one) => Math.abs(one) < 1.00001))
  assert.ok(Math.abs(mean(noise.flat())) < 0.05 && Math.abs(spread(noise) - 1 / 3) < 0.03)
})
