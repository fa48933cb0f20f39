import { indexOf, type Making, type RunValues, type Session } from 'paddock-hlo'

/// Goes through a run once more, to any time that a value was made. Where it was, it finds again
/// without going through everything: going back is fast from a clock.
export class Moments {
  /// The values as they were then.
  readonly values: RunValues
  /// Clocks right after executions, by value and process.
  private readonly visited = new Map<string, Map<number, number>>()

  constructor(private readonly session: Session) {
    this.values = session.values
  }

  /// False if the run does not come there, or was asked to stop.
  async goTo(making: Required<Making>, signal: AbortSignal): Promise<boolean> {
    return (await this.goStraight(making, signal)) || (await this.goForward(making, signal))
  }

  close(): void {
    this.session.close()
  }

  /// Most loops take equally many steps a turn.
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
    // The first, which is on the way, says how far apart they are.
    for (const execution of clocks.has(1) ? [making.execution] : [1, making.execution]) {
      await this.session.runToValue({ ...making, execution }, { signal })
      if (signal.aborted) return false
      clocks.set(execution, this.session.place.clock)
    }
    return this.isAt(making)
  }

  private async isAt({ offset, index, process, execution }: Required<Making>): Promise<boolean> {
    const made = await this.values.summaries(offset, offset + 1, process)
    return made.find((value) => indexOf(value) === index)?.executions === execution
  }

  private clocksOf({ offset, index, process }: Required<Making>): Map<number, number> {
    const key = `${offset} ${index} ${process}`
    const clocks = this.visited.get(key) ?? new Map<number, number>()
    this.visited.set(key, clocks)
    return clocks
  }
}

/// The clock of an execution from those of others, or null.
function guess(clocks: readonly (readonly [execution: number, clock: number])[], wanted: number): number | null {
  const known = clocks.find(([execution]) => execution === wanted)
  if (known !== undefined) return known[1]
  const [a, b] = [...clocks].sort(([x], [y]) => Math.abs(x - wanted) - Math.abs(y - wanted))
  if (a === undefined || b === undefined) return null
  const clock = a[1] + ((wanted - a[0]) * (b[1] - a[1])) / (b[0] - a[0])
  return Number.isInteger(clock) && clock >= 0 ? clock : null
}
