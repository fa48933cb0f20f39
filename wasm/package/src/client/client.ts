import '../data/dispose.js'
import { copiedBytes, type ProgramSource } from '../data/artifact.js'
import type { Builder } from './builder.js'
import type { ArrayFile, OpenOptions, ReadOptions } from './array-file.js'
import { checkedWord } from '../data/checked.js'
import { compile, hasThreads } from './compile.js'
import type { Connection } from './connection.js'
import { findWide, Offsets, type Range } from '../data/offsets.js'
import type { ElementType } from '../data/element-types.js'
import type { FileSource } from '../data/file-source.js'
import type { OpTable } from '../data/op-table.js'
import type { Flavour, LoadOptions, Parts } from './load-options.js'
import type { Provide } from './parts.js'
import { provideFrom } from './provide-parts.js'
import { ProgramError, readDiagnostics } from '../protocol/diagnostics.js'
import { codeLanguages, type CodeLanguage } from '../protocol/program.js'
import { Program } from './program.js'
import { protocolVersion } from '../protocol/messages.js'
import type { RunOptions, RunResult } from './run.js'
import { isNode, startWorker } from './start-worker.js'
import type { Tensor } from './tensor.js'
import { WorkerPool } from './worker-pool.js'
import type { Xla } from './xla.js'
import type { FileFormat, NamedTensors } from './write-file.js'

const usualName = 'program.mlir'

function checkProgram(text: unknown): void {
  if (typeof text !== 'string') throw new TypeError(`a program is a string or the bytes of a file, not ${text === null ? 'null' : typeof text}`)
}

/// An engine, made by `load`. `close()` ends it and releases all its programs and tensors; in
/// TypeScript and newer engines `using` does it at the end of a block.
export class Paddock {
  /// @internal
  constructor(
    private readonly connection: Connection,
    private readonly pool: WorkerPool,
    private readonly provide: Provide,
    /// Version of the engine.
    readonly version: string,
    /// Name of the SIMD target, as Highway calls it.
    readonly target: string,
    /// Flavour of the module; `given` if `load({ wasm })` supplied it.
    readonly flavour: Flavour | 'given',
    /// Where the engine runs: in a `worker`, in this `thread`, in slices of 8 ms, or in another `process`.
    readonly place: 'worker' | 'thread' | 'process',
    /// Number of threads that share large operations. In a `process`, they are not known here: 1.
    readonly threads: number,
  ) {}

  /// Reads and checks a program: a text, or the bytes of a file, which may be a portable artifact or
  /// a file of `jax.export`; the first bytes decide. An artifact becomes the program's `text`, with
  /// its locations. Mistakes in the program never reject: see `Program.diagnostics`. For a broken
  /// file a diagnostic names the section and the byte.
  ///
  /// @param source The text, or the bytes of the file.
  /// @param options `name` is the program's name in diagnostics. `strict` makes errors of broken
  /// rules that are only warnings because vectors of the specification break them. With
  /// `operationsIn`, `Program.operations` of the same range returns without another request.
  /// @throws `TypeError` if the source is neither a text nor bytes, and `Error` if the bytes are an
  /// artifact and the part `artifacts` cannot be loaded; the next call tries again.
  async parse(source: ProgramSource, options: { name?: string; strict?: boolean; operationsIn?: Range } = {}): Promise<Program> {
    const { name = usualName, strict = false, operationsIn = null } = options
    const bytes = copiedBytes(source)
    const text = bytes === null ? (source as string) : ''
    checkProgram(text)
    const reply = await this.connection.ask({ kind: 'parse', name, text, bytes, strict, operationsIn }, {}, bytes === null ? [] : [bytes])
    return new Program({ connection: this.connection, pool: this.pool, name, strict }, text, reply, operationsIn)
  }

