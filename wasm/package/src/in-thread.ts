/// Runs an engine in this thread, with the same messages as one in a Worker.
import { Connection, type Port } from './connection.js'
import { Engine } from './engine.js'
import { instantiate, type Factory } from './glue.js'
import { createPause } from './pause.js'
import type { Provide } from './parts.js'
import type { Envelope } from './protocol.js'

export async function startInThread(factory: Factory, module: WebAssembly.Module, runtimeModules: boolean, provide: Provide): Promise<Connection> {
  const instance = await instantiate(factory, module, runtimeModules)
  const pause = createPause()
  const engine = new Engine(instance, (message) => connection.receive(message), { sliceMilliseconds: 8, turn: pause.turn })
  const port: Port = {
    send: (envelope: Envelope) => void engine.receive(envelope),
    close() {
      engine.close()
      pause.close()
    },
  }
  const connection: Connection = new Connection(port, provide)
  return connection
}
