import type { Paddock } from 'paddock-hlo'
import type { Grid } from '../shared/grid.js'
import type { Shown } from '../stage/picture/shown.js'
import { Comparer } from './compare-tensors.js'
import { amongText, distanceText } from './describe-differing.js'
import { equalTensors, mostCompared } from './process-values.js'

/// Returns a sentence for each result: whether all processes have the same value, and how far apart they are if not.
/// `shown` has the results of each process.
export async function compareProcesses(shown: readonly (readonly Shown[])[], grid: Grid, engine: () => Promise<Paddock>): Promise<string[]> {
  const compared = shown.slice(0, mostCompared)
  const comparer = new Comparer(await engine())
  try {
    return await Promise.all((compared[0] ?? []).map(({ title }, i) => sentenceOf(title, compared.flatMap((results) => results[i] ?? []), grid, comparer)))
  } finally {
    comparer.close()
  }
}

async function sentenceOf(title: string, values: readonly Shown[], grid: Grid, comparer: Comparer): Promise<string> {
  const groups = (await equalTensors(values)).map((processes) => ({ processes, tensor: values[processes[0]!]!.tensor }))
  if (groups.length === 1) return `${title}: the same on ${values.length < 3 ? 'both' : `all ${amongText(grid)}`} processes.`
  const distance = await distanceText(groups, grid, (first, other) => comparer.compare(other.tensor, first.tensor))
  return `${title}: ${groups.length} different values in ${amongText(grid)} processes. ${distance}`.trim()
}
