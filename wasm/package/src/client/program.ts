import '../data/dispose.js'
import { versionNumbers, type ArtifactInfo } from '../data/artifact.js'
import { checkedWhole, checkedWord } from '../data/checked.js'
import { ProgramError, readDiagnostics, type Diagnostic } from '../protocol/diagnostics.js'
import { readFunctions, takesOf, type FunctionInfo } from '../protocol/functions.js'
import { Offsets, type Range } from '../data/offsets.js'
import { readDimension, readName, readOperation, type DimensionPlace, type NamePlace, type OperationPlace } from '../protocol/structure.js'
import type { Replies } from '../protocol/messages.js'
import type { WireOperation } from '../protocol/values.js'
import type { RunInputs, RunOptions, RunResult } from './run.js'
import { fetchTensors, isIn, levelIsFaithful, runAhead, runHere, setupOf, type RunSource } from './run-here.js'
import type { Session, SessionOptions } from './session.js'
import type { WhyChain, WhyOptions, WhyRun } from './why.js'

/// Operations and element types of a program.
export interface ProgramInfo {
  /// Number of occurrences of each operation in the text: `{ 'stablehlo.add': 2 }`.
  operations: Readonly<Record<string, number>>
  /// Element types of all values: `['f32', 'i1']`. Quantized types are spelled as in the text.
  elementTypes: readonly string[]
}

/// Estimated cost of a run, according to its plan.
export interface RunEstimate {
  /// Process grid of the run.
  grid: { replicas: number; partitions: number }
  /// Arithmetic operations on elements that one process does if each step runs once; a multiply-add
  /// is two.
  flops: number
  /// Bytes that these steps read and write.
  bytes: number
  /// Work, in the units of `RunOptions.workBudget`.
  work: number
  /// Peak of all values in bytes, over all processes.
  peakBytes: number
  /// Bytes of the arguments, over all processes.
  argumentBytes: number
  /// Whether the estimate is exact: no loop, branch or size depends on values.
  isExact: boolean
}

/// A StableHLO program, read and checked. A text with errors gives one as well: see `diagnostics`.
export class Program {
  /// Errors and warnings.
  readonly diagnostics: readonly Diagnostic[]
  /// Whether an error is among the diagnostics; such a program cannot run.
  readonly hasErrors: boolean
  /// Functions of the program, in the order of the text.
  readonly functions: readonly FunctionInfo[]
  /// Function that `run` takes if none is named; null if there is none.
  readonly entry: FunctionInfo | null
  /// Text of the program; that of an artifact is written when it is read.
  readonly text: string
  /// Facts about the artifact that it was read from; null if it was read from a text.
  readonly artifact: ArtifactInfo | null
  /// Whether its comments give values for its arguments.
  readonly hasCommentedInputs: boolean
  private readonly source: RunSource
  /// Operations that came with the program, for one range.
  private readonly first: { range: Range; operations: OperationPlace[] } | null

  /// @internal
  constructor(
    { connection, pool, name, strict }: Pick<RunSource, 'connection' | 'pool' | 'name' | 'strict'>,
    given: string,
    reply: Replies['parse'],
    operationsIn: Range | null = null,
  ) {
    const text = reply.text ?? given
    this.text = text
    this.artifact = reply.artifact
    const offsets = new Offsets(text, reply.wide)
    this.diagnostics = readDiagnostics(reply.diagnostics, offsets)
    this.hasErrors = reply.hasErrors
    this.functions = readFunctions(reply.functions, offsets)
    this.entry = this.functions.find(({ name, hasBody }) => hasBody && name === reply.entry) ?? null
    this.hasCommentedInputs = reply.hasCommentedInputs
    const { functions, entry } = this
    this.source = { connection, pool, name, strict, text, functions, entry, takes: takesOf(functions, reply.entry, reply.hasCommentedInputs), program: reply.program, offsets }
    this.first = operationsIn && { range: operationsIn, operations: this.read(reply.operations) }
    connection.watch(this, 'program', reply.program)
  }

  /// Returns the text with every certain fix made, the number of fixes, and the number of remaining
  /// problems that offer suggestions. With `followTypes`, result types are also rewritten to those
  /// that the operands give, so that a changed shape is followed through the program.
  ///
  /// @param options `followTypes`: whether result types follow. Default: false.
  async fixed({ followTypes = false }: { followTypes?: boolean } = {}): Promise<{ text: string; count: number; suggestions: number }> {
    return this.source.connection.ask({ kind: 'fixed', program: this.source.program, followTypes })
  }

