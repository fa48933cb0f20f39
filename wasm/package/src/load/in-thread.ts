/// Runs an engine in this thread, with the same messages as one in a Worker.
import { Connection, type Port } from '../client/connection.js'
import { Engine } from '../engine/engine.js'
import { instantiate, type Factory } from '../engine/glue.js'
import { createPause } from '../engine/pause.js'
import type { Provide } from '../client/parts.js'
import type { Envelope } from '../protocol/messages.js'
import type { Helpers } from './helpers.js'

/// Ends the helpers of engines that are collected without having been closed.
const collected = new FinalizationRegistry<Helpers>((helpers) => helpers.end())

/// `helpers`: those of an engine with threads.
export async function startInThread(factory: Factory, module: WebAssembly.Module, runtimeModules: boolean, provide: Provide, helpers?: Helpers): Promise<Connection> {
  const instance = await instantiate(factory, module, runtimeModules, helpers)
  if (helpers !== undefined) instance.setThreads!(helpers.threads)
  const pause = createPause()
  const engine = new Engine(instance, (message) => connection.receive(message), { sliceMilliseconds: 8, turn: pause.turn })
  const answers = new Set<Promise<void>>()
  const port: Port = {
    send(envelope: Envelope) {
      const answer = engine.receive(envelope).finally(() => answers.delete(answer))
      answers.add(answer)
    },
    close() {
      engine.close()
      pause.close()
      // A helper that ended within a kernel would be awaited for ever.
      if (helpers !== undefined) void Promise.all(answers).then(() => helpers.end())
    },
  }
  const connection: Connection = new Connection(port, provide)
  if (helpers !== undefined) collected.register(connection, helpers)
  return connection
}
