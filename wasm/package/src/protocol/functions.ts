import type { ElementType } from '../data/element-types.js'
import type { Offsets, Range } from '../data/offsets.js'
import type { WireFunction, WireParameter } from './values.js'

/// An argument or a result of a function, or an element of one that is a tuple.
export interface ParameterInfo extends Range {
  /// Name without `%`; a result's `jax.result_info`, or empty. An element of a tuple appends its path: `x.1.0`.
  name: string
  /// Type in the program's notation: `tensor<2x?xf32>`.
  type: string
  /// Element type of a tensor or scalar, the storage type if it is quantized; null for other types.
  elementType: ElementType | null
  /// Sizes of the dimensions; -1 if only a run determines the size.
  shape: readonly number[]
  /// The text of an argument's `loc(...)`: `"params['w']"`; empty if there is none.
  location: string
  /// Ranges, both ends included, that `random` draws integer or boolean arguments from: one range,
  /// or one for each position of index vectors. Empty for other types.
  ranges: readonly (readonly [number, number])[]
  /// The use in the program that determines the ranges: `start_indices of stablehlo.gather`. Empty
  /// if they are the default ones of the type.
  rangesUse: string
  /// Elements of a tuple; null for other types.
  elements: readonly ParameterInfo[] | null
}

/// A parameter that is not a tuple, or a leaf of one that is.
export interface ParameterLeaf extends ParameterInfo {
  /// Its index among the parameters; within a tuple the inner indices follow: `0.1`.
  path: string
  /// Its number among the leaves of its parameter.
  part: number
}

/// Returns the parameters with each tuple replaced by its leaves. `RunResult.results` has a tensor
/// for each leaf of the results.
///
/// @param parameters The arguments or the results of a function.
export function leavesOf(parameters: readonly ParameterInfo[]): ParameterLeaf[] {
  const flat = (one: ParameterInfo, path: string): { leaf: ParameterInfo; path: string }[] =>
    one.elements?.flatMap((element, i) => flat(element, `${path}.${i}`)) ?? [{ leaf: one, path }]
  return parameters.flatMap((parameter, i) => flat(parameter, String(i)).map(({ leaf, path }, part) => ({ ...leaf, path, part })))
}

/// Returns the argument types of the function that a run without `entry` takes, as a text that can
/// be compared. Empty if there is no such function.
export function takesOf(functions: readonly { name: string; hasBody: boolean; arguments: readonly { name: string; type: string }[] }[], entry: string, hasCommentedInputs: boolean): string {
  const taking = functions.find(({ name, hasBody }) => hasBody && name === entry)
  return taking === undefined ? '' : JSON.stringify([hasCommentedInputs, taking.arguments.map(({ name, type }) => [name, type])])
}

/// A function of a program. The range covers all of it.
export interface FunctionInfo extends Range {
  /// Name without `@`.
  name: string
  /// Whether it is visible outside the program: not `private`.
  isPublic: boolean
  /// Whether it has a body, and is more than a declaration.
  hasBody: boolean
  /// Its arguments, in order.
  arguments: readonly ParameterInfo[]
  /// Its results, in order.
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
