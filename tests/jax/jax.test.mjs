// Programs lowered by JAX run unchanged, on the grid that their modules name, and give JAX's
// results (export.py). XLA's tanh and sums differ from ours; random bits are the same.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { run } from '../examples/command.mjs'

const folder = new URL('./', import.meta.url)
const read = (name) => readFileSync(new URL(name, folder), 'utf8')
const tolerance = 1e-6
const processesOf = (program) => ['num_replicas', 'num_partitions'].reduce((count, name) => count * Number(new RegExp(`mhlo.${name} = (\\d+)`).exec(program)[1]), 1)

for (const file of readdirSync(folder).filter((name) => name.endsWith('.mlir'))) {
  test(`${file} gives JAX's results in every process`, () => {
    const { inputs, results } = JSON.parse(read(file.replace('.mlir', '.json')))
    const words = inputs.flatMap((value, i) => ['--input', `${i}=${JSON.stringify(value)}`])
    const program = read(file)
    const grid = run(program, words)
    assert.equal(grid.code, 0, JSON.stringify(grid.diagnostics))
    assert.equal(grid.results.length, processesOf(program) * results.length)
    grid.results.forEach(({ value, process }, index) => {
      const found = value.flat(Infinity)
      const expected = results[index % results.length].flat(Infinity)
      assert.equal(found.length, expected.length)
      found.forEach((one, i) => assert.ok(Math.abs(one - expected[i]) <= tolerance * Math.max(1, Math.abs(expected[i])), `element ${i} of process ${process} is ${one}, not ${expected[i]}`))
    })
  })
}
