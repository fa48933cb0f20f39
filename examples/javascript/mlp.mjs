// A network of two layers, built in JavaScript, that learns the sum of four numbers: one call of @main is a step of gradient
// descent.
import { load, tensorOf } from 'paddock-hlo'

const [batch, inputs, hidden] = [16, 4, 8]

/** Returns a program that takes the weights and a batch, and returns the next weights and the loss. */
async function buildStep(paddock) {
  const builder = await paddock.builder()
  const f = builder.function('main', {
    w1: tensorOf('f32', [inputs, hidden]), w2: tensorOf('f32', [hidden, 1]), x: tensorOf('f32', [batch, inputs]), t: tensorOf('f32', [batch, 1]),
  })
  const [w1, w2, x, t] = f.arguments
  const product = (a, b, ofA, ofB) => a.dotGeneral(b, { dotDimensionNumbers: { lhsContractingDimensions: [ofA], rhsContractingDimensions: [ofB] } })
  // Forward.
  const h = product(x, w1, 1, 0).maximum(0).named('h')
  const error = product(h, w2, 1, 0).subtract(t).named('error')
  const loss = error.multiply(error).reduce(0, { dimensions: [0, 1] }, (a, b) => a.add(b)).divide(batch).named('loss')
  // Backward: the derivative of the square is twice the error.
  const dError = error.multiply(2 / batch)
  const dW2 = product(h, dError, 0, 0)
  const dH = h.compare(0, { comparisonDirection: 'GT' }).select(product(dError, w2, 1, 1), 0)
  const dW1 = product(x, dH, 0, 0)
  f.return([w1.subtract(dW1.multiply(0.1)), w2.subtract(dW2.multiply(0.1)), loss])
  return builder.finish()
}

const paddock = await load()
const program = await buildStep(paddock)
const x = Float32Array.from({ length: batch * inputs }, (_, i) => ((i * 5) % 13) / 13)
const t = Float32Array.from({ length: batch }, (_, i) => x.subarray(i * inputs, (i + 1) * inputs).reduce((a, b) => a + b))
const small = (length) => Float32Array.from({ length }, (_, i) => ((i * 7) % 11) * 0.05 - 0.2)
let weights = [small(inputs * hidden), small(hidden)]
for (let step = 0; step <= 200; ++step) {
  const { results } = await program.run({ inputs: [...weights, x, t] })
  const [w1, w2, [loss]] = await Promise.all(results.map((result) => result.data()))
  weights = [w1, w2]
  if (step % 50 === 0) console.log(`step ${step}: loss ${loss.toPrecision(3)}`)
}
paddock.close()
