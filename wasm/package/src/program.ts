import './dispose.js'
import type { Connection } from './connection.js'
import { offsetConverter, readDiagnostics, type Diagnostic, type Range } from './diagnostics.js'
import { Offsets, readName, readOperation, RunValues, type NamePlace, type OperationPlace } from './structure.js'
import type { ElementType } from './element-types.js'
import type { Replies, WireFunction, WireInput, WireParameter } from './protocol.js'
import { Tensor } from './tensor.js'

/// An argument or a result of a function.
export interface ParameterInfo extends Range {
  /// Without `%`; of a result its `jax.result_info`, or empty.
  name: string
  /// `tensor<2x?xf32>`.
  type: string
  /// Null for what is no tensor; of a quantized one its storage type.
  elementType: ElementType | null
  /// -1 where only a run decides.
  shape: readonly number[]
}

export interface FunctionInfo extends Range {
  name: string
  isPublic: boolean
  hasBody: boolean
  arguments: readonly ParameterInfo[]
  results: readonly ParameterInfo[]
}

/// A value for an argument. Bytes or a typed array hold the elements in row-major order, as
/// `viewElements` documents them; `shape` may be left out where the argument's is static. A
/// string is what the command takes: `[[1, 2]]`, `dense<1.0>`, `zeros`, `ones`, `iota`,
/// `random:SEED`, or `iota : tensor<4x3xf32>` where the argument leaves sizes open.
export type Input =
  | ArrayBufferView<ArrayBufferLike>
  | { data: ArrayBufferView<ArrayBufferLike>; shape: readonly number[] }
  | { npy: Uint8Array; name?: string }
  | string

/// In the order of the arguments, or by name.
export type Inputs = readonly (Input | null)[] | Readonly<Record<string, Input>>

export interface RunOptions {
  /// The function to run; `main`, or the only one.
  entry?: string
  /// For every process.
  inputs?: Inputs
  /// For one process alone, before what `inputs` gives to all.
  processInputs?: readonly { replica: number; partition: number; inputs: Inputs }[]
  /// The process grid; left out, what the program says, or one process.
  grid?: { replicas: number; partitions: number }
  /// `faithful` keeps every value; both give the same bits.
  level?: 'fast' | 'faithful'
  /// `portable` gives the same bits on every machine. `fast` may fuse multiply and add.
  numerics?: 'fast' | 'portable'
  /// Of the numbers that `rng` draws, from 0, which it is if left out, to 2^64 - 1: equal seeds give
  /// equal numbers, on every machine. The same as the command's `--seed`.
  seed?: number | bigint
  /// Limit of all values; 1 GiB if left out.
  memoryBytes?: number
  /// Stops the run after so much work, of which a native core does about 4e9 units a second and
  /// WebAssembly half as many; left out, no limit.
  workBudget?: number
  /// Keeps what the run made of each value for `RunResult.values`: at level `faithful` all of
  /// them, as far as `memoryBytes` allows.
  keepValues?: boolean
  signal?: AbortSignal
  onProgress?: (progress: { workDone: number; estimatedWork: number; line: number }) => void
  /// What `interpreter.print` writes.
  onPrint?: (text: string) => void
}

export interface RunResult {
  /// `results` are there exactly when it is `finished`.
  status: 'finished' | 'failed' | 'stopped'
  /// Null stands for a token. Of the process (0, 0).
  results: readonly (Tensor | null)[]
  /// Of every process, by its flattened id: replica * partitions + partition.
  processes: readonly (readonly (Tensor | null)[])[]
  grid: { replicas: number; partitions: number }
  diagnostics: readonly Diagnostic[]
  numerics: 'fast' | 'portable'
  /// 16 hexadecimal digits over the bits of all results; equal on every machine in portable
  /// numerics.
  hash: string
  peakBytes: number
  milliseconds: number
  /// Why a run was `stopped`; else null.
  stoppedBy: 'signal' | 'workBudget' | null
  /// Where a stopped run stood, else 0.
  stoppedAtLine: number
  /// Of a run with `keepValues`, also one that failed or was stopped; null if it never started.
  values: RunValues | null
}

