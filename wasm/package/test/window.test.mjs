// Windows on tensors, as pictures request them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, windowMarks } from 'paddock-hlo'

async function resultOf(paddock, text) {
  const program = await paddock.parse(text)
  assert.deepEqual(program.diagnostics, [])
  const { results } = await program.run({ numerics: 'portable' })
  return results[0]
}

test('a window holds exactly the requested cells', async () => {
  const paddock = await load()
  const tensor = await resultOf(paddock, 'func.func @main() -> tensor<2x3x4xi32> {\n%a = stablehlo.iota dim = 2 : tensor<2x3x4xi32>\nreturn %a : tensor<2x3x4xi32>\n}')
  const { rows, columns, values, marks } = await tensor.window({ slice: 1, top: 1, left: 2, columns: 1 })
  assert.deepEqual([rows, columns], [2, 1])
  assert.deepEqual(values, new Float64Array([2, 2]))
  assert.deepEqual(marks, new Uint8Array([windowMarks.finite, windowMarks.finite]))
  await assert.rejects(tensor.window({ slice: 2 }), /no such window/)
  paddock.close()
})

test('a window of a large tensor has the size of the picture', async () => {
  const paddock = await load()
  const type = 'tensor<4000x5000xf32>'
  const tensor = await resultOf(
    paddock,
    `func.func @main() -> ${type} {
%row = stablehlo.iota dim = 0 : ${type}
%column = stablehlo.iota dim = 1 : ${type}
%sum = stablehlo.add %row, %column : ${type}
return %sum : ${type}
}`,
  )
  assert.equal(tensor.byteSize, 80_000_000)
  await assert.rejects(tensor.window(), /more than 4 194 304 numbers/)
  const block = { rowsPerBlock: 10, columnsPerBlock: 10 }
  const largest = await tensor.window(block)
  assert.deepEqual([largest.rows, largest.columns], [400, 500])
  assert.equal(largest.values.length, 200_000)
  assert.equal(largest.values[0], 18)
  assert.equal(largest.values.at(-1), 8998)
  assert.equal((await tensor.window({ ...block, value: 'min' })).values[501], 20)
  assert.equal((await tensor.window({ ...block, value: 'mean' })).values[0], 9)
  const { min, max, mean, histogram } = await tensor.summary(9000)
  assert.deepEqual([min, max, mean], [0, 8998, 4499])
  assert.equal(histogram.reduce((sum, count) => sum + count, 0), 20_000_000)
  const { histogram: part } = await tensor.summary(1, { low: 0, high: 1 })
  assert.deepEqual(part, [3])
  paddock.close()
})

test('NaN and infinities are marked in their cells', async () => {
  const paddock = await load()
  const tensor = await resultOf(paddock, 'func.func @main() -> tensor<4xf32> {\n%a = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, -2.5]> : tensor<4xf32>\nreturn %a : tensor<4xf32>\n}')
  const { nan, infinity, negativeInfinity, finite } = windowMarks
  const cells = await tensor.window({ wrap: 3 })
  assert.deepEqual(cells.marks, new Uint8Array([nan, infinity, negativeInfinity, finite, 0, 0]))
  assert.deepEqual([cells.values[0], cells.values[3], cells.values[4]], [NaN, -2.5, NaN])
  const [block] = (await tensor.window({ columnsPerBlock: 4 })).marks
  assert.equal(block, nan + infinity + negativeInfinity + finite)
  const { nan: nans, infinite, min, max } = await tensor.summary()
  assert.deepEqual([nans, infinite, min, max], [1, 2, -2.5, -2.5])
  paddock.close()
})

test('results under one name are distinguished', async () => {
  const paddock = await load()
  const text = `func.func @main() -> tensor<2xf32> {
%a = stablehlo.constant dense<1.0> : tensor<2xf32>
%b = stablehlo.constant dense<2.0> : tensor<2xf32>
%r:2 = "stablehlo.optimization_barrier"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
return %r#1 : tensor<2xf32>
}`
  const program = await paddock.parse(text)
  const { values } = await program.run({ keepValues: true, level: 'faithful' })
  const at = text.indexOf('%r:2')
  assert.equal((await (await values.tensor(at, 0, 0)).data())[0], 1)
  assert.equal((await (await values.tensor(at, 0, 1)).data())[0], 2)
  assert.equal(await values.tensor(at, 0, 2), null)
  paddock.close()
})

test('the data sent with a small tensor equal the engine\'s answers', async () => {
  const paddock = await load()
  const text = `func.func @main() -> (tensor<7xf32>, tensor<2x3x4xi32>, tensor<f32>) {
%a = stablehlo.constant dense<[0.5, 0x7FC00000, 0x7F800000, -2.5, 1.0, 0.0, 4.0]> : tensor<7xf32>
%b = stablehlo.iota dim = 2 : tensor<2x3x4xi32>
%c = stablehlo.constant dense<2.5> : tensor<f32>
return %a, %b, %c : tensor<7xf32>, tensor<2x3x4xi32>, tensor<f32>
}`
  const program = await paddock.parse(text)
  const options = { numerics: 'portable', level: 'faithful', keepValues: true }
  const { results: asked } = await program.run(options)
  const { results: brought, values } = await program.run({ ...options, previewBins: 16 })
  const windows = [{}, { wrap: 3 }, { wrap: 100 }, { top: 1, left: 1 }, { slice: 1, top: 1, rows: 9, columns: 2 }, { rows: 6 }, { left: 50 }, { columnsPerBlock: 2, value: 'max' }]
  for (const [index, tensor] of asked.entries()) {
    assert.deepEqual(await brought[index].summary(16), await tensor.summary(16))
    assert.deepEqual(await brought[index].summary(4), await tensor.summary(4))
    for (const window of windows) {
      const answer = await tensor.window(window).catch((error) => error.message)
      assert.deepEqual(await brought[index].window(window).catch((error) => error.message), answer, JSON.stringify({ index, window }))
    }
  }
  await assert.rejects(brought[1].window({ slice: 2 }), /no such window/)
  const named = await values.tensor(text.indexOf('%b ='), 0, 0, 16)
  assert.deepEqual(await named.summary(16), await asked[1].summary(16))
  paddock.close()
})
