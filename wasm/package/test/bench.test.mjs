// The runner of `npm run bench` uses the module without the package's client, so a change of the module may break it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import '../../../tools/lib/relaxed-simd.cjs'
import { open } from '../../../bench/peers/paddock-wasm.mjs'

const fromCheckout = (path) => new URL(`../../../${path}`, import.meta.url)
const host = { import: (path) => import(fromCheckout(path)), bytes: (path) => readFile(fromCheckout(path)) }

const doubling = `func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.add %x, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}`
const files = {
  'program.mlir': new TextEncoder().encode(doubling),
  'program.json': new TextEncoder().encode(JSON.stringify({ name: 'doubling', arguments: [{ element: 'f32', shape: [3] }] })),
  'input-0.raw': new Uint8Array(new Float32Array([1, -2, 0.5]).buffer),
}

for (const flavour of ['baseline', 'relaxed']) {
  test(`the bench runs a program in the ${flavour} flavour, and again after a new start`, async () => {
    const runner = await open(host, flavour)
    const program = await runner.load({ read: async (name) => files[name] }, { threads: 1, grid: '', isText: false })
    for (let i = 0; i < 2; ++i) {
      program.prepare()
      program.run()
      const [bytes] = program.results()
      assert.deepEqual([...new Float32Array(bytes.buffer)], [2, -4, 1])
    }
    program.close()
    assert.ok(runner.limits().f32_gflops > 0)
  })
}
