/// Numbers about the elements along one dimension, at one position of the others.
export interface Along {
  /// Indices in the other dimensions.
  position: readonly number[]
  sum: number
  mean: number
  /// Mean square distance from the mean.
  variance: number
  least: number
  greatest: number
}

const productOf = (sizes: readonly number[]): number => sizes.reduce((product, size) => product * size, 1)

/// Returns the numbers of the first `most` positions, in row-major order. NaN and infinities propagate.
export function alongDimension(values: Float64Array, shape: readonly number[], dimension: number, most: number): Along[] {
  const size = shape[dimension]!
  const inner = productOf(shape.slice(dimension + 1))
  const others = shape.toSpliced(dimension, 1)
  const count = Math.min(most, productOf(others))
  return Array.from({ length: count }, (_, k) => {
    const first = Math.floor(k / inner) * size * inner + (k % inner)
    return { position: indicesOf(k, others), ...numbersOf(values, first, inner, size) }
  })
}

function indicesOf(position: number, sizes: readonly number[]): number[] {
  const indices: number[] = []
  for (const size of sizes.toReversed()) {
    indices.unshift(position % size)
    position = Math.floor(position / size)
  }
  return indices
}

/// The variance is computed in a second pass, since a difference of squares cancels.
function numbersOf(values: Float64Array, first: number, stride: number, count: number): Omit<Along, 'position'> {
  let [sum, least, greatest] = [0, Infinity, -Infinity]
  for (let i = 0; i < count; ++i) {
    const value = values[first + i * stride]!
    sum += value
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  const mean = sum / count
  let squares = 0
  for (let i = 0; i < count; ++i) squares += (values[first + i * stride]! - mean) ** 2
  return { sum, mean, variance: squares / count, least, greatest }
}