const defaultMemoryBytes = 2 ** 30

function checkedBudget(budget = 0): number {
  if (!(budget >= 0)) throw new TypeError(`workBudget is ${budget}, and must be a number of units of work`)
  return budget === Infinity ? 0 : budget
}

/// A StableHLO program, read and checked. A text full of mistakes is one too: see `diagnostics`.
export class Program {
  readonly diagnostics: readonly Diagnostic[]
  readonly hasErrors: boolean
  readonly functions: readonly FunctionInfo[]
  /// What `run` takes when no function is named, or null.
  readonly entry: FunctionInfo | null
  /// Its comments give values for its arguments.
  readonly hasCommentedInputs: boolean
  private readonly id: number
  private readonly offsets: Offsets

  /// @internal
  constructor(
    private readonly connection: Connection,
    readonly text: string,
    reply: Replies['parse'],
  ) {
    this.id = reply.program
    this.offsets = new Offsets(text)
    this.diagnostics = readDiagnostics(reply.diagnostics, text)
    this.hasErrors = reply.hasErrors
    this.functions = readFunctions(reply.functions, text)
    this.entry = this.functions.find(({ name, hasBody }) => hasBody && name === reply.entry) ?? null
    this.hasCommentedInputs = reply.hasCommentedInputs
    connection.watch(this, 'program', this.id)
  }

  /// The text with every fix made that the checker is certain of, and how many were: a changed
  /// shape is followed through the program. What it leaves is for a person to decide.
  async fixed(): Promise<{ text: string; count: number }> {
    return this.connection.ask({ kind: 'fixed', program: this.id })
  }

  /// The operations that stand between two places of the text, outer ones first.
  async operations(from = 0, to = this.text.length): Promise<OperationPlace[]> {
    const { begin, end } = this.offsets.bytes({ from, to })
    const { operations } = await this.connection.ask({ kind: 'operations', program: this.id, begin, end })
    return operations.map((operation) => readOperation(operation, this.offsets))
  }

  /// The value or function whose name stands at `offset`, where it is defined and used; or null.
  async nameAt(offset: number): Promise<NamePlace | null> {
    const at = this.offsets.bytes({ from: offset, to: offset }).begin
    const { name } = await this.connection.ask({ kind: 'name', program: this.id, offset: at })
    return name && readName(name, this.offsets)
  }

  /// The program as text: `pretty` keeps names, `generic` is canonical.
  async print(form: 'pretty' | 'generic' = 'pretty'): Promise<string> {
    return (await this.connection.ask({ kind: 'print', program: this.id, generic: form === 'generic' })).text
  }

  /// Runs a function. Rejects only if the engine is lost or an option is none; a program that fails or is stopped
  /// gives a result that says so.
  async run(options: RunOptions = {}): Promise<RunResult> {
    const entry = options.entry === undefined ? this.entry : this.functions.find(({ name }) => name === options.entry)
    const numerics = options.numerics ?? 'fast'
    const transfer: ArrayBuffer[] = []
    let run = 0
    const stop = (): void => void this.connection.ask({ kind: 'stop', run }).catch(() => {})
    const running = this.connection.ask(
      {
        kind: 'run',
        program: this.id,
        entry: options.entry ?? '',
        inputs: arrangeInputs(options.inputs ?? [], entry?.arguments ?? [], transfer),
        processInputs: (options.processInputs ?? []).map(({ inputs, ...process }) => ({
          ...process,
          inputs: arrangeInputs(inputs, entry?.arguments ?? [], transfer),
        })),
        replicas: options.grid?.replicas ?? 0,
        partitions: options.grid?.partitions ?? 0,
        faithful: options.level === 'faithful',
        portable: numerics === 'portable',
        seed: seedText(options.seed ?? 0),
        memoryBytes: options.memoryBytes ?? defaultMemoryBytes,
        workBudget: checkedBudget(options.workBudget),
        keep: options.keepValues ?? false,
      },
      { onProgress: options.onProgress, onPrint: options.onPrint },
      transfer,
      (id) => (run = id),
    )
    if (options.signal?.aborted === true) stop()
    options.signal?.addEventListener('abort', stop, { once: true })
    try {
      const reply = await running
      const processes = reply.processes.map((results) => results.map((wire) => wire && new Tensor(this.connection, wire)))
      return {
        status: reply.status,
        results: processes[0] ?? [],
        processes,
        grid: { replicas: reply.replicas, partitions: reply.partitions },
        diagnostics: readDiagnostics(reply.diagnostics, this.text),
        numerics,
        hash: reply.hash,
        peakBytes: reply.peakBytes,
        milliseconds: reply.milliseconds,
        stoppedBy: reply.stoppedBy,
        stoppedAtLine: reply.stoppedAtLine,
        values: reply.session === 0 ? null : new RunValues(this.connection, reply.session, this.offsets),
      }
    } finally {
      options.signal?.removeEventListener('abort', stop)
    }
  }

