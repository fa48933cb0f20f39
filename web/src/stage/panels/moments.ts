import { indexOf, type Making, type Session } from 'paddock-hlo'

/// Steps through a repeated run, to any execution of a value. Clocks of visited executions are
/// remembered, which makes going back fast.
export class Moments {
  /// Clocks right after executions, by value and process.
  private readonly visited = new Map<string, Map<number, number>>()

  constructor(private readonly session: Session) {}

  /// Returns false if the run does not reach the execution, or was stopped.
  async goTo(making: Required<Making>, signal: AbortSignal): Promise<boolean> {
    return (await this.goStraight(making, signal)) || (await this.goForward(making, signal))
  }

  /// Jumps to a predicted clock, since most loops take equally many steps in each iteration.
  private async goStraight(making: Required<Making>, signal: AbortSignal): Promise<boolean> {
    const clock = guess([...this.clocksOf(making)], making.execution)
    if (clock === null) return false
    await this.session.goTo(clock, { signal })
    return this.isAt(making)
  }

  private async goForward(making: Required<Making>, signal: AbortSignal): Promise<boolean> {
    const clocks = this.clocksOf(making)
    const before = [...clocks].filter(([execution]) => execution <= making.execution)
    const [, clock] = before.reduce((best, one) => (one[0] > best[0] ? one : best), [0, 0])
    await this.session.goTo(clock, { signal })
    // Visits the first execution on the way, which gives the distance for predictions.
    for (const execution of clocks.has(1) ? [making.execution] : [1, making.execution]) {
      await this.session.runToValue({ ...making, execution }, { signal })
      if (signal.aborted) return false
      clocks.set(execution, this.session.place.clock)
    }
    return this.isAt(making)
  }

  private async isAt({ offset, index, process, execution }: Required<Making>): Promise<boolean> {
    const made = await this.session.values.summaries(offset, offset + 1, process)
    return made.find((value) => indexOf(value) === index)?.executions === execution
  }

  private clocksOf({ offset, index, process }: Required<Making>): Map<number, number> {
    const key = `${offset} ${index} ${process}`
    const clocks = this.visited.get(key) ?? new Map<number, number>()
    this.visited.set(key, clocks)
    return clocks
  }
}

/// Extrapolates the clock of an execution from those of others; null if there are too few.
function guess(clocks: readonly (readonly [execution: number, clock: number])[], wanted: number): number | null {
  const known = clocks.find(([execution]) => execution === wanted)
  if (known !== undefined) return known[1]
  const [a, b] = [...clocks].sort(([x], [y]) => Math.abs(x - wanted) - Math.abs(y - wanted))
  if (a === undefined || b === undefined) return null
  const clock = a[1] + ((wanted - a[0]) * (b[1] - a[1])) / (b[0] - a[0])
  return Number.isInteger(clock) && clock >= 0 ? clock : null
}
