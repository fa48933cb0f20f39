import './dispose.js'
import { Connection, type Port } from './connection.js'
import type { Factory } from './glue.js'
import type { OpTable } from './op-table.js'
import { createPause } from './pause.js'
import { Program } from './program.js'
import type { Envelope } from './protocol.js'
import { protocolVersion } from './protocol.js'
import { isNode, startWorker } from './start-worker.js'
import { WorkerPool } from './worker-pool.js'

export type Flavour = 'baseline' | 'relaxed'

export interface LoadOptions {
  /// The module: its address, its bytes, a response, or compiled. Left out, the file beside
  /// this package is taken, of the flavour that `flavour` says.
  wasm?: URL | string | Response | BufferSource | WebAssembly.Module
  /// `relaxed` uses relaxed SIMD where the engine has it and is faster in fast numerics;
  /// portable numerics give the same bits in both.
  flavour?: Flavour
  /// Whether the engine runs in a Worker. Left out: in browsers yes, if one can be had; in
  /// Node no. `false` also keeps a large grid in one engine, unless a run asks for Workers.
  worker?: boolean
}

/// An engine. `close()` ends it and all programs and tensors of it.
export class Paddock {
  /// @internal
  constructor(
    private readonly connection: Connection,
    private readonly pool: WorkerPool,
    readonly version: string,
    /// Highway's name of the SIMD target.
    readonly target: string,
    readonly flavour: Flavour | 'given',
    /// `worker`, or `thread`: in this one, in slices of 8 ms.
    readonly place: 'worker' | 'thread',
  ) {}

  /// Reads and checks a program. Never rejects for what is wrong with the text.
  async parse(text: string, options: { name?: string; strict?: boolean } = {}): Promise<Program> {
    const { name = 'program.mlir', strict = false } = options
    const reply = await this.connection.ask({ kind: 'parse', name, text, strict })
    return new Program({ connection: this.connection, pool: this.pool, name, strict }, text, reply)
  }

  /// Everything the op table says, as `paddock ops --json` prints it.
  async opTable(): Promise<OpTable> {
    return JSON.parse((await this.connection.ask({ kind: 'opTable' })).json)
  }

  close(): void {
    this.pool.close()
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
  const compiling = compile(options.wasm ?? bundledFile(flavour))
  const starting = wantsWorker ? startWorker(compiling) : null
  const module = await compiling
  const worker = await starting
  if (worker === null && options.worker === true) throw new Error('no Worker can be started here')
  const connection = worker ?? (await startInThread(module))
  const info = await connection.ask({ kind: 'info' })
  if (info.protocol !== protocolVersion) throw new Error('the Worker is of another version of paddock-hlo')
  const shownFlavour = options.wasm === undefined ? flavour : 'given'
  const pool = new WorkerPool(module, options.worker !== false)
  return new Paddock(connection, pool, info.version, info.target, shownFlavour, worker === null ? 'thread' : 'worker')
}

/// Whether this JavaScript engine compiles relaxed SIMD instructions.
export function hasRelaxedSimd(): boolean {
  // (module (func (result v128) i32.const 0, i8x16.splat, i32.const 0, i8x16.splat, i8x16.relaxed_swizzle))
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 0, 253, 15, 65, 0, 253, 15, 253, 128, 2, 11]
  return WebAssembly.validate(new Uint8Array(bytes))
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