  /// Returns the operations that are between two offsets of the text, outer ones first.
  ///
  /// @param from First offset. Default: the beginning of the text.
  /// @param to Offset behind the last. Default: the end of the text.
  /// @param options `sentences`: whether the operations have their sentences, which take a third of
  ///   the time. Default: true.
  async operations(from = 0, to = this.text.length, { sentences = true }: { sentences?: boolean } = {}): Promise<OperationPlace[]> {
    const { first } = this
    if (first?.range.from === from && first.range.to === to) return first.operations
    const { begin, end } = this.source.offsets.bytes({ from, to })
    const { json } = await this.source.connection.ask({ kind: 'operations', program: this.source.program, begin, end, sentences })
    return this.read(JSON.parse(json))
  }

  private read(operations: readonly WireOperation[]): OperationPlace[] {
    return operations.map((operation) => readOperation(operation, this.source.offsets))
  }

  /// Returns the value or function whose name is at an offset, with its definition and uses; or
  /// null.
  ///
  /// @param offset Offset in the text.
  async nameAt(offset: number): Promise<NamePlace | null> {
    const at = this.source.offsets.byte(offset)
    const { name } = await this.source.connection.ask({ kind: 'name', program: this.source.program, offset: at })
    // Values of a region's short form have no name in the text.
    return name === null || name[0].length < 2 ? null : readName(name, this.source.offsets)
  }

  /// Returns the dimension whose size is at an offset in a type, and all sizes that are the same
  /// dimension, through operations, regions and calls. Null if no size is there, or while the
  /// program has errors.
  ///
  /// @param offset Offset in the text.
  async dimensionAt(offset: number): Promise<DimensionPlace | null> {
    const at = this.source.offsets.bytes({ from: offset, to: offset }).begin
    const { dimension } = await this.source.connection.ask({ kind: 'dimension', program: this.source.program, offset: at })
    return dimension && readDimension(dimension, this.source.offsets)
  }

  /// Prints the program.
  ///
  /// @param form `pretty` keeps names, `generic` is the canonical form. Default: `pretty`.
  async print(form: 'pretty' | 'generic' = 'pretty'): Promise<string> {
    const generic = checkedWord('form', form, ['pretty', 'generic']) === 'generic'
    return (await this.source.connection.ask({ kind: 'print', program: this.source.program, generic })).text
  }

  /// Writes the program as a portable artifact. Names of values are not in an artifact; locations
  /// are.
  ///
  /// @param options `version` of StableHLO, such as `'1.4'`. Default: the one that the program was
  /// read from, or the newest.
  /// @throws `ProgramError` if the program has errors or uses something newer than the version,
  /// `TypeError` if `version` is none, and `Error` if the part `artifacts` cannot be loaded; the next
  /// call tries again.
  async toArtifact({ version = this.artifact?.version ?? '' }: { version?: string } = {}): Promise<Uint8Array<ArrayBuffer>> {
    const numbers = versionNumbers(version)
    if (this.hasErrors) throw new ProgramError(this.diagnostics.filter(({ severity }) => severity === 'error'))
    const { bytes, diagnostics } = await this.source.connection.ask({ kind: 'writeArtifact', text: this.text, version: numbers })
    if (bytes === null) throw new ProgramError(readDiagnostics(diagnostics, this.source.offsets))
    return new Uint8Array(bytes)
  }

  /// Counts the operations, and lists the element types.
  async info(): Promise<ProgramInfo> {
    return this.source.connection.ask({ kind: 'describe', program: this.source.program })
  }

  /// Estimates arithmetic, bytes and memory from the plan, without running. Inputs are needed if
  /// arguments leave sizes open.
  ///
  /// @param options Inputs and settings as for `run`.
  /// @throws `ProgramError` if the program cannot be planned.
  async estimate(options: RunInputs & { level?: 'fast' | 'faithful' } = {}): Promise<RunEstimate> {
    const transfer: Transferable[] = []
    const given = fetchTensors(options, isIn(this.source))
    const setup = { ...setupOf(this.source, given === null ? options : await given, transfer), faithful: levelIsFaithful(options) }
    const { estimate, diagnostics } = await this.source.connection.ask({ ...setup, kind: 'estimate' }, {}, transfer)
    if (estimate === null) throw new ProgramError(readDiagnostics(diagnostics, this.source.offsets))
    const { replicas, partitions, ...rest } = estimate
    return { grid: { replicas, partitions }, ...rest }
  }

