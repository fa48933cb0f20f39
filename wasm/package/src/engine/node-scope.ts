/// In Node: the parts of a browser's Worker that the glue of an engine with threads uses. Evaluated before the glue.
import type { Worker as NodeWorker } from 'node:worker_threads'

if (typeof process === 'object' && process.versions?.node !== undefined) {
  const { parentPort, workerData, Worker } = process.getBuiltinModule('node:worker_threads')

  const begin = (script: string, name: string): NodeWorker | undefined => {
    const isAddress = script.startsWith('file:')
    try {
      return new Worker(isAddress ? new URL(script) : script, { eval: !isAddress, workerData: name })
    } catch {
      return undefined
    }
  }

  /// A browser's Worker over Node's. `script` is the script itself or its address, `file:///...`.
  class ScopeWorker {
    onmessage: (event: { data: unknown }) => void = () => {}
    onerror: (error: Error) => void = () => {}
    /// None if the system gives no more threads: those that have begun do the work.
    private readonly worker: NodeWorker | undefined

    constructor(script: string, { name }: { name: string }) {
      this.worker = begin(script, name)
      this.worker?.on('message', (data) => this.onmessage({ data }))
      // The glue throws the error on, which ends the engine's Worker.
      this.worker?.on('error', (cause) => this.onerror(new Error('one of its threads has failed', { cause })))
    }
    postMessage(message: unknown): void {
      this.worker?.postMessage(message)
    }
    terminate(): void {
      void this.worker?.terminate()
    }
  }

  if (typeof workerData === 'string') {
    const scope = { self: globalThis, name: workerData, location: { href: '' }, importScripts: () => {}, onmessage: (_: unknown) => {} }
    Object.assign(globalThis, scope, { postMessage: (message: unknown) => parentPort!.postMessage(message) })
    parentPort!.on('message', (data) => (globalThis as unknown as typeof scope).onmessage({ data }))
  } else {
    Object.assign(globalThis, { Worker: ScopeWorker })
  }
}

/// Whether this Worker was started by the glue, for a thread.
export const isHelper = globalThis.self?.name?.startsWith('em-pthread') === true
