import type { Connection } from './connection.js'

/// Workers for the processes of grids, each an engine of its own. They are started on demand and
/// reused; broken ones are replaced.
export class WorkerPool {
  private readonly idle: Connection[] = []
  private readonly all = new Set<Connection>()
  private isClosed = false

  constructor(
    private readonly start: () => Promise<Connection | null>,
    /// Whether a run may use them by default.
    readonly isWanted: boolean,
  ) {}

  /// Takes this many Workers; null if they cannot be started here.
  async take(count: number): Promise<Connection[] | null> {
    const taken: Connection[] = []
    while (taken.length < count && this.idle.length > 0) {
      const one = this.idle.pop()!
      if (one.isLost) this.all.delete(one)
      else taken.push(one)
    }
    const started = await Promise.all(Array.from({ length: count - taken.length }, () => this.start()))
    for (const one of started) {
      if (one === null) continue
      this.all.add(one)
      taken.push(one)
    }
    if (this.isClosed) this.close()
    else if (taken.length === count) return taken
    else this.give(taken)
    return null
  }

  /// Returns Workers to the pool after their run.
  give(connections: readonly Connection[]): void {
    for (const one of connections) {
      if (one.isLost) {
        this.all.delete(one)
        one.close()
      } else {
        this.idle.push(one)
      }
    }
  }

  close(): void {
    this.isClosed = true
    for (const one of this.all) one.close()
    this.all.clear()
    this.idle.length = 0
  }
}
