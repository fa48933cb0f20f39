/// Helpers of an engine with threads in the calling thread of Node.
import { HelperWorker } from '../engine/helper-worker.js'

/// The Workers of one engine. They never keep the process alive.
export class Helpers {
  private readonly workers = new Set<HelperWorker>()
  /// The class of which the glue makes one for each further thread.
  readonly Worker: typeof HelperWorker

  constructor(
    /// Script of the Workers.
    readonly script: string,
    /// Number of threads, the calling one included.
    readonly threads: number,
  ) {
    const { workers } = this
    this.Worker = class extends HelperWorker {
      constructor(script: string, options: { name: string }) {
        super(script, options)
        this.worker?.unref()
        workers.add(this)
      }
      /// The calling thread finds the failure while it waits, and must not end by an error of an event.
      protected override fail(): void {}
    }
  }

  end(): void {
    for (const worker of this.workers) worker.terminate()
    this.workers.clear()
  }
}
