import type { ElementType, Paddock, Program, RunOptions, RunValues, Tensor, ValueSummary } from 'paddock-hlo'
import type { FileArray } from '../inputs/array-file.js'
import { closeResults } from '../shared/close-results.js'

/// A value of a run, by a name that other runs and files have, too: `x`, and the second one `x@2` (cli/run/value_run.cc).
export interface NamedValue {
  name: string
  summary: ValueSummary
}

/// The other side of a comparison.
export interface Reference {
  says: string
  /// Null if it has no value of this name. The reference closes it.
  find(name: string, elementType: ElementType): Promise<Tensor | null>
  close(): void
}

/// Values of a run in the order of the text, each with its name.
export async function namedValues(values: RunValues, textLength: number, process: number): Promise<NamedValue[]> {
  const counts = new Map<string, number>()
  const found: NamedValue[] = []
  for (let from = 0; from < textLength; from += 8_000) {
    for (const summary of await values.summaries(from, Math.min(from + 8_000, textLength), process)) {
      if (summary.from < from) continue
      const name = summary.name.replace(/^%/, '')
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      found.push({ name: count === 1 ? name : `${name}@${count}`, summary })
    }
  }
  return found
}

export const tensorOf = (values: RunValues, { from, name, part }: ValueSummary, process: number): Promise<Tensor | null> =>
  values.tensor(from, process, Number(/#(\d+)/.exec(name)?.[1] ?? 0), 0, part)

/// Values that are kept when their run is replaced. They share memory with it.
export async function pinned(values: RunValues, textLength: number, process: number, says: string): Promise<Reference> {
  const tensors = new Map<string, Tensor>()
  for (const { name, summary } of await namedValues(values, textLength, process)) {
    const tensor = await tensorOf(values, summary, process)
    if (tensor !== null) tensors.set(name, tensor)
  }
  return {
    says: `${says}, ${tensors.size} values`,
    find: async (name) => tensors.get(name) ?? null,
    close: () => {
      for (const tensor of tensors.values()) tensor.close()
    },
  }
}

/// Runs a program and keeps its values; returns why it did not finish.
export async function pinnedRun(program: Program, options: RunOptions, process: number, says: string): Promise<Reference | string> {
  const result = await program.run({ ...options, level: 'faithful', keepValues: true })
  try {
    if (result.status !== 'finished' || result.values === null) return result.diagnostics[0]?.message ?? result.status
    return await pinned(result.values, program.text.length, process, says)
  } finally {
    closeResults(result)
  }
}

/// Arrays of a file, by the names that `paddock trace --dump` gives them.
export function fileReference(paddock: Paddock, fileName: string, arrays: readonly FileArray[]): Reference {
  const byName = new Map(arrays.map((array) => [array.name.replace(/^%/, ''), array]))
  return {
    says: `${fileName}, ${arrays.length} ${arrays.length === 1 ? 'array' : 'arrays'}`,
    find: async (name, elementType) => {
      const array = byName.get(name.replace(/^%/, ''))
      if (array === undefined) return null
      return array.load(paddock, array.elementTypes.includes(elementType) ? elementType : array.elementTypes[0]!)
    },
    close: () => {},
  }
}