  /// Reads a program and runs it in one request if it has no errors and takes the same arguments as
  /// `like`. After an edit that keeps the arguments, the result arrives one round trip sooner.
  /// `result` is null if the program has errors or takes other arguments; it resolves to null if
  /// the run belongs in Workers, as of a large grid. In both cases call `Program.run`. The options
  /// have no mode and no entry.
  ///
  /// @param text The edited program.
  /// @param like The program before the edit.
  /// @param options Options of the run, and `operationsIn` as for `parse`.
  /// @throws As `parse`; `result` rejects as `Program.run` does.
  async parseAndRun(
    text: string,
    like: Program,
    { operationsIn = null, ...options }: Omit<RunOptions, 'mode' | 'entry' | 'workers'> & { operationsIn?: Range | null },
  ): Promise<{ program: Program; result: Promise<RunResult | null> | null }> {
    checkProgram(text)
    const { connection, pool } = this
    const origin = { connection, pool, name: usualName, strict: false }
    let parse = 0
    const parsing = connection.ask({ kind: 'parse', name: usualName, text, strict: false, operationsIn }, {}, [], (id) => (parse = id))
    let program!: Program
    const running = like.runAhead(parse, options, () => program)
    // A rejection reaches the caller through `result`.
    running.catch(() => {})
    program = new Program(origin, text, await parsing, operationsIn)
    return { program, result: !program.hasErrors && program.takesWhat(like) ? running : null }
  }

  /// Returns a builder, which makes a program without a text: see `Builder`. The first call loads
  /// the part `builder` into this thread.
  ///
  /// @throws `Error` if the part cannot be had; the next call tries again.
  async builder(): Promise<Builder> {
    const [{ Builder }, { instantiateBuilder }, module] = await Promise.all([import('./builder.js'), import('../builder/module.js'), this.provide('builder')])
    return new Builder(await instantiateBuilder(module), (text, options) => this.parse(text, options))
  }

  /// Returns the operations of XLA's document *Operation Semantics*: see `Xla`. The first call loads
  /// the part `builder` into this thread.
  ///
  /// @throws `Error` if the part cannot be had; the next call tries again.
  async xla(): Promise<Xla> {
    const [{ Xla }, { instantiateXla }, module] = await Promise.all([import('./xla.js'), import('../builder/xla-module.js'), this.provide('builder')])
    return new Xla(await instantiateXla(module), (text, options) => this.parse(text, options))
  }

  /// Returns code that makes a program with the builder. C++ is a function `Build` for
  /// `core/api/build`; JavaScript is statements for a variable `builder`. The first call loads the
  /// part `builder`.
  ///
  /// @param program The program, or its text.
  /// @param language `'c++'` or `'javascript'`.
  /// @param options `names`: whether the code also gives the values their names. Default: false.
  /// @throws `ProgramError` if the program has errors or the builder cannot make an operation, and
  /// `Error` if the part cannot be had; the next call tries again.
  async builderCode(program: Program | string, language: CodeLanguage, { names = false }: { names?: boolean } = {}): Promise<string> {
    const text = typeof program === 'string' ? program : program.text
    checkProgram(text)
    const { code, diagnostics } = await this.connection.ask({ kind: 'builderCode', text, language: checkedWord('language', language, codeLanguages), names })
    if (code !== null) return code
    throw new ProgramError(readDiagnostics(diagnostics, new Offsets(text, findWide(text))).filter(({ severity }) => severity === 'error'))
  }

  /// The op table, as `paddock ops --json` prints it.
  async opTable(): Promise<OpTable> {
    return JSON.parse((await this.connection.ask({ kind: 'opTable' })).json)
  }

  /// Opens a `.npy`, `.npz` or safetensors file; its content decides the format. Of a file of many
  /// gigabytes only its directory is read.
  ///
  /// @param source The file.
  /// @param options Limits of the reading, and the file's `name` in diagnostics.
  /// @throws `ProgramError` with the code `file-format` if the file is of another kind, and with
  /// the code `file` if it is malformed.
  async openFile(source: FileSource, options: OpenOptions = {}): Promise<ArrayFile> {
    const { openFile } = await import('./array-file.js')
    return openFile(this.connection, source, options)
  }

  /// Reads a tensor from a file of raw elements without a header. This is also the way to pass one
  /// array to several runs.
  ///
  /// @param source The elements in row-major order.
  /// @param options The element type and the shape, one of whose sizes may be -1: the file's size
  /// then determines it. `name` is the file's name in diagnostics.
  /// @throws `ProgramError` if the file's size does not fit the type.
  async readRaw(source: FileSource, options: ReadOptions & { elementType: ElementType; shape: readonly number[]; name?: string }): Promise<Tensor> {
    const { readRaw } = await import('./array-file.js')
    return readRaw(this.connection, source, options)
  }

