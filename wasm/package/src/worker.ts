/// The Worker: bundled with the glue into one classic script, kept as a string. Its first
/// message is the compiled module, all others are requests.
import { Engine } from './engine.js'
import { instantiate, type Factory } from './glue.js'
import { createPause } from './pause.js'
import type { Envelope, Message } from './protocol.js'
import factory from '../dist/paddock.mjs'

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

const { post, listen } = scope()
const pause = createPause()
let engine: Promise<Engine> | undefined

listen((data) => {
  if (engine === undefined) {
    engine = instantiate(factory as unknown as Factory, data as WebAssembly.Module).then((module) => {
      post('ready')
      return new Engine(module, post, { sliceMilliseconds: 10, turn: pause.turn })
    })
    engine.catch((error: Error) => post({ lost: error.message }))
    return
  }
  void engine.then((it) => it.receive(data as Envelope))
})
