/// An engine in the process of `paddock serve`, in place of a module.
import { nativeSource } from '../../dist/native-source.js'
import { startWorker } from './start-worker.js'
import type { Connection } from './connection.js'
import type { Provide } from './parts.js'

/// Connects to an engine at this address. Null if no Worker can be started.
export function startNative(address: string, workerSource: () => Promise<string>, provide: Provide): Promise<Connection | null> {
  const { href } = new URL(address, location.href)
  return startWorker(href, async () => nativeSource + (await workerSource()), false, provide)
}