  /// Returns a file of tensors, produced in pieces of a megabyte. `new Response(stream).blob()`
  /// collects it.
  ///
  /// @param format The format of the file.
  /// @param arrays One tensor, or several by name.
  /// @throws `ProgramError` if the format cannot hold them.
  async writeFile(format: FileFormat, arrays: NamedTensors): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { writeFile } = await import('./write-file.js')
    return writeFile(this.connection, format, arrays)
  }

  /// Resolves with the reason when the engine is lost, even while no request is pending. Never
  /// resolves if it is closed.
  get lost(): Promise<Error> {
    return this.connection.whenLost
  }

  /// Closes the engine and all its objects; pending calls reject. An open engine does not keep a
  /// Node process alive.
  close(): void {
    this.pool.close()
    this.connection.close()
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

/// @internal
export async function loadFrom(parts: Parts, options: LoadOptions): Promise<Paddock> {
  const { native } = options
  if (native !== undefined) {
    const { startNative } = await import('./load-native.js')
    const provide = provideFrom(parts, options)
    const start = (): Promise<Connection | null> => startNative(native, parts.workerSource, provide)
    const connection = await start()
    if (connection === null) throw new Error('the engine of `paddock serve` cannot be reached from here')
    return paddockOn(connection, new WorkerPool(start, false), provide, 'given', 'process')
  }
  if (options.flavour !== undefined) checkedWord('flavour', options.flavour, ['baseline', 'relaxed', 'threads'])
  const threaded = mayHaveThreads(parts, options) ? await (await import('./load-threads.js')).loadThreads(parts, options) : null
  if (threaded !== null) return paddockOn(...threaded)
  const runtimeModules = options.runtimeModules ?? true
  const wantsWorker = options.worker ?? !isNode()
  const choosing = compileEngine(parts, options)
  const compiling = choosing.then(({ module }) => module)
  // A failure is reported where `choosing` is awaited.
  compiling.catch(() => {})
  const provide = provideFrom(parts, options)
  const start = (): Promise<Connection | null> => startWorker(compiling, parts.workerSource, runtimeModules, provide)
  const starting = wantsWorker ? start() : null
  const { module, flavour } = await choosing
  const worker = await starting
  if (worker === null && options.worker === true) {
    throw new Error('no Worker can be started here: load without `worker`, and the engine runs in this thread, in slices of 8 ms')
  }
  const connection = worker ?? (await parts.startInThread(module, runtimeModules, provide))
  return paddockOn(connection, new WorkerPool(start, options.worker !== false), provide, flavour, worker === null ? 'thread' : 'worker')
}

/// Whether the options ask for threads, or they can run here.
function mayHaveThreads(parts: Parts, options: LoadOptions): boolean {
  const { flavour, threads, wasm } = options
  if (flavour !== undefined) return flavour === 'threads'
  return wasm === undefined && (threads !== undefined || hasFlavourOfThreads(parts, options))
}

/// Whether the engine has the bits of the flavour `threads`, also with one thread.
function hasFlavourOfThreads(parts: Parts, { flavour, wasm }: LoadOptions): boolean {
  return flavour === undefined && wasm === undefined && parts.threads !== undefined && hasThreads()
}

/// An engine without threads.
async function compileEngine(parts: Parts, options: LoadOptions): Promise<{ module: WebAssembly.Module; flavour: Flavour | 'given' }> {
  if (options.wasm !== undefined) return { module: await compile(options.wasm), flavour: 'given' }
  const compiled = async (flavour: Flavour) => ({ module: await compile(await parts.wasm(flavour)), flavour })
  if (hasFlavourOfThreads(parts, options)) return compiled('relaxed').catch(() => compiled('baseline'))
  return compiled(options.flavour ?? 'baseline')
}

async function paddockOn(connection: Connection, pool: WorkerPool, provide: Provide, flavour: Paddock['flavour'], place: Paddock['place'], threads = 1): Promise<Paddock> {
  const info = await connection.ask({ kind: 'info' })
  if (info.protocol !== protocolVersion) {
    throw new Error('the engine is of another version of paddock-hlo: load the module of the same package')
  }
  return new Paddock(connection, pool, provide, info.version, info.target, flavour, place, threads)
}
