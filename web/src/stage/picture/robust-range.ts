import type { Tensor, TensorSummary } from 'paddock-hlo'
import type { Range } from './colour-scale.js'

/// Number of elements below which the scale covers all.
const leastClipped = 200
/// Most readings; each narrows the range to some bins.
const mostReadings = 8

/// Returns the finite range of a tensor's numbers; 0 .. 0 if none is finite.
export function wholeRange({ min, max }: TensorSummary): Range {
  return { minimum: min ?? 0, maximum: max ?? 0 }
}

/// Returns the range of the scale. If a few outliers would leave all other numbers one colour, it
/// is that between the first and the last percentile; else it covers all.
export async function robustRange(tensor: Tensor, summary: TensorSummary): Promise<Range> {
  const whole = wholeRange(summary)
  const count = summary.histogram.reduce((sum, one) => sum + one, 0)
  if (count < leastClipped) return whole
  let range = whole
  let { histogram } = summary
  let below = 0
  for (let reading = 0; reading < mostReadings; ++reading) {
    const first = binAt(histogram, 0.01 * count - below)
    const last = binAt(histogram, 0.99 * count - below)
    const width = (range.maximum - range.minimum) / histogram.length
    const inner = { minimum: range.minimum + width * first, maximum: range.minimum + width * (last + 1) }
    const isClose = last - first >= histogram.length / 4
    if (isClose || inner.maximum <= inner.minimum) {
      range = reading === 0 ? whole : inner
      break
    }
    below += histogram.slice(0, first).reduce((sum, one) => sum + one, 0)
    range = inner
    histogram = (await tensor.summary(histogram.length, { low: range.minimum, high: range.maximum })).histogram as number[]
  }
  return range
}

/// Returns the bin that holds the element of this rank.
function binAt(histogram: readonly number[], rank: number): number {
  let seen = 0
  const found = histogram.findIndex((one) => (seen += one) >= rank)
  return found < 0 ? histogram.length - 1 : found
}
