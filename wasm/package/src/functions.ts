import type { Range } from './diagnostics.js'
import type { ElementType } from './element-types.js'
import type { Offsets } from './offsets.js'
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

/// The arguments that a run takes which names no function, in a text that is equal for equal ones.
export function takesOf(functions: readonly { name: string; hasBody: boolean; arguments: readonly { name: string; type: string }[] }[], entry: string, hasCommentedInputs: boolean): string {
  const taking = functions.find(({ name, hasBody }) => hasBody && name === entry)
  return taking === undefined ? '' : JSON.stringify([hasCommentedInputs, taking.arguments.map(({ name, type }) => [name, type])])
}

/// A function of a program. The range is of the whole.
export interface FunctionInfo extends Range {
  name: string
  isPublic: boolean
  hasBody: boolean
  arguments: readonly ParameterInfo[]
  results: readonly ParameterInfo[]
}

export function readFunctions(wire: readonly WireFunction[], offsets: Offsets): FunctionInfo[] {
  const parameter = ({ begin, end, ...rest }: WireParameter): ParameterInfo => ({
    ...rest,
    elementType: rest.elementType as ElementType | null,
    ...offsets.range({ begin, end }),
  })
  return wire.map(({ begin, end, ...rest }) => ({
    ...rest,
    ...offsets.range({ begin, end }),
    arguments: rest.arguments.map(parameter),
    results: rest.results.map(parameter),
  }))
}
