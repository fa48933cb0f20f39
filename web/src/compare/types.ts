import type { ElementType, Paddock, Program, RunResult, RunValues, Tensor } from 'paddock-hlo'
import { isFloat, type Comparer, type Difference } from './compare-tensors.js'
import { namedValues, pinnedRun, tensorOf, type NamedValue, type Reference } from './references.js'
import { retype } from './retype.js'

/// Types that are compared with f64, as in `paddock lens`.
export const comparedTypes: readonly ElementType[] = ['f32', 'bf16', 'f16', 'f8E4M3FN']

interface TypedRun {
  program: Program
  result: RunResult
  process: number
  values: RunValues
}

/// A value of the program, and its difference from f64 in each type; null: the type has no such value.
interface TypeRow {
  value: NamedValue
  differences: readonly (Difference | null)[]
}

export interface TypeComparison {
  rows: readonly TypeRow[]
  /// Why the program does not run in a type; null if it does.
  refusals: readonly (string | null)[]
}

/// Runs a program in f64 and in each of the types, on the same inputs, and compares the values by name.
///
/// @throws if it does not run in f64.
export async function compareTypes(paddock: Paddock, comparer: Comparer, run: TypedRun, isWanted: () => boolean): Promise<TypeComparison> {
  const exact = await runIn(paddock, run, 'f64')
  if (typeof exact === 'string') throw new Error(`not in f64: ${exact}`)
  const columns: (Reference | string)[] = []
  try {
    for (const type of comparedTypes) if (isWanted()) columns.push(await runIn(paddock, run, type))
    return { rows: await rowsOf(run, exact, columns, comparer, isWanted), refusals: columns.map((column) => (typeof column === 'string' ? column : null)) }
  } finally {
    for (const column of [exact, ...columns]) if (typeof column !== 'string') column.close()
  }
}

/// Returns the values in a type, or why there are none.
async function runIn(paddock: Paddock, { program, result, process, values }: TypedRun, type: ElementType): Promise<Reference | string> {
  const retyped = await paddock.parse(retype(program.text, type))
  let inputs: (Tensor | null)[] = []
  try {
    const refusal = retyped.diagnostics.find(({ severity }) => severity === 'error')
    if (refusal !== undefined) return refusal.message
    inputs = await Promise.all((program.entry?.arguments ?? []).map(async ({ from }) => converted(paddock, await values.tensor(from, process), type)))
    return await pinnedRun(retyped, { numerics: 'portable', inputs, grid: result.grid }, process, type)
  } finally {
    for (const tensor of inputs) tensor?.close()
    retyped.close()
  }
}

async function converted(paddock: Paddock, tensor: Tensor | null, type: ElementType): Promise<Tensor | null> {
  if (tensor === null || !isFloat(tensor.elementType) || tensor.elementType === type) return tensor
  const named = (element: string): string => `tensor<${[...tensor.shape, element].join('x')}>`
  const types = `(${named(tensor.elementType)}) -> ${named(type)}`
  const program = await paddock.parse(`func.func @main(%x: ${named(tensor.elementType)}) -> ${named(type)} {\n%y = stablehlo.convert %x : ${types}\nreturn %y : ${named(type)}\n}`)
  const { results } = await program.run({ inputs: [tensor] })
  program.close()
  tensor.close()
  return results[0] ?? null
}

async function rowsOf({ program, process, values }: TypedRun, exact: Reference, columns: readonly (Reference | string)[], comparer: Comparer, isWanted: () => boolean): Promise<TypeRow[]> {
  const rows: TypeRow[] = []
  for (const value of await namedValues(values, program.text.length, process)) {
    if (!isWanted()) return []
    const own = await tensorOf(values, value.summary, process)
    const wanted = await exact.find(value.name, 'f64')
    if (own === null || wanted === null) continue
    own.close()
    const differences: (Difference | null)[] = []
    for (const column of columns) {
      const other = typeof column === 'string' ? null : await column.find(value.name, wanted.elementType)
      differences.push(other && (await comparer.compare(other, wanted)))
    }
    if (isFloat(wanted.elementType) || differences.some((one) => one !== null && one.differing > 0)) rows.push({ value, differences })
  }
  return rows
}
