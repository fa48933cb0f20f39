/// Runs an engine in this thread, with the same messages as one in a Worker.
import { Connection, type Port } from '../client/connection.js'
import { Engine } from '../engine/engine.js'
import { instantiate, type Factory } from '../engine/glue.js'
import { createPause } from '../engine/pause.js'
import type { Provide } from '../client/parts.js'
import type { Envelope } from '../protocol/messages.js'

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
