import type { NamePlace, OperationPlace, Tensor } from 'paddock-hlo'

/// Whether the element at these indices is padding, which comes from no element of the operand.
export type IsPadding = (indices: readonly number[]) => boolean

/// Returns the padding of a result, from the operation's attributes or operands; undefined if it does not pad.
export async function paddingOf({ name, padding, operands }: OperationPlace, tensorOf: (operand: NamePlace) => Tensor | undefined): Promise<IsPadding | undefined> {
  if (padding === null && name !== 'stablehlo.dynamic_pad') return undefined
  const [sizes, low, interior] = [operands[0], operands[2], operands[4]].map((operand) => operand && tensorOf(operand))
  if (sizes === undefined) return undefined
  if (padding !== null) return isPadding(padding.low, padding.interior, sizes.shape)
  if (low === undefined || interior === undefined) return undefined
  return isPadding([...(await low.numbers())], [...(await interior.numbers())], sizes.shape)
}

const isPadding = (low: readonly number[], interior: readonly number[], sizes: readonly number[]): IsPadding => (indices) =>
  indices.some((index, dimension) => {
    const from = index - (low[dimension] ?? 0)
    const step = (interior[dimension] ?? 0) + 1
    return from < 0 || from % step !== 0 || from / step >= (sizes[dimension] ?? 1)
  })
