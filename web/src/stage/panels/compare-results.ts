import type { Paddock, ParameterInfo, Program, RunResult, Tensor } from 'paddock-hlo'
import { adoptStyles } from '../../shared/adopt-styles.js'
import { textElement } from '../../shared/dom.js'
import { sheet } from '../../shared/sheet.js'
import type { ExpectedArray } from '../../inputs/take-file.js'

interface Comparison {
  isEqual: boolean
  /// A sentence.
  text: string
}

/// Difference of floats that counts as equal, relative to the expected one; as in `paddock test`.
const tolerance = 1e-4

const comparedStyles = sheet(`
  .note.equal { color: var(--green); }
  .note.unequal { color: var(--error); }
`)

/// Compares the results of one process with arrays of files, and renders a line for each, for `dom`.
export async function compareResults(dom: HTMLElement, expected: readonly ExpectedArray[], paddock: Paddock, program: Program, result: RunResult, process: number): Promise<HTMLElement[]> {
  adoptStyles(dom, comparedStyles)
  const results = result.processes[process] ?? result.results
  const types = program.entry?.results ?? []
  const compared: Comparison[] = await Promise.all(expected.map(async (one, i) => {
    const at = placeOf(one.name, i, types)
    const tensor = results[at] ?? null
    const type = types[at]
    if (tensor === null || type === undefined) return { isEqual: false, text: `There is no result for ${one.name}.` }
    return compare(tensor, one, type, paddock)
  }))
  return compared.map(({ isEqual, text }) => textElement('p', isEqual ? 'note equal' : 'note unequal', text))
}

/// Index of the result that an array belongs to: that of its name, else of the number that ends its name, else its own.
function placeOf(name: string, index: number, results: readonly ParameterInfo[]): number {
  const named = results.findIndex((one) => one.name !== '' && one.name === name)
  const number = /(\d+)$/.exec(name)?.[1]
  if (named >= 0) return named
  return number !== undefined && Number(number) < results.length ? Number(number) : index
}

async function compare(tensor: Tensor, { name, array }: ExpectedArray, type: ParameterInfo, paddock: Paddock): Promise<Comparison> {
  const isSameShape = array.shape.length === tensor.shape.length && array.shape.every((size, i) => size === tensor.shape[i])
  const title = type.name || 'The result'
  const differs = (why: string) => ({ isEqual: false, text: `${title} differs from ${name}: ${why}.` })
  if (!isSameShape) return differs(`its shape is ${tensor.shape.join('x')}, not ${array.shape.join('x')}`)
  if (!array.elementTypes.includes(tensor.elementType as never)) return differs(`its elements are ${tensor.elementType}, not ${array.elementTypes[0]}`)
  const [own, wanted] = await Promise.all([tensor.values(), array.load(paddock, tensor.elementType as never).then((one) => one.values())])
  return reportOf(title, name, own, wanted, /^b?f\d|^complex/.test(tensor.elementType) ? tolerance : 0)
}

type Values = Awaited<ReturnType<Tensor['values']>>

function reportOf(title: string, name: string, own: Values, wanted: Values, within: number): Comparison {
  let count = 0
  let most = 0
  for (let i = 0; i < own.length; ++i) {
    if (isClose(own[i]!, wanted[i]!, within)) continue
    ++count
    most = Math.max(most, Math.abs(Number(own[i]) - Number(wanted[i])))
  }
  if (count === 0) return { isEqual: true, text: `${title} equals ${name}: ${own.length} elements.` }
  return { isEqual: false, text: `${title} differs from ${name} in ${count} of ${own.length} elements, by at most ${most.toPrecision(3)}.` }
}

/// Infinities must be equal, and NaN is close to NaN.
function isClose(own: number | bigint, wanted: number | bigint, within: number): boolean {
  if (own === wanted || (Number.isNaN(own) && Number.isNaN(wanted))) return true
  if (within === 0 || !Number.isFinite(own) || !Number.isFinite(wanted)) return false
  return Math.abs(Number(own) - Number(wanted)) <= within * Math.abs(Number(wanted))
}
