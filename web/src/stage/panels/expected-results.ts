import type { Paddock, Program, RunResult } from 'paddock-hlo'
import type { ExpectedArray } from '../../inputs/take-file.js'
import { element } from '../../shared/dom.js'

/// Compares the results of each run with arrays of files, and reports it in a line for each.
export class ExpectedResults {
  readonly dom = element('div', 'expected')
  private expected: readonly ExpectedArray[] = []
  private newest = 0

  /// An empty list ends the comparison.
  set of(expected: readonly ExpectedArray[]) {
    this.expected = expected
    ++this.newest
    this.dom.replaceChildren()
  }

  /// Compares the results of one process.
  async show(engine: () => Promise<Paddock>, program: Program, result: RunResult, process: number): Promise<void> {
    const { expected } = this
    if (expected.length === 0) return
    const asked = ++this.newest
    try {
      const lines = await (await import('./compare-results.js')).compareResults(this.dom, expected, await engine(), program, result, process)
      if (asked === this.newest) this.dom.replaceChildren(...lines)
    } catch (error) {
      // The values of a replaced run are closed.
      if (asked === this.newest) throw error
    }
  }
}
