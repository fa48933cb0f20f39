// Products that read transposed operands in place, or write a transposed result: the bits of one operation after another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasRelaxedSimd, load } from 'paddock-hlo'

/// Attention's product of heads: [batch, rows, heads, depth] x [batch, columns, heads, depth], as `order` of [batch,
/// heads, rows, columns].
function headsProgram({ batch, heads, rows, columns, depth }, type, order) {
  const tensor = (...sizes) => `tensor<${[...sizes, type].join('x')}>`
  const [x, y] = [tensor(batch, rows, heads, depth), tensor(batch, columns, heads, depth)]
  const [q, k] = [tensor(batch, heads, rows, depth), tensor(batch, heads, depth, columns)]
  const sizes = [batch, heads, rows, columns]
  const result = tensor(...order.map((i) => sizes[i]))
  return `func.func @main(%x: ${x}, %y: ${y}) -> ${result} {
  %q = stablehlo.transpose %x, dims = [0, 2, 1, 3] : (${x}) -> ${q}
  %k = stablehlo.transpose %y, dims = [0, 2, 3, 1] : (${y}) -> ${k}
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (${q}, ${k}) -> ${tensor(...sizes)}
  %r = stablehlo.transpose %s, dims = [${order.join(', ')}] : (${tensor(...sizes)}) -> ${result}
  return %r : ${result}
}
`
}

const shapes = [
  { batch: 2, heads: 3, rows: 5, columns: 7, depth: 4 },
  { batch: 1, heads: 4, rows: 64, columns: 48, depth: 32 },
  { batch: 3, heads: 2, rows: 17, columns: 33, depth: 65 },
  { batch: 2, heads: 2, rows: 1, columns: 40, depth: 20 },
  { batch: 2, heads: 2, rows: 40, columns: 3, depth: 300 },
]
const orders = [
  [0, 2, 1, 3],
  [0, 1, 3, 2],
  [2, 0, 1, 3],
  [0, 3, 1, 2],
  [0, 1, 2, 3],
]
const arrays = { f32: Float32Array, f64: Float64Array, i32: Int32Array }

for (const flavour of ['baseline', 'relaxed']) {
  const skip = flavour === 'relaxed' && !hasRelaxedSimd() && 'this Node has no relaxed SIMD'
  test(`products of transposed operands and results have the bits of level faithful: ${flavour}`, { skip }, async () => {
    const paddock = await load({ flavour, worker: false })
    for (const [type, ArrayOfType] of Object.entries(arrays)) {
      for (const shape of shapes) {
        const { batch, heads, rows, columns, depth } = shape
        const numbers = (count, factor) => ArrayOfType.from({ length: count }, (_, i) => ((i * factor) % 1009) / (type === 'i32' ? 1 : 1009) - 0.5)
        const inputs = [numbers(batch * rows * heads * depth, 7919), numbers(batch * columns * heads * depth, 31)]
        for (const order of orders) {
          const text = headsProgram(shape, type, order)
          const program = await paddock.parse(text)
          for (const numerics of ['portable', 'fast']) {
            const hashes = []
            for (const level of ['faithful', 'fast']) {
              const { status, hash, results } = await program.run({ inputs, level, numerics })
              assert.equal(status, 'finished', text)
              hashes.push(hash)
              for (const one of results) one[Symbol.dispose]()
            }
            assert.equal(hashes[1], hashes[0], text)
          }
          program[Symbol.dispose]()
        }
      }
    }
    paddock.close()
  })
}
