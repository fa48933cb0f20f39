import type { Range, RunValues, Tensor, TensorSummary, ValueSummary } from 'paddock-hlo'
import { tensorOf } from './references.js'

/// Most processes that are compared: as many as the tab "Processes" draws.
export const mostCompared = 64

/// Largest values that are compared byte by byte if their summaries are equal.
const mostBytes = 65_536

/// Processes with equal values, in ascending order, and the summary of these; null: they did not compute it.
export interface ProcessGroup {
  processes: readonly number[]
  summary: ValueSummary | null
}

/// A value that is not the same in all processes.
export interface DifferingValue {
  name: string
  /// Offset of its name at the definition.
  from: number
  groups: readonly ProcessGroup[]
}

/// Returns groups of tensors with equal elements, by their indices. Tensors above 64 KB whose summaries are equal count as equal.
export async function equalTensors(tensors: readonly { tensor: Tensor; summary: TensorSummary }[]): Promise<number[][]> {
  const keys = tensors.map(({ tensor, summary }) => JSON.stringify([tensor.type, summary]))
  const isAlone = (key: string): boolean => keys.indexOf(key) === keys.lastIndexOf(key)
  return groupsOf(await Promise.all(keys.map(async (key, i) => (isAlone(key) ? key : `${key} ${await bytesOf(tensors[i]!.tensor)}`))))
}

/// Groups the processes by keys of their values, in the order of their first processes.
function groupsOf(keys: readonly string[]): number[][] {
  const groups = new Map<string, number[]>()
  keys.forEach((key, process) => {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [process])
    else group.push(process)
  })
  return [...groups.values()]
}

/// Returns a key that equal values share. Counts of executions do not belong to the value.
const keyOf = (summary: ValueSummary | null): string =>
  summary === null ? '' : JSON.stringify([summary.type, summary.shape, summary.nan, summary.infinite, summary.min, summary.max, summary.mean, summary.histogram, summary.elements])

/// Returns the values defined in a range that differ between the first `count` processes; null if they are not wanted
/// any more. Values above 64 KB whose summaries are equal count as equal.
export async function differingValues(values: RunValues, { from, to }: Range, count: number, isWanted: () => boolean): Promise<DifferingValue[] | null> {
  const places = new Map<string, (ValueSummary | null)[]>()
  for (let process = 0; process < count; ++process) {
    const summaries = await values.summaries(from, to, process)
    if (!isWanted()) return null
    for (const summary of summaries) {
      const place = `${summary.from} ${summary.name}`
      const all = places.get(place) ?? Array.from<null>({ length: count }).fill(null)
      all[process] = summary
      places.set(place, all)
    }
  }
  const differing: DifferingValue[] = []
  for (const summaries of places.values()) {
    const groups = groupsOf(await keysOf(values, summaries))
    if (!isWanted()) return null
    const [{ name, from }] = summaries.filter((summary) => summary !== null) as [ValueSummary]
    if (groups.length > 1) differing.push({ name, from, groups: groups.map((processes) => ({ processes, summary: summaries[processes[0]!]! })) })
  }
  return differing
}

/// Returns the keys of a value in all processes. Elements that a summary does not list are read if others have the same.
async function keysOf(values: RunValues, summaries: readonly (ValueSummary | null)[]): Promise<string[]> {
  const keys = summaries.map(keyOf)
  const isListed = (summary: ValueSummary | null): boolean => summary === null || summary.elements !== undefined
  return Promise.all(
    summaries.map(async (summary, process) => {
      const key = keys[process]!
      const isAlone = keys.indexOf(key) === keys.lastIndexOf(key)
      return isListed(summary) || isAlone ? key : `${key} ${await contentOf(values, summary!, process)}`
    }),
  )
}

async function contentOf(values: RunValues, summary: ValueSummary, process: number): Promise<string> {
  const tensor = await tensorOf(values, summary, process)
  if (tensor === null) return ''
  try {
    return await bytesOf(tensor)
  } finally {
    tensor.close()
  }
}

/// Empty if there are many.
const bytesOf = async (tensor: Tensor): Promise<string> => (tensor.byteSize > mostBytes ? '' : new TextDecoder('latin1').decode((await tensor.data()).buffer))
