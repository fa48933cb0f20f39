/// Duration of a run's slice, after which messages such as a stop are handled.
export interface Pace {
  sliceMilliseconds: number
  /// Handles waiting messages and frames.
  turn(): Promise<void>
}

/// Adapts the size of a run's slices to the duration that the pace sets.
export class Pacer {
  /// Units of work for the next slice, adapted after each one; the first is short.
  budget = 4e6
  private began = 0
  private yielded = performance.now()

  constructor(private readonly pace: Pace) {}

  begin(): void {
    this.began = performance.now()
  }

  /// Call after a slice that spent its budget.
  async end(): Promise<void> {
    const elapsed = Math.max(performance.now() - this.began, 0.05)
    this.budget = Math.min(Math.max((this.budget * this.pace.sliceMilliseconds) / elapsed, this.budget / 4, 1e5), this.budget * 4)
    await this.rest()
  }

  /// Yields to other tasks if a slice's duration has passed since the last time.
  async rest(): Promise<void> {
    if (performance.now() - this.yielded < this.pace.sliceMilliseconds) return
    await this.pace.turn()
    this.rested()
  }

  /// Records that other tasks have just run.
  rested(): void {
    this.yielded = performance.now()
  }
}