  /// Starts a run that can be stepped forward and back, at level `faithful`.
  ///
  /// @param options Inputs, settings and listeners.
  /// @throws `ProgramError` if there is nothing to step through; its `diagnostics` say why.
  async start(options: SessionOptions = {}): Promise<Session> {
    const transfer: Transferable[] = []
    const given = fetchTensors(options, isIn(this.source))
    // Read at once, because the caller may change its arrays later.
    const setup = setupOf(this.source, given === null ? options : await given, transfer)
    const { startSession } = await import('./session.js')
    return startSession(this.source, options, setup, transfer)
  }

  /// Returns the cells from which a cell was computed, back to inputs and constants, or with `forward` those that were
  /// computed from it, as `paddock why` prints them. The first call loads the part `why`.
  ///
  /// @param cell `'%17[3, 5]'`, or with `nan` or `inf` the name of a value.
  /// @param options Inputs and settings of the run, limits of the chain, and a signal.
  /// @throws `RangeError` if there is no such cell, `ProgramError` if the run does not start, the signal's reason if it
  /// is stopped, and `Error` if the part cannot be loaded; the next call tries again.
  why(cell: string, options?: WhyOptions): Promise<WhyChain>
  /// Returns the chain of the first NaN (`nan`) or infinity (`inf`) of the run; null if no operation gives one.
  ///
  /// @param options `nan` or `inf`, and what the other form takes.
  /// @throws As the other form, and `ProgramError` if the run fails earlier.
  why(options: WhyOptions & ({ nan: true } | { inf: true })): Promise<WhyChain | null>
  async why(first: string | WhyOptions, second: WhyOptions = {}): Promise<WhyChain | null> {
    const [cell, options] = typeof first === 'string' ? [first, second] : ['', first]
    if (cell === '' && options.nan !== true && options.inf !== true) throw new TypeError("why takes a cell such as '%17[3, 5]', or { nan: true } or { inf: true }")
    const run = await this.startWhy(options)
    try {
      return await run.ask(cell, options)
    } finally {
      run.close()
    }
  }

  /// Starts a run for several questions, which costs as much as one. The first call loads the part `why`.
  ///
  /// @param options Inputs and settings.
  /// @throws `ProgramError` if the run does not start, and `Error` if the part cannot be loaded; the next call tries
  /// again.
  async startWhy(options: RunInputs = {}): Promise<WhyRun> {
    const transfer: Transferable[] = []
    const given = fetchTensors(options, isIn(this.source))
    const setup = setupOf(this.source, given === null ? options : await given, transfer)
    const { startWhy } = await import('./why.js')
    return startWhy(this.source, setup, transfer)
  }

  /// Runs a function. A program that fails or is stopped gives a result with that status and
  /// `diagnostics`. A stop takes effect within a few milliseconds, also in the middle of a large
  /// operation.
  ///
  /// @param options Inputs, settings and listeners; all may be omitted.
  /// @throws If the engine is lost, an option is invalid, Workers are requested and cannot be
  /// started, or a listener throws: that ends the run, which rejects with the listener's error.
  async run(options: RunOptions = {}): Promise<RunResult> {
    const { mode = 'auto' } = options
    checkedWord('mode', mode, ['auto', 'cooperative', 'workers'])
    if (options.workers !== undefined) checkedWhole('workers', options.workers, 1)
    if (options.profile === true && mode === 'workers') throw new TypeError("profile: a run in mode 'workers' has none; leave the mode out, or say 'cooperative'")
    if (mode !== 'workers') {
      const result = await runHere(this.source, options, this.mayLeave(options))
      if (result !== null) return result
    }
    const { runInWorkers } = await import('./run-in-workers.js')
    const result = await runInWorkers(this.source, options)
    if (result !== null) return result
    if (mode === 'workers') throw new Error('no Workers can be started here')
    return (await runHere(this.source, options, false))!
  }

  /// @internal Runs a program that is read by the request `parse`; see `Paddock.parseAndRun`.
  runAhead(parse: number, options: RunOptions, read: () => Program): Promise<RunResult | null> {
    return runAhead(this.source, options, this.mayLeave(options), parse, () => read().source)
  }
  /// @internal
  takesWhat(other: Program): boolean {
    return this.source.takes !== '' && this.source.takes === other.source.takes
  }

  private mayLeave({ mode = 'auto', profile = false }: RunOptions): boolean {
    return mode === 'auto' && this.source.pool.isWanted && !profile
  }

  /// Releases the program. The tensors of its runs stay.
  close(): void {
    this.source.connection.release(this, 'program', this.source.program)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}
