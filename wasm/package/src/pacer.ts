/// How long a slice of a run lasts before messages (Stop) are looked at.
export interface Pace {
  sliceMilliseconds: number
  /// Lets waiting messages and frames in.
  turn(): Promise<void>
}

/// Sizes the slices of a run so that each lasts about as long as the pace says.
export class Pacer {
  /// Units of work for the next slice: measured as the run goes on; the first is short.
  budget = 4e6
  private began = 0
  private yielded = performance.now()

  constructor(private readonly pace: Pace) {}

  begin(): void {
    this.began = performance.now()
  }

  /// After a slice whose budget was spent.
  async end(): Promise<void> {
    const elapsed = Math.max(performance.now() - this.began, 0.05)
    this.budget = Math.min(Math.max((this.budget * this.pace.sliceMilliseconds) / elapsed, this.budget / 4, 1e5), this.budget * 4)
    await this.rest()
  }

  /// Lets others in when it is time.
  async rest(): Promise<void> {
    if (performance.now() - this.yielded < this.pace.sliceMilliseconds) return
    await this.pace.turn()
    this.rested()
  }

  /// Others have just been let in.
  rested(): void {
    this.yielded = performance.now()
  }
}
