// The programs of examples/javascript run, and compute what they say.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const examples = fileURLToPath(new URL('../../../examples/javascript/', import.meta.url))
// Inside the package, so that its own name resolves to it.
const folder = mkdtempSync(fileURLToPath(new URL('../dist/.test-', import.meta.url)))
after(() => rmSync(folder, { recursive: true }))

function outputOf(name) {
  copyFileSync(join(examples, name), join(folder, name))
  return execFileSync(process.execPath, [join(folder, name)], { encoding: 'utf8' }).trimEnd().split('\n')
}

test('the network learns the sum, in at most 60 lines', () => {
  const losses = outputOf('mlp.mjs').map((line) => Number(/: loss (\S+)$/.exec(line)[1]))
  assert.equal(losses.length, 5)
  assert.ok(losses[0] > 1 && losses.at(-1) < 1e-3, losses.join())
  assert.ok(readFileSync(join(examples, 'mlp.mjs'), 'utf8').split('\n').length <= 60)
})

test('a softmax of any shape sums to the number of its rows', () => {
  const lines = outputOf('shapes.mjs')
  assert.equal(lines.length, 10)
  for (const line of lines) {
    const [, sizes, sum] = /^tensor<([\dx]+)f\d\d>: the elements sum to (\S+)$/.exec(line)
    const rows = sizes.split('x').slice(0, -2).reduce((product, size) => product * size, 1)
    assert.equal(Number(sum), rows, line)
  }
})

test('each example is tested', () => assert.deepEqual(readdirSync(examples).sort(), ['mlp.mjs', 'shapes.mjs']))
