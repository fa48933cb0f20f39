/// In Node: the parts of a browser's Worker that the glue of an engine with threads uses. Evaluated before the glue.
import { HelperWorker } from './helper-worker.js'

if (typeof process === 'object' && process.versions?.node !== undefined) {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')

  if (typeof workerData === 'string') {
    const scope = { self: globalThis, name: workerData, location: { href: '' }, importScripts: () => {}, onmessage: (_: unknown) => {} }
    Object.assign(globalThis, scope, { postMessage: (message: unknown) => parentPort!.postMessage(message) })
    parentPort!.on('message', (data) => (globalThis as unknown as typeof scope).onmessage({ data }))
  } else {
    Object.assign(globalThis, { Worker: HelperWorker })
  }
}

/// Whether this Worker was started by the glue, for a thread.
export const isHelper = globalThis.self?.name?.startsWith('em-pthread') === true
