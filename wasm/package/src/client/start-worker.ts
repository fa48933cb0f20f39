/// Starts the only kind of Worker used: the engine as a classic script from a string.
import { Connection } from './connection.js'
import type { Provide } from './parts.js'
import type { Message, Start } from '../protocol/messages.js'

type AnyWorker = {
  postMessage(message: unknown, transfer: Transferable[]): void
  terminate(): unknown
  ref?(): void
  unref?(): void
}

export function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}

/// Connects to a Worker that has instantiated the module, or is connected to the engine at an address;
/// null if none can be started. The Worker parses its script while the module is compiled. `threads`: their number,
/// for an engine with threads, which runs the script in all of them.
export async function startWorker(compiled: string | WebAssembly.Module | Promise<WebAssembly.Module>, loadWorkerSource: () => Promise<string>, runtimeModules: boolean, provide: Provide, threads?: number): Promise<Connection | null> {
  let worker: AnyWorker | undefined
  let connection: Connection | undefined
  let settle!: (isReady: boolean) => void
  const ready = new Promise<boolean>((resolve) => (settle = resolve))
  const onMessage = (message: Message | 'ready'): void => {
    if (message === 'ready') return settle(true)
    if ('lost' in message) settle(false)
    connection?.receive(message)
  }
  const onError = (error: { message?: string }): void => {
    settle(false)
    connection?.lose(new Error(`the engine was lost: ${error.message ?? 'its Worker ended'}`))
  }
  const lock = nameLock()
  try {
    const workerSource = await loadWorkerSource()
    worker = isNode() ? nodeWorker(workerSource, onMessage, onError) : browserWorker(workerSource, onMessage, onError)
    worker.postMessage({ module: await compiled, lock, runtimeModules, threads, source: threads ? workerSource : undefined } satisfies Start, [])
  } catch {
    worker?.terminate()
    return null
  }
  const port = worker
  connection = new Connection({
    send: (envelope, transfer) => port.postMessage(envelope, transfer),
    close: () => void port.terminate(),
    setBusy: (isBusy) => (isBusy ? port.ref?.() : port.unref?.()),
  }, provide)
  if (!(await ready)) return null
  if (lock !== '') void watchLock(lock, () => onError({ message: 'its Worker ended' }))
  // An idle Worker does not keep the process alive.
  worker.unref?.()
  return connection
}

/// Returns the name of a lock that detects a lost Worker. A browser sends no event when a Worker
/// closes or the system ends it, but its locks are released. Node reports the end itself; there the
/// name is empty.
function nameLock(): string {
  return !isNode() && navigator.locks !== undefined ? `paddock-${crypto.randomUUID()}` : ''
}

/// Calls `onFree` when the Worker's lock is released.
async function watchLock(lock: string, onFree: () => void): Promise<void> {
  try {
    // In WebKit, a page from a disk does not share its locks with its Workers.
    const isShared = await navigator.locks.request(lock, { ifAvailable: true }, async (granted) => granted === null)
    if (isShared) await navigator.locks.request(lock, async () => onFree())
  } catch {
    // Where locks are forbidden, the loss goes undetected.
  }
}

function browserWorker(workerSource: string, onMessage: (message: Message | 'ready') => void, onError: (error: ErrorEvent) => void): AnyWorker {
  // Creates a classic Worker from a string: the one form that works from any origin and under any
  // policy that allows Workers.
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }))
  const worker = new Worker(url)
  worker.onmessage = ({ data }) => onMessage(data)
  worker.onerror = (event) => onError(event)
  URL.revokeObjectURL(url)
  return worker
}

function nodeWorker(workerSource: string, onMessage: (message: Message | 'ready') => void, onError: (error: Error) => void): AnyWorker {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const worker = new Worker(workerSource, { eval: true })
  worker.on('message', onMessage)
  worker.on('error', onError)
  worker.on('exit', (code) => onError(new Error(`its Worker ended with code ${code}`)))
  return worker as unknown as AnyWorker
}
