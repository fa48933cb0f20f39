import type { Tensor, TensorSummary } from 'paddock-hlo'
import type { Range } from './colour-scale.js'
import type { IsPadding } from './padding.js'
import { previewBins } from './preview.js'
import { robustRange } from './robust-range.js'

/// A tensor with its summary; the elements stay in the engine.
export interface Shown {
  tensor: Tensor
  title: string
  summary: TensorSummary
  /// Range of the colours, unless the user chose all numbers.
  range: Range
  /// Whether an element is padding, which comes from no element of the operand.
  isPadding?: IsPadding | undefined
}

export async function readValue(tensor: Tensor, title: string): Promise<Shown> {
  const summary = await tensor.summary(previewBins)
  return { tensor, title, summary, range: await robustRange(tensor, summary) }
}
