// The report that `npm run bench` derives from times and results, tested without running programs.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { disagreement } from '../../bench/agreement.mjs'
import { turned } from '../../bench/peers/onnx-layouts.mjs'
import { againstPeers, byProcessorTime, problemsText, reportText, shareOfHeld, shareOfLimit } from '../../bench/report.mjs'

const folder = mkdtempSync(join(tmpdir(), 'paddock-report-'))
after(() => rmSync(folder, { recursive: true }))

const write = (name, ...arrays) => {
  arrays.forEach((array, i) => writeFileSync(join(folder, `${name}-${i}.raw`), new Uint8Array(array.buffer)))
  return join(folder, name)
}

test('floats may differ relative to the greatest element, integers must be equal', () => {
  const types = [{ element: 'f32' }, { element: 'i32' }]
  const numbers = new Int32Array([1, 2])
  const own = write('own', new Float32Array([1000, 1e-3]), numbers)
  assert.equal(disagreement(types, own, write('near', new Float32Array([1000.1, 0.05]), numbers)), null)
  assert.match(disagreement(types, own, write('far', new Float32Array([1001, 1e-3]), numbers)), /differ by 1\.0e-3/)
  assert.equal(disagreement(types, own, write('far', new Float32Array([1001, 1e-3]), numbers), 1e-2), null)
  assert.match(disagreement(types, own, write('nan', new Float32Array([NaN, 1e-3]), numbers)), /NaN/)
  assert.match(disagreement(types, own, write('infinite', new Float32Array([Infinity, 1e-3]), numbers)), /infinity/)
  assert.match(disagreement(types, own, write('integers', new Float32Array([1000, 1e-3]), new Int32Array([1, 3]))), /integers/)
  assert.match(disagreement(types, own, write('short', new Float32Array([1000]), numbers)), /4 bytes instead of 8/)
})

test('16-bit floats are compared as numbers', () => {
  const compare = (element, a, b) => disagreement([{ element }], write('a', new Uint16Array([a])), write('b', new Uint16Array([b])))
  assert.equal(compare('bf16', 0x3f80, 0x3f81), null) // 1 and 1.0078
  assert.match(compare('bf16', 0x3f80, 0xbf80), /differ by 2/)
  assert.equal(compare('f16', 0x3c00, 0x3c01), null)
  assert.match(compare('f16', 0x3c00, 0x4000), /differ by 1/)
})

test('complex numbers are compared by their parts', () => {
  const types = [{ element: 'complex<f32>' }]
  const own = write('complex', new Float32Array([1000, 1e-3]))
  assert.equal(disagreement(types, own, write('complex-near', new Float32Array([1000.1, 0.05]))), null)
  assert.match(disagreement(types, own, write('complex-far', new Float32Array([1000, 2]))), /differ by 2\.0e-3/)
})

const row = {
  name: 'add-16m', threads: 1, operations: 1e9, bytes: 2e9,
  runners: { paddock: { ms: 100, cpu_ms: 50 }, jax: { ms: 150, cpu_ms: 25 }, numpy: { problem: 'numpy has nothing like it' }, iree: { problem: 'results differ' } },
}
const limits = { f32_gflops: 100, f64_gflops: 50, portable_f32_gflops: 60, gbytes: 40 }

test('ratios are those of the fastest peer, shares those of the nearer limit', () => {
  assert.deepEqual(againstPeers(row, 'paddock', ['jax', 'numpy']), { ratio: 1.5, peer: 'jax' })
  assert.equal(againstPeers(row, 'paddock', ['numpy']), null)
  assert.deepEqual(shareOfLimit(row, 'paddock', limits), { share: 0.5, of: 'copy' })
  assert.equal(shareOfLimit({ ...row, operations: 8e9 }, 'paddock', limits).of, 'multiply-adds')
})

test('compute-bound programs are compared with the machine\'s sustained rate, in turns', () => {
  const product = { ...row, name: 'matmul', operations: 8e9, held: 160 }
  assert.equal(shareOfHeld(row, 'paddock'), null)
  assert.equal(shareOfHeld(product, 'paddock'), 0.5)
  const kinds = ['paddock', 'jax'].map((name) => ({ name }))
  assert.match(reportText({ programs: [product], limits: { 1: { paddock: limits } } }, kinds), /\| 80 % multiply-adds, 50 % of what it keeps \|/)
})

test('the report is a table, and marks disagreement', () => {
  const report = { programs: [row], limits: { 1: { paddock: limits } } }
  const kinds = ['paddock', 'jax', 'numpy', 'iree'].map((name) => ({ name }))
  assert.match(reportText(report, kinds), /\| `add-16m` \| 100 \| 150 \| 1\.50 \(jax\) \| 50 % copy \|/)
  assert.match(reportText(byProcessorTime(report), kinds), /\| `add-16m` \| 50\.0 \| 25\.0 \| 0\.50 \(jax\) \| 100 % copy \|/)
  assert.equal(problemsText(report), 'iree: results differ (add-16m)')
})

test('arrays are transposed like transpose, then reversed', () => {
  const array = { data: new Float32Array([1, 2, 3, 4, 5, 6]), shape: [2, 3] }
  const told = ({ data, shape }) => [[...data], shape]
  assert.deepEqual(told(turned(array)), [[1, 2, 3, 4, 5, 6], [2, 3]])
  assert.deepEqual(told(turned(array, { order: [1, 0] })), [[1, 4, 2, 5, 3, 6], [3, 2]])
  assert.deepEqual(told(turned(array, { order: [1, 0], reversed: [0] })), [[3, 6, 2, 5, 1, 4], [3, 2]])
  assert.deepEqual(told(turned(array, { order: [0, 1], reversed: [0, 1] })), [[6, 5, 4, 3, 2, 1], [2, 3]])
})
