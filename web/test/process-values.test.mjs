// Values that differ between the processes of a grid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { load } from 'paddock-hlo'

const entry = fileURLToPath(new URL('../src/compare/process-values.ts', import.meta.url))
const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false, external: ['paddock-hlo'] })
const { differingValues } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)

/// %turned has the same numbers in every process, in another order.
const text = `func.func @main() -> tensor<32xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %half = stablehlo.divide %id, %two : tensor<ui32>
  %row = stablehlo.iota dim = 0 : tensor<32xf32>
  %twice = stablehlo.concatenate %row, %row, dim = 0 : (tensor<32xf32>, tensor<32xf32>) -> tensor<64xf32>
  %turned = stablehlo.dynamic_slice %twice, %half, sizes = [32] : (tensor<64xf32>, tensor<ui32>) -> tensor<32xf32>
  return %turned : tensor<32xf32>
}`

async function differing(isWanted = () => true) {
  const paddock = await load()
  const program = await paddock.parse(text)
  const { values } = await program.run({ grid: { replicas: 1, partitions: 4 }, keepValues: true, level: 'faithful' })
  const found = await differingValues(values, { from: 0, to: text.length }, 4, isWanted)
  paddock.close()
  return found
}

test('values that differ are listed with the processes of each, also when only the order differs', async () => {
  const found = await differing()
  assert.deepEqual(found.map(({ name, groups }) => [name, groups.map(({ processes }) => processes)]), [
    ['%id', [[0], [1], [2], [3]]],
    ['%half', [[0, 1], [2, 3]]],
    ['%turned', [[0, 1], [2, 3]]],
  ])
  assert.equal(text.slice(found[2].from, found[2].from + 7), '%turned')
  assert.deepEqual(found[1].groups.map(({ summary }) => summary.elements), [0, 1])
})

test('a comparison that is no longer wanted ends', async () => {
  let asked = 0
  assert.equal(await differing(() => ++asked < 3), null)
  assert.equal(asked, 3)
})
