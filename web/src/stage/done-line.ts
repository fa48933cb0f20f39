import { indexOf, type OperationPlace, type RunValues } from 'paddock-hlo'
import type { DoneLine } from './executions.js'
import type { Run } from './stage.js'

/// How often the operation was done; null if no more than once, or nothing is known of it.
export async function doneLine({ program: { entry }, result, process, values }: Run, operation: OperationPlace): Promise<DoneLine | null> {
  const [first] = operation.results
  if (first === undefined) return null
  // What stands in no region of the function that runs is done once: the engine is not asked.
  const isOutside = entry !== null && entry.from <= operation.from && operation.to <= entry.to && operation.depth === 0
  if (isOutside) return null
  const executionsAt = async (moment: RunValues | null): Promise<number> => (await moment?.summaries(first.from, first.to, process))?.find((value) => indexOf(value) === 0)?.executions ?? 0
  const total = await executionsAt(result.values)
  if (total < 2) return null
  const execution = values === result.values ? total : await executionsAt(values)
  return { offset: first.from, process, total, execution }
}