  close(): void {
    this.connection.release(this, 'program', this.id)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

function seedText(seed: number | bigint): string {
  const isWhole = typeof seed === 'bigint' ? seed >= 0n && seed < 1n << 64n : Number.isSafeInteger(seed) && seed >= 0
  if (!isWhole) throw new RangeError(`seed is a whole number from 0 to 2^64 - 1 (above 2^53 - 1 a bigint), not ${seed}`)
  return String(seed)
}

function readFunctions(wire: readonly WireFunction[], text: string): FunctionInfo[] {
  const convert = offsetConverter(text)
  const parameter = ({ begin, end, ...rest }: WireParameter): ParameterInfo => ({
    ...rest,
    elementType: rest.elementType as ElementType | null,
    from: convert(begin),
    to: convert(end),
  })
  return wire.map(({ begin, end, ...rest }) => ({
    ...rest,
    from: convert(begin),
    to: convert(end),
    arguments: rest.arguments.map(parameter),
    results: rest.results.map(parameter),
  }))
}

function arrangeInputs(
  inputs: Inputs,
  parameters: readonly ParameterInfo[],
  transfer: ArrayBuffer[],
): (WireInput | null)[] {
  const isList = Array.isArray(inputs)
  const named = inputs as Readonly<Record<string, Input>>
  const unknown = isList ? undefined : Object.keys(named).find((key) => !parameters.some(({ name }) => name === key))
  if (unknown !== undefined) throw new TypeError(`there is no argument '${unknown}'`)
  if (isList && inputs.length > parameters.length) {
    throw new TypeError(`${inputs.length} inputs for ${parameters.length} arguments`)
  }
  return parameters.map((parameter, index) => {
    const input = isList ? (inputs as readonly (Input | null)[])[index] : named[parameter.name]
    return input === undefined || input === null ? null : wireInput(input, parameter, transfer)
  })
}

function wireInput(input: Input, parameter: ParameterInfo, transfer: ArrayBuffer[]): WireInput {
  if (typeof input === 'string') return { kind: 'text', text: input }
  if ('npy' in input) {
    const bytes = copyBytes(input.npy)
    transfer.push(bytes)
    return { kind: 'npy', name: input.name ?? `argument ${parameter.name}`, bytes }
  }
  const isView = ArrayBuffer.isView(input)
  const data = isView ? input : (input as { data: ArrayBufferView<ArrayBufferLike> }).data
  const shape = isView ? parameter.shape : (input as { shape: readonly number[] }).shape
  if (shape.some((size) => size < 0)) {
    throw new TypeError(`argument ${parameter.name}: ${parameter.type} needs { data, shape }`)
  }
  const bytes = copyBytes(data)
  transfer.push(bytes)
  return { kind: 'bytes', shape: [...shape], bytes }
}

/// A copy, so that the caller keeps its array when the copy is transferred.
function copyBytes(view: ArrayBufferView<ArrayBufferLike>): ArrayBuffer {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice().buffer as ArrayBuffer
}
