/// Loads an engine with threads: its own Worker, and a Worker for each further thread.
import { checkedWhole } from '../data/checked.js'
import type { PartName } from '../protocol/program.js'
import { compile, hasThreads, type Change, type WasmSource } from './compile.js'
import type { Connection } from './connection.js'
import type { LoadOptions, Parts } from './load-options.js'
import { partPurposes } from './part-purposes.js'
import type { Provide } from './parts.js'
import { provideFrom } from './provide-parts.js'
import { withSharedMemory } from './shared-import.js'
import { isNode, startWorker } from './start-worker.js'
import { WorkerPool } from './worker-pool.js'

/// Memory is the limit of most operations well below the first.
const mostThreads = 1024
const mostThreadsByDefault = 8

/// Arguments of a Paddock: the engine, other engines of one thread each, the parts, and the number of threads.
type ThreadedEngine = [Connection, WorkerPool, Provide, 'threads', 'worker' | 'thread', number]

/// Returns null if there can be no threads here, and `options` does not insist on them.
export async function loadThreads(parts: Parts, options: LoadOptions): Promise<ThreadedEngine | null> {
  const threads = options.threads === undefined ? Math.min(processors(), mostThreadsByDefault) : checkedWhole('threads', options.threads, 1, mostThreads)
  const insists = options.flavour === 'threads'
  if (!insists && (threads === 1 || isBound(options))) return null
  const obstacle = obstacleTo(parts, options)
  if (obstacle === null) {
    const compiling = compile(options.wasm ?? parts.threads!.wasm())
    const engine = await startThreads(parts, options, threads, compiling)
    if (engine !== null) return engine
    if (insists) await compiling
  }
  if (!insists) return null
  throw new Error(`an engine with threads cannot be started: ${obstacle ?? 'no Worker with a shared memory starts here'}. load() takes another flavour`)
}

async function startThreads(parts: Parts, options: LoadOptions, threads: number, compiling: Promise<WebAssembly.Module>): Promise<ThreadedEngine | null> {
  const provide = provideFrom(parts, options, changeOf)
  // A failure is reported through `startWorker`.
  compiling.catch(() => {})
  const runtimeModules = options.runtimeModules ?? true
  const start = (count: number): Promise<Connection | null> => startWorker(compiling, parts.threads!.workerSource, runtimeModules, provide, count)
  const place = (options.worker ?? !isNode()) ? 'worker' : 'thread'
  const startHere = async (): Promise<Connection> => parts.startInThread(await compiling, runtimeModules, provide, threads)
  const connection = await (place === 'worker' ? start(threads) : startHere().catch(() => null))
  return connection && [connection, new WorkerPool(() => start(1), true), provide, 'threads', place, threads]
}

/// Whether a part is given compiled for a memory that is not shared, and no number of threads is.
function isBound({ parts = {}, threads }: LoadOptions): boolean {
  return threads === undefined && (parts.factor instanceof WebAssembly.Module || parts.why instanceof WebAssembly.Module)
}

/// Parts that run in the memory of the threads import it shared. The others have a memory of their own.
function changeOf(name: PartName, source: WasmSource): Change | undefined {
  if (name !== 'factor' && name !== 'why') return undefined
  if (!(source instanceof WebAssembly.Module)) return withSharedMemory
  throw new TypeError(`with threads, ${partPurposes[name]} is given by its address, its bytes or a response, not compiled`)
}

function obstacleTo(parts: Parts, options: LoadOptions): string | null {
  if (options.worker === false) return 'its threads are Workers, and `worker` is false'
  if (parts.threads === undefined) return 'paddock-hlo/inline has none, paddock-hlo has it'
  if (hasThreads()) return null
  if (isNode()) return 'this Node has no relaxed SIMD: take Node 22, or start it with --experimental-wasm-relaxed-simd'
  return globalThis.crossOriginIsolated === true ? 'this browser has no relaxed SIMD' : 'the page is not cross-origin isolated'
}

/// Number of the machine's processors that this process may use.
function processors(): number {
  return isNode() ? process.getBuiltinModule('node:os').availableParallelism() : (navigator.hardwareConcurrency ?? 1)
}
