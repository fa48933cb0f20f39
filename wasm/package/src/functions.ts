import type { Range } from './diagnostics.js'
import type { ElementType } from './element-types.js'
import type { Offsets } from './offsets.js'
import type { WireFunction, WireParameter } from './protocol.js'

/// An argument or a result of a function, or an element of one that is a tuple.
export interface ParameterInfo extends Range {
  /// Without `%`; a result's `jax.result_info`, or empty. An element of a tuple has its path behind that: `x.1.0`.
  name: string
  /// `tensor<2x?xf32>`.
  type: string
  /// Null unless it is a tensor or a scalar; the storage type if it is quantized.
  elementType: ElementType | null
  /// -1 where only a run decides.
  shape: readonly number[]
  /// The text of an argument's `loc(...)`: `"params['w']"`; empty if there is none.
  location: string
  /// The numbers, both ends included, that `random` gives an argument of integers or booleans: one range, or one for
  /// each position of index vectors. Empty for other types.
  ranges: readonly (readonly [number, number])[]
  /// The use in the program that the ranges come from, `start_indices of stablehlo.gather`; empty if they are
  /// the usual ones of the type.
  rangesUse: string
  /// Elements of a tuple; null for any other type.
  elements: readonly ParameterInfo[] | null
}

/// A parameter that is no tuple, or a leaf of one that is.
export interface ParameterLeaf extends ParameterInfo {
  /// Its index among the parameters and, within a tuple, the indices behind that: `0.1`.
  path: string
  /// Its number among the leaves of its parameter.
  part: number
}

/// Returns the parameters with each tuple replaced by its leaves.
export function leavesOf(parameters: readonly ParameterInfo[]): ParameterLeaf[] {
  const flat = (one: ParameterInfo, path: string): { leaf: ParameterInfo; path: string }[] =>
    one.elements?.flatMap((element, i) => flat(element, `${path}.${i}`)) ?? [{ leaf: one, path }]
  return parameters.flatMap((parameter, i) => flat(parameter, String(i)).map(({ leaf, path }, part) => ({ ...leaf, path, part })))
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
  const parameter = ({ begin, end, elements, rangesOperand, rangesOperation, ...rest }: WireParameter): ParameterInfo => ({
    ...rest,
    rangesUse: rangesOperand && `${rangesOperand} of ${rangesOperation}`,
    elements: elements && elements.map(parameter),
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
