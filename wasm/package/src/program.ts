import './dispose.js'
import { versionNumbers, type ArtifactInfo } from './artifact.js'
import { checkedWhole, checkedWord } from './checked.js'
import { ProgramError, readDiagnostics, type Diagnostic, type Range } from './diagnostics.js'
import { readFunctions, takesOf, type FunctionInfo } from './functions.js'
import { Offsets } from './offsets.js'
import { readDimension, readName, readOperation, type DimensionPlace, type NamePlace, type OperationPlace } from './structure.js'
import type { Replies, WireOperation } from './protocol.js'
import type { RunInputs, RunOptions, RunResult } from './run.js'
import { fetchTensors, isIn, levelIsFaithful, runAhead, runHere, setupOf, type RunSource } from './run-here.js'
import { runInWorkers } from './run-in-workers.js'
import { startSession, type Session, type SessionOptions } from './session.js'

/// What a program holds.
export interface ProgramInfo {
  /// How often the text has each operation: `{ 'stablehlo.add': 2 }`.
  operations: Readonly<Record<string, number>>
  /// Of all values: `['f32', 'i1']`, quantized types as the text writes them.
  elementTypes: readonly string[]
}

/// What a run would take, as far as the plan says.
export interface RunEstimate {
  grid: { replicas: number; partitions: number }
  /// Of one process, each step once: arithmetic operations on elements (a multiply-add is two), and
  /// bytes that steps read and write.
  flops: number
  bytes: number
  /// In units of work, as `RunOptions.workBudget` counts them.
  work: number
  /// Of all processes: of values, and of arguments.
  peakBytes: number
  argumentBytes: number
  /// No loop, branch or size depends on values: a run does exactly this.
  isExact: boolean
}

/// A StableHLO program, read and checked. A text full of mistakes is one too: see `diagnostics`.
export class Program {
  readonly diagnostics: readonly Diagnostic[]
  readonly hasErrors: boolean
  readonly functions: readonly FunctionInfo[]
  /// What `run` takes when no function is named, or null.
  readonly entry: FunctionInfo | null
  readonly text: string
  /// What the file was that it was read from, or null: a text.
  readonly artifact: ArtifactInfo | null
  /// Its comments give values for its arguments.
  readonly hasCommentedInputs: boolean
  private readonly source: RunSource
  /// What came with the program.
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

  /// The text with every fix made that the checker is certain of, how many were, and how many of the
  /// problems that are left offer something to choose. With `followTypes` also every result type is
  /// written that operands give: a changed shape is followed through the program.
  async fixed({ followTypes = false } = {}): Promise<{ text: string; count: number; suggestions: number }> {
    return this.source.connection.ask({ kind: 'fixed', program: this.source.program, followTypes })
  }

  /// The operations that stand between two places of the text, outer ones first.
  async operations(from = 0, to = this.text.length): Promise<OperationPlace[]> {
    const { first } = this
    if (first?.range.from === from && first.range.to === to) return first.operations
    const { begin, end } = this.source.offsets.bytes({ from, to })
    const { operations } = await this.source.connection.ask({ kind: 'operations', program: this.source.program, begin, end })
    return this.read(operations)
  }

  private read(operations: readonly WireOperation[]): OperationPlace[] {
    return operations.map((operation) => readOperation(operation, this.source.offsets))
  }

  /// The value or function whose name stands at `offset`, where it is defined and used; or null.
  async nameAt(offset: number): Promise<NamePlace | null> {
    const at = this.source.offsets.byte(offset)
    const { name } = await this.source.connection.ask({ kind: 'name', program: this.source.program, offset: at })
    // Values of a region's short form have no name in the text.
    return name === null || name.name.length < 2 ? null : readName(name, this.source.offsets)
  }

  /// The dimension whose size stands at `offset` in a type, and wherever else it goes: through
  /// operations, regions and calls. Null if there stands none, or while the program has errors.
  async dimensionAt(offset: number): Promise<DimensionPlace | null> {
    const at = this.source.offsets.bytes({ from: offset, to: offset }).begin
    const { dimension } = await this.source.connection.ask({ kind: 'dimension', program: this.source.program, offset: at })
    return dimension && readDimension(dimension, this.source.offsets)
  }

  /// The program as text: `pretty` keeps names, `generic` is canonical.
  async print(form: 'pretty' | 'generic' = 'pretty'): Promise<string> {
    const generic = checkedWord('form', form, ['pretty', 'generic']) === 'generic'
    return (await this.source.connection.ask({ kind: 'print', program: this.source.program, generic })).text
  }

  /// The program as a portable artifact: of the given version of StableHLO, such as `'1.4'`, or else
  /// of the one that it was read from, or the newest. Rejects with a `ProgramError` if it has errors or
  /// something in it came later. Names of values are not in an artifact; locations are.
  async toArtifact({ version = this.artifact?.version ?? '' }: { version?: string } = {}): Promise<Uint8Array<ArrayBuffer>> {
    const numbers = versionNumbers(version)
    if (this.hasErrors) throw new ProgramError(this.diagnostics.filter(({ severity }) => severity === 'error'))
    const { bytes, diagnostics } = await this.source.connection.ask({ kind: 'writeArtifact', text: this.text, version: numbers })
    if (bytes === null) throw new ProgramError(readDiagnostics(diagnostics, this.source.offsets))
    return new Uint8Array(bytes)
  }

  /// How often it has each operation, and which element types.
  async info(): Promise<ProgramInfo> {
    return this.source.connection.ask({ kind: 'describe', program: this.source.program })
  }

  /// What a run would take: arithmetic, bytes and memory, without running. Inputs are needed where
  /// arguments leave sizes open. Rejects with a `ProgramError` if it cannot be planned.
  async estimate(options: RunInputs & { level?: 'fast' | 'faithful' } = {}): Promise<RunEstimate> {
    const transfer: Transferable[] = []
    const given = fetchTensors(options, isIn(this.source))
    const setup = { ...setupOf(this.source, given === null ? options : await given, transfer), faithful: levelIsFaithful(options) }
    const { estimate, diagnostics } = await this.source.connection.ask({ ...setup, kind: 'estimate' }, {}, transfer)
    if (estimate === null) throw new ProgramError(readDiagnostics(diagnostics, this.source.offsets))
    const { replicas, partitions, ...rest } = estimate
    return { grid: { replicas, partitions }, ...rest }
  }

  /// A run that goes step by step, and back. Rejects with a `ProgramError` if it cannot begin.
  async start(options: SessionOptions = {}): Promise<Session> {
    return startSession(this.source, options)
  }

  /// Runs a function. Rejects only if the engine is lost, an option is none, or no Workers can be had that are
  /// asked for; a program that fails or is stopped gives a result that says so.
  async run(options: RunOptions = {}): Promise<RunResult> {
    const { mode = 'auto' } = options
    checkedWord('mode', mode, ['auto', 'cooperative', 'workers'])
    if (options.workers !== undefined) checkedWhole('workers', options.workers, 1)
    if (options.profile === true && mode === 'workers') throw new TypeError("profile: a run in mode 'workers' has none; leave the mode out, or say 'cooperative'")
    if (mode !== 'workers') {
      const result = await runHere(this.source, options, this.mayLeave(options))
      if (result !== null) return result
    }
    const result = await runInWorkers(this.source, options)
    if (result !== null) return result
    if (mode === 'workers') throw new Error('no Workers can be started here')
    return (await runHere(this.source, options, false))!
  }

  /// @internal For a program that is being read in answer to this request; see `Paddock.parseAndRun`.
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

  close(): void {
    this.source.connection.release(this, 'program', this.source.program)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}
