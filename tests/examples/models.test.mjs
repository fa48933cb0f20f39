// The models exported by JAX give JAX's results, which examples/models/NAME.npz holds.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { globSync } from '../../tools/lib/glob.mjs'
import { paddock, root } from '../cli/paddock.mjs'

/// Two thousand steps of a reaction amplify rounding errors; the others differ in the last bits.
const tolerances = { reaction: '0.01', svd_image: '5e-5' }

const models = globSync('examples/models/*.mlir')
assert.ok(models.length >= 8)
for (const path of models) {
  const name = path.replace(/^.*\//, '').replace('.mlir', '')
  test(`${name} gives JAX's results`, () => {
    const reference = path.replace('.mlir', '.npz')
    const { out } = paddock(['diff', path, '--ref', reference, '--tolerance', tolerances[name] ?? '1e-5', '--format', 'json'])
    const { over, values } = JSON.parse(out)
    assert.equal(over, 0, out)
    // Checks that every array of the file was compared.
    assert.equal(values.length, readFileSync(join(root, reference)).toString('latin1').split('PK\x01\x02').length - 1)
    const script = readFileSync(join(root, path.replace('.mlir', '.py')), 'utf8')
    assert.match(script, new RegExp(`export\\("${name}"`))
  })
}

test('the transformer writes English, and the classifier in eight bits recognizes 96 of 100 digits', () => {
  const run = (name) => JSON.parse(paddock(['run', `examples/models/${name}.mlir`, '--format', 'json']).out).results
  assert.equal(String.fromCharCode(...run('rhymes')[0].value), ', little star, how i wonder what you are! up abo')
  assert.ok(run('int8_digits').some(({ value }) => value === 96))
})
