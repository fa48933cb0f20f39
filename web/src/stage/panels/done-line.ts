import { indexOf, type NamePlace, type OperationPlace, type RunValues } from 'paddock-hlo'
import type { DoneLine } from './executions.js'
import type { Run } from './shown-run.js'

/// Returns how often a value was computed until then.
export const executionsOf = async (values: RunValues, place: NamePlace, process: number): Promise<number> =>
  (await values.summaries(place.from, place.to, process)).find((value) => indexOf(value) === indexOf(place))?.executions ?? 0

/// Returns how often the operation was executed; null if at most once, or unknown.
export async function doneLine({ program: { entry }, result, process, values }: Run, operation: OperationPlace): Promise<DoneLine | null> {
  const [first] = operation.results
  if (first === undefined) return null
  // Outside all regions of the running function an operation is executed once, so no request is needed.
  const isOutside = entry !== null && entry.from <= operation.from && operation.to <= entry.to && operation.depth === 0
  if (isOutside) return null
  const executionsAt = async (moment: RunValues | null): Promise<number> => (moment === null ? 0 : executionsOf(moment, first, process))
  const total = await executionsAt(result.values)
  if (total < 2) return null
  const execution = values === result.values ? total : await executionsAt(values)
  return { offset: first.from, process, total, execution }
}
