// Generated inputs: `random:SEED`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { load } from 'paddock-hlo'

const paddock = await load()
after(() => paddock.close())

const same = await paddock.parse(`func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}`)
const numbers = async (results) => Promise.all(results.map(async (one) => String(await one.data())))

test('arguments and processes have different numbers, the same in every mode', async () => {
  const seen = new Set()
  for (const mode of ['cooperative', 'workers']) {
    const { processes } = await same.run({ inputs: ['random:7', 'random:7'], grid: { replicas: 2, partitions: 2 }, mode })
    const all = (await Promise.all(processes.map(numbers))).flat()
    assert.equal(new Set(all).size, 8)
    seen.add(all.join(' '))
  }
  assert.equal(seen.size, 1)
  const own = [{ replica: 1, partition: 1, inputs: ['random:7', null] }]
  const { processes } = await same.run({ inputs: ['random:7', 'random:7'], processInputs: own, grid: { replicas: 2, partitions: 2 } })
  assert.equal((await Promise.all(processes.map(numbers))).flat().join(' '), [...seen][0])
})

test('functions have the ranges of their integer arguments, and their uses', async () => {
  const program = await paddock.parse(`func.func @main(%x: tensor<9x2xf32>, %i: tensor<50xi32>, %n: tensor<3xi32>) -> tensor<50xi32> {
  %v = stablehlo.reshape %i : (tensor<50xi32>) -> tensor<50x1xi32>
  %g = "stablehlo.gather"(%x, %v) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<9x2xf32>, tensor<50x1xi32>) -> tensor<50x2xf32>
  return %i : tensor<50xi32>
}`)
  assert.deepEqual(program.entry.arguments.map(({ ranges, rangesUse }) => [ranges, rangesUse]), [
    [[], ''],
    [[[0, 8]], 'start_indices of stablehlo.gather'],
    [[[-8, 7]], ''],
  ])
  const { results } = await program.run({ inputs: ['zeros', 'random:3', 'zeros'] })
  const indices = await results[0].data()
  assert.ok(indices.every((index) => index >= 0 && index < 9))
  assert.equal(new Set(indices).size, 9)
})
