import type { Range, RunValues } from 'paddock-hlo'
import type { Workbench } from '../workbench/workbench.js'

/// Returns what marks the lines whose values differ between processes. Its code is loaded with the first grid of several.
export function lateDiffering(bench: Workbench): (values: RunValues, range: Range) => void {
  let part: Promise<typeof import('../compare/differing-lines.js')> | null = null
  return (values, range) => {
    const grid = bench.stage.asked.run?.result.grid
    if (grid === undefined) return
    if (grid.replicas * grid.partitions > 1) part ??= import('../compare/differing-lines.js')
    void part?.then(({ markDiffering }) => markDiffering(bench.view, range, { values, grid, engine: () => bench.runner.engine() }))
  }
}
