// Each program of examples/grid gives on its grid the results of its twin `.alone.mlir` in one
// process: bit for bit if both round alike.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readExample, root, run } from './command.mjs'

/// Assembles the results of the processes into that of one.
const joins = {
  same: (parts) => {
    for (const part of parts) assert.deepEqual(part, parts[0])
    return parts[0]
  },
  rows: (parts) => parts.flat(),
  last: (parts) => {
    for (const part of parts.slice(0, -1)) assert.ok(part.flat(Infinity).every((one) => one === 0))
    return parts.at(-1)
  },
}

/// With these inputs the sums of most programs are exact. A softmax in parts rounds differently
/// from one in one piece, by a few units in the last place of numbers about 1.
const programs = {
  'data-parallel': { processes: 4, join: 'same', tolerance: 0 },
  'tensor-parallel': { processes: 4, join: 'rows', tolerance: 0 },
  pipeline: { processes: 4, join: 'last', tolerance: 0 },
  'ring-attention': { processes: 4, join: 'rows', tolerance: 5e-7 },
  'expert-routing': { processes: 4, join: 'rows', tolerance: 0 },
  heat: { processes: 4, join: 'rows', tolerance: 0 },
}

test('every program of the folder has a reference and is listed here', () => {
  const files = readdirSync(join(root, 'examples/grid')).filter((name) => name.endsWith('.mlir'))
  assert.deepEqual(files.sort(), Object.keys(programs).flatMap((name) => [`${name}.alone.mlir`, `${name}.mlir`]).sort())
})

for (const [name, { processes, join: how, tolerance }] of Object.entries(programs)) {
  for (const level of ['fast', 'faithful']) {
    test(`${name} on its grid and alone, ${level}`, () => {
      const grid = run(readExample(`grid/${name}.mlir`), ['--level', level])
      const alone = run(readExample(`grid/${name}.alone.mlir`), ['--level', level])
      assert.equal(grid.code, 0, JSON.stringify(grid.diagnostics))
      assert.equal(alone.code, 0, JSON.stringify(alone.diagnostics))
      const count = alone.results.length
      assert.equal(grid.results.length, processes * count)
      alone.results.forEach(({ value }, index) => {
        const parts = grid.results.filter((_, i) => i % count === index).map((result) => result.value)
        const joined = joins[how](parts)
        assert.ok([value].flat(Infinity).some((one) => one !== 0), 'there is something to compare')
        if (tolerance === 0) return assert.deepEqual(joined, value)
        const [found, expected] = [joined, value].map((nested) => [nested].flat(Infinity))
        assert.equal(found.length, expected.length)
        found.forEach((one, i) => assert.ok(Math.abs(one - expected[i]) <= tolerance, `element ${i} is ${one}, not ${expected[i]}`))
      })
    })
  }
}
