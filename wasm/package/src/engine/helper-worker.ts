/// Workers of further threads in Node, for the glue of an engine with threads.
import type { Worker as NodeWorker } from 'node:worker_threads'

/// A browser's Worker over Node's. `script` is the script itself or its address, `file:///...`.
export class HelperWorker {
  onmessage: (event: { data: unknown }) => void = () => {}
  onerror: (error: Error) => void = () => {}
  /// Undefined if the system gives no more threads: those that have begun do the work.
  protected readonly worker: NodeWorker | undefined

  constructor(script: string, { name }: { name: string }) {
    this.worker = begin(script, name)
    this.worker?.on('message', (data) => this.onmessage({ data }))
    // The glue throws the error on, which ends the engine's Worker.
    this.worker?.on('error', (cause) => this.fail(new Error('one of its threads has failed', { cause })))
  }
  protected fail(error: Error): void {
    this.onerror(error)
  }
  postMessage(message: unknown): void {
    this.worker?.postMessage(message)
  }
  terminate(): void {
    void this.worker?.terminate()
  }
}

function begin(script: string, name: string): NodeWorker | undefined {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const isAddress = script.startsWith('file:')
  try {
    return new Worker(isAddress ? new URL(script) : script, { eval: !isAddress, workerData: name })
  } catch {
    return undefined
  }
}
