import { offsetConverter, type Range } from './diagnostics.js'
import type { ElementType } from './element-types.js'
import type { WireFunction, WireParameter } from './protocol.js'

/// An argument or a result of a function.
export interface ParameterInfo extends Range {
  /// Without `%`; of a result its `jax.result_info`, or empty.
  name: string
  /// `tensor<2x?xf32>`.
  type: string
  /// Null for what is no tensor; of a quantized one its storage type.
  elementType: ElementType | null
  /// -1 where only a run decides.
  shape: readonly number[]
}

/// A function of a program. The range is of the whole.
export interface FunctionInfo extends Range {
  name: string
  isPublic: boolean
  hasBody: boolean
  arguments: readonly ParameterInfo[]
  results: readonly ParameterInfo[]
}

export function readFunctions(wire: readonly WireFunction[], text: string): FunctionInfo[] {
  const convert = offsetConverter(text)
  const parameter = ({ begin, end, ...rest }: WireParameter): ParameterInfo => ({
    ...rest,
    elementType: rest.elementType as ElementType | null,
    from: convert(begin),
    to: convert(end),
  })
  return wire.map(({ begin, end, ...rest }) => ({
    ...rest,
    from: convert(begin),
    to: convert(end),
    arguments: rest.arguments.map(parameter),
    results: rest.results.map(parameter),
  }))
}
