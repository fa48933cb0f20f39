import type { ParameterInfo } from 'paddock-hlo'
import type { FileArray } from './array-file.js'

const fits = ({ shape, elementType }: ParameterInfo, array: FileArray): boolean =>
  shape.length === array.shape.length &&
  shape.every((size, i) => size < 0 || size === array.shape[i]) &&
  elementType !== null &&
  array.elementTypes.includes(elementType)

/// Assigns the arrays of a file to arguments: by name, else to the first free argument that fits. A
/// lone array that fits none goes to the first argument, so that the engine explains why it does
/// not fit. Arguments for which `isTaken` holds come last.
export function assignArrays(
  parameters: readonly ParameterInfo[],
  arrays: readonly FileArray[],
  isTaken: (parameter: ParameterInfo) => boolean,
): { assigned: Map<ParameterInfo, FileArray>; left: FileArray[] } {
  const assigned = new Map<ParameterInfo, FileArray>()
  const left: FileArray[] = []
  const take = (parameter: ParameterInfo | undefined, array: FileArray): boolean => {
    if (parameter !== undefined) assigned.set(parameter, array)
    return parameter !== undefined
  }
  const isFree = (parameter: ParameterInfo): boolean => !assigned.has(parameter)
  const unnamed = arrays.filter((array) => !take(parameters.find((one) => one.name === array.name && isFree(one) && fits(one, array)), array))
  for (const array of unnamed) {
    const fitting = parameters.filter((one) => isFree(one) && fits(one, array))
    const isPlaced =
      take(fitting.find((one) => !isTaken(one)) ?? fitting[0], array) ||
      (arrays.length === 1 && take(parameters.find((one) => !isTaken(one)) ?? parameters[0], array))
    if (!isPlaced) left.push(array)
  }
  return { assigned, left }
}
