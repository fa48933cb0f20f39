// A softmax of each row, built for many shapes: the functions that build are ordinary ones, and the types follow.
import { load, tensorOf } from 'paddock-hlo'

/** Returns the values with their largest one subtracted, so that the exponentials are at most 1, divided by their sum. */
function softmax(f, x) {
  const rank = x.shape.length
  const along = (value) => value.broadcastInDim(x.type, { broadcastDimensions: [...Array(rank - 1).keys()] })
  const largest = x.reduce(f.constant(-Infinity, x.elementType), { dimensions: [rank - 1] }, (a, b) => a.maximum(b))
  const powers = x.subtract(along(largest)).exponential()
  return powers.divide(along(powers.reduce(0, { dimensions: [rank - 1] }, (a, b) => a.add(b))))
}

const paddock = await load()
for (const shape of [[3], [2, 4], [2, 3, 5], [0, 7], [1, 1, 1, 1]]) {
  for (const elementType of ['f32', 'f64']) {
    const builder = await paddock.builder()
    const f = builder.function('main', { x: tensorOf(elementType, shape) })
    f.return(softmax(f, f.argument('x')))
    const { results } = await (await builder.finish()).run({ inputs: ['random:1'] })
    const sum = (await results[0].data()).reduce((a, b) => a + b, 0)
    console.log(`${results[0].type}: the elements sum to ${sum.toFixed(3)}`)
  }
}
paddock.close()
