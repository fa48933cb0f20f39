/// A run in one engine: every program of one process, and grids whose processes take turns.
import { communicationReader } from './communication.js'
import type { Connection, Listener } from './connection.js'
import { readDiagnostics } from './diagnostics.js'
import type { FunctionInfo } from './functions.js'
import { arrangeInputs } from './inputs.js'
import type { Replies, RunRequest } from './protocol.js'
import type { RunOptions, RunResult } from './run.js'
import { RunValues, type Offsets } from './structure.js'
import { Tensor } from './tensor.js'
import type { WorkerPool } from './worker-pool.js'

/// A program where it was read.
export interface RunSource {
  connection: Connection
  /// Its number there.
  program: number
  name: string
  strict: boolean
  text: string
  offsets: Offsets
  functions: readonly FunctionInfo[]
  entry: FunctionInfo | null
  pool: WorkerPool
}

const defaultMemoryBytes = 2 ** 30

function seedText(seed: number | bigint): string {
  const isWhole = typeof seed === 'bigint' ? seed >= 0n && seed < 1n << 64n : Number.isSafeInteger(seed) && seed >= 0
  if (!isWhole) throw new RangeError(`seed is a whole number from 0 to 2^64 - 1 (above 2^53 - 1 a bigint), not ${seed}`)
  return String(seed)
}

function checkedBudget(budget = 0): number {
  if (!(budget >= 0)) throw new TypeError(`workBudget is ${budget}, and must be a number of units of work`)
  return budget === Infinity ? 0 : budget
}

export const numericsOf = ({ numerics }: RunOptions): 'fast' | 'portable' => numerics ?? 'fast'

/// What is asked of an engine; inputs are copied into `transfer`.
export function requestOf(source: RunSource, options: RunOptions, transfer: Transferable[]): RunRequest {
  const { entry: name } = options
  const entry = name === undefined ? source.entry : source.functions.find((one) => one.name === name)
  const parameters = entry?.arguments ?? []
  return {
    kind: 'run',
    program: source.program,
    entry: name ?? '',
    inputs: arrangeInputs(options.inputs ?? [], parameters, transfer),
    processInputs: (options.processInputs ?? []).map(({ inputs, ...process }) => ({
      ...process,
      inputs: arrangeInputs(inputs, parameters, transfer),
    })),
    replicas: options.grid?.replicas ?? 0,
    partitions: options.grid?.partitions ?? 0,
    faithful: options.level === 'faithful',
    portable: numericsOf(options) === 'portable',
    seed: seedText(options.seed ?? 0),
    memoryBytes: options.memoryBytes ?? defaultMemoryBytes,
    workBudget: checkedBudget(options.workBudget),
    keep: options.keepValues ?? false,
    tellsCommunications: options.onCommunication !== undefined,
    previewBins: options.previewBins ?? 0,
    leavesLarge: false,
  }
}

/// What hears of a run that begins now.
export function listenerOf(source: RunSource, options: RunOptions): Listener {
  const { onCommunication } = options
  const listener: Listener = { onProgress: options.onProgress, onPrint: options.onPrint }
  if (onCommunication === undefined) return listener
  const began = performance.timeOrigin + performance.now()
  const read = communicationReader(source.offsets, source.text)
  listener.onCommunications = (communications, timeOrigin) => {
    for (const one of communications) onCommunication(read(one, began - timeOrigin))
  }
  return listener
}

/// Null if the grid was left alone because it has much to do.
export async function runHere(source: RunSource, options: RunOptions, leavesLarge: boolean): Promise<RunResult | null> {
  const { connection } = source
  const transfer: Transferable[] = []
  let run = 0
  const stop = (): void => void connection.ask({ kind: 'stop', run }).catch(() => {})
  const request = { ...requestOf(source, options, transfer), leavesLarge }
  const running = connection.ask(request, listenerOf(source, options), transfer, (id) => (run = id))
  if (options.signal?.aborted === true) stop()
  options.signal?.addEventListener('abort', stop, { once: true })
  try {
    return readReply(source, options, await running)
  } finally {
    options.signal?.removeEventListener('abort', stop)
  }
}

function readReply(source: RunSource, options: RunOptions, reply: Replies['run']): RunResult | null {
  if (reply.status === 'large') return null
  const { connection, text, offsets } = source
  const processes = reply.processes.map((results) => results.map((wire) => wire && new Tensor(connection, wire)))
  const everywhere = { first: 0, count: reply.replicas * reply.partitions }
  return {
    status: reply.status,
    results: processes[0] ?? [],
    processes,
    grid: { replicas: reply.replicas, partitions: reply.partitions },
    mode: 'cooperative',
    workers: 0,
    diagnostics: readDiagnostics(reply.diagnostics, text),
    numerics: numericsOf(options),
    hash: reply.hash,
    peakBytes: reply.peakBytes,
    milliseconds: reply.milliseconds,
    stoppedBy: reply.stoppedBy,
    stoppedAtLine: reply.stoppedAtLine,
    values: reply.session === 0 ? null : new RunValues([{ connection, session: reply.session, ...everywhere }], offsets),
  }
}
