import './dispose.js'
import { Connection, type Port } from './connection.js'
import type { Factory } from './glue.js'
import type { OpTable } from './op-table.js'
import { createPause } from './pause.js'
import { Program } from './program.js'
import type { Envelope, Message } from './protocol.js'
import { protocolVersion } from './protocol.js'

export type Flavour = 'baseline' | 'relaxed'

export interface LoadOptions {
  /// The module: its address, its bytes, a response, or compiled. Left out, the file beside
  /// this package is taken, of the flavour that `flavour` says.
  wasm?: URL | string | Response | BufferSource | WebAssembly.Module
  /// `relaxed` uses relaxed SIMD where the engine has it and is faster in fast numerics;
  /// portable numerics give the same bits in both.
  flavour?: Flavour
  /// Whether the engine runs in a Worker. Left out: in browsers yes, if one can be had; in
  /// Node no.
  worker?: boolean
}

/// An engine. `close()` ends it and all programs and tensors of it.
export class Paddock {
  /// @internal
  constructor(
    private readonly connection: Connection,
    readonly version: string,
    /// Highway's name of the SIMD target.
    readonly target: string,
    readonly flavour: Flavour | 'given',
    /// `worker`, or `thread`: in this one, in slices of 8 ms.
    readonly place: 'worker' | 'thread',
  ) {}

  /// Reads and checks a program. Never rejects for what is wrong with the text.
  async parse(text: string, options: { name?: string; strict?: boolean } = {}): Promise<Program> {
    const name = options.name ?? 'program.mlir'
    const reply = await this.connection.ask({ kind: 'parse', name, text, strict: options.strict ?? false })
    return new Program(this.connection, text, reply)
  }

  /// Everything the op table says, as `paddock ops --json` prints it.
  async opTable(): Promise<OpTable> {
    return JSON.parse((await this.connection.ask({ kind: 'opTable' })).json)
  }

  close(): void {
    this.connection.close()
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

/// Loads an engine. Rejects with a sentence that says what to do if it cannot be had.
export async function load(options: LoadOptions = {}): Promise<Paddock> {
  const flavour = options.flavour ?? 'baseline'
  const wantsWorker = options.worker ?? !isNode()
  // Fetched beside the module.
  const source = wantsWorker ? import('../dist/worker-source.js') : null
  source?.catch(() => {})
  const module = await compile(options.wasm ?? bundledFile(flavour))
  const worker = source === null ? null : await startWorker(module, source)
  if (worker === null && options.worker === true) throw new Error('no Worker can be started here')
  const connection = worker ?? (await startInThread(module))
  const info = await connection.ask({ kind: 'info' })
  if (info.protocol !== protocolVersion) throw new Error('the Worker is of another version of paddock-hlo')
  const shownFlavour = options.wasm === undefined ? flavour : 'given'
  return new Paddock(connection, info.version, info.target, shownFlavour, worker === null ? 'thread' : 'worker')
}

/// Whether this JavaScript engine compiles relaxed SIMD instructions.
export function hasRelaxedSimd(): boolean {
  // (module (func (result v128) i32.const 0, i8x16.splat, i32.const 0, i8x16.splat, i8x16.relaxed_swizzle))
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 0, 253, 15, 65, 0, 253, 15, 253, 128, 2, 11]
  return WebAssembly.validate(new Uint8Array(bytes))
}

function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}

function bundledFile(flavour: Flavour): URL {
  if (flavour === 'relaxed' && !hasRelaxedSimd()) {
    throw new Error(
      isNode()
        ? 'this Node has no relaxed SIMD: take Node 22, or start it with --experimental-wasm-relaxed-simd'
        : "this browser has no relaxed SIMD: load({ flavour: 'baseline' }) works",
    )
  }
  // Bundlers look for exactly this form, each with its file's name.
  return flavour === 'relaxed'
    ? new URL('./paddock-relaxed.wasm', import.meta.url)
    : new URL('./paddock.wasm', import.meta.url)
}

async function compile(wasm: NonNullable<LoadOptions['wasm']>): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return compileBytes(wasm as BufferSource, 'the given bytes')
  if (wasm instanceof Response) return compileResponse(wasm, wasm.url || 'the given response')
  const url = new URL(wasm, typeof location === 'undefined' ? undefined : location.href)
  if (isNode() && url.protocol === 'file:') return compileBytes(await readFile(url), url.href)
  const response = await fetch(url).catch((error: Error) => {
    throw new Error(`the engine could not be fetched from ${url.href}: ${error.message}`)
  })
  return compileResponse(response, url.href)
}

async function compileResponse(response: Response, address: string): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`the engine could not be fetched: ${address} answered ${response.status}`)
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') === true
  if (!isTyped) return compileBytes(await response.arrayBuffer(), address)
  try {
    return await WebAssembly.compileStreaming(response)
  } catch (error) {
    throw compileError(address, error as Error)
  }
}

// Not an import: bundlers for browsers must not see it.
function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  return process.getBuiltinModule('node:fs').promises.readFile(url) as Promise<Uint8Array<ArrayBuffer>>
}

function compileError(origin: string, error: Error): Error {
  return new Error(`${origin} cannot be compiled as WebAssembly with SIMD: ${error.message}`)
}

async function compileBytes(bytes: BufferSource, origin: string): Promise<WebAssembly.Module> {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)
  if (view[0] === 0x3c) {
    throw new Error(`the server answered HTML for ${origin}: give the file's own address with load({ wasm })`)
  }
  try {
    return await WebAssembly.compile(bytes)
  } catch (error) {
    throw compileError(origin, error as Error)
  }
}

/// The engine in this thread is loaded where no Worker is: most pages never fetch it.
async function startInThread(module: WebAssembly.Module): Promise<Connection> {
  const [{ default: factory }, { Engine }, { instantiate }] = await Promise.all([import('../dist/paddock.mjs'), import('./engine.js'), import('./glue.js')])
  const instance = await instantiate(factory as unknown as Factory, module)
  const pause = createPause()
  const engine = new Engine(instance, (message) => connection.receive(message), { sliceMilliseconds: 8, turn: pause.turn })
  const port: Port = {
    send: (envelope: Envelope) => void engine.receive(envelope),
    close: pause.close,
  }
  const connection: Connection = new Connection(port)
  return connection
}

type AnyWorker = {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  terminate(): unknown
  ref?(): void
  unref?(): void
}

/// A connection to a Worker that has instantiated the module, or null if none can be had.
async function startWorker(module: WebAssembly.Module, source: Promise<{ workerSource: string }>): Promise<Connection | null> {
  let worker: AnyWorker
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
  try {
    const { workerSource } = await source
    worker = isNode() ? nodeWorker(workerSource, onMessage, onError) : browserWorker(workerSource, onMessage, onError)
    worker.postMessage(module, [])
  } catch {
    return null
  }
  connection = new Connection({
    send: (envelope, transfer) => worker.postMessage(envelope, transfer),
    close: () => void worker.terminate(),
    setBusy: (isBusy) => (isBusy ? worker.ref?.() : worker.unref?.()),
  })
  return (await ready) ? connection : null
}

function browserWorker(workerSource: string, onMessage: (message: Message | 'ready') => void, onError: (error: ErrorEvent) => void): AnyWorker {
  // A classic Worker from a string: the one form that works from any origin and policy that
  // allows Workers at all.
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
