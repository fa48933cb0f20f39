// The tables of what peers of the benchmark run (bench/peers).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { equivalentOf } from '../../bench/peers/described.mjs'
import { equivalents as onnx } from '../../bench/peers/onnx-equivalents.mjs'
import { equivalentsOf as tfjsOf } from '../../bench/peers/tfjs-equivalents.mjs'
import { programs } from '../../bench/programs/index.mjs'

test('a whole name counts before one without its size, and that before a beginning', () => {
  const table = { 'conv-': 1, 'conv-transposed-': 2, 'conv-transposed-nchw': 3, softmax: 4, 'conv-i32': undefined }
  const found = (name) => equivalentOf(table, name)
  assert.deepEqual(['conv-1x1', 'conv-transposed-4x4', 'conv-transposed-nchw'].map(found), [1, 2, 3])
  assert.deepEqual(['softmax', 'softmax-256x1000', 'softmax-channels', 'conv-i32-256'].map(found), [4, 4, undefined, undefined])
})

for (const [peer, table] of Object.entries({ onnx, tfjs: tfjsOf({}) })) {
  test(`every equivalent of ${peer} is that of a program`, () => {
    const used = new Set(programs.map(({ name }) => equivalentOf(table, name)))
    assert.deepEqual(Object.keys(table).filter((key) => !used.has(table[key])), [])
  })
}
