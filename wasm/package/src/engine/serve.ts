/// Runs an engine in this Worker. Its first message is a Start, all others are requests.
import { Engine } from './engine.js'
import { instantiate, type Factory, type MainModule } from './glue.js'
import { createPause } from './pause.js'
import type { Envelope, Message, Start } from '../protocol/messages.js'

/// Defined by `native.ts`, which stands before this code if the engine is in another process.
declare const connectNative: (address: string) => Promise<MainModule>

interface Scope {
  post(message: Message | 'ready', transfer?: ArrayBuffer[]): void
  listen(receive: (data: unknown) => void): void
}

function scope(): Scope {
  if (typeof process === 'object' && process.versions?.node !== undefined) {
    const port = process.getBuiltinModule('node:worker_threads').parentPort!
    return {
      post: (message, transfer = []) => port.postMessage(message, transfer),
      listen: (receive) => void port.on('message', receive),
    }
  }
  const worker = self as unknown as DedicatedWorkerGlobalScope
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    listen: (receive) => (worker.onmessage = ({ data }) => receive(data)),
  }
}

/// Holds a lock for as long as this Worker lives.
async function hold(lock: string): Promise<void> {
  // A sandboxed frame has locks, but its Workers do not.
  if (navigator.locks === undefined) return
  await new Promise<void>((held) => {
    const forEver = (): Promise<never> => {
      held()
      return new Promise(() => {})
    }
    // If locks are forbidden, the Worker runs without one.
    navigator.locks.request(lock, forEver).catch(() => held())
  })
}

export function serve(factory: unknown): void {
  const { post, listen } = scope()
  const pause = createPause()
  let engine: Promise<Engine> | undefined
  listen((data) => {
    if (engine === undefined) {
      const { module, lock, runtimeModules, threads, source } = data as Start
      const held = lock === '' ? undefined : hold(lock)
      const isNative = typeof module === 'string'
      const starting = isNative ? connectNative(module) : instantiate(factory as Factory, module, runtimeModules, source === undefined ? undefined : { script: source })
      engine = starting.then(async (module) => {
        await held
        module.setThreads?.(threads!)
        post('ready')
        return new Engine(module, post, { sliceMilliseconds: isNative ? 30 : 10, turn: pause.turn })
      })
      engine.catch((error: Error) => post({ lost: error.message }))
      return
    }
    void engine.then((it) => it.receive(data as Envelope))
  })
}
