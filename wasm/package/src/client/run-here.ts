/// A run in one engine: every program of one process, and grids whose processes take turns.
import { checkedAmount, checkedWhole, checkedWord, mostBins } from '../data/checked.js'
import { communicationReader } from './communication.js'
import type { Connection, Listener } from './connection.js'
import { readDiagnostics } from '../protocol/diagnostics.js'
import type { FunctionInfo } from '../protocol/functions.js'
import { arrangeInfeed, arrangeInputs, hasTensors, withElements, type Inputs, type ProcessInputs } from './inputs.js'
import type { Offsets } from '../data/offsets.js'
import { OutfeedList } from './outfeed.js'
import { profileOf } from './profile.js'
import type { Replies, RunRequest, RunSetup } from '../protocol/messages.js'
import type { WireLook } from '../protocol/run.js'
import type { RunInputs, RunOptions, RunResult } from './run.js'
import { RunValues, type RunLook } from './run-values.js'
import { Tensor } from './tensor.js'
import type { WorkerPool } from './worker-pool.js'

/// A program, and the engine that read it.
export interface RunSource {
  connection: Connection
  /// Its number in that engine.
  program: number
  name: string
  strict: boolean
  text: string
  offsets: Offsets
  functions: readonly FunctionInfo[]
  entry: FunctionInfo | null
  /// See `takesOf`.
  takes: string
  pool: WorkerPool
}

const defaultMemoryBytes = 2 ** 30

function seedText(seed: number | bigint): string {
  const isWhole = typeof seed === 'bigint' ? seed >= 0n && seed < 1n << 64n : Number.isSafeInteger(seed) && seed >= 0
  if (!isWhole) throw new RangeError(`seed is a whole number from 0 to 2^64 - 1 (above 2^53 - 1 a bigint), not ${seed}`)
  return String(seed)
}

export function checkedBudget(budget = 0): number {
  checkedAmount('workBudget', budget, 'units of work')
  return budget === Infinity ? 0 : budget
}

/// Amounts too large for an exact number mean no limit.
const checkedMemory = (bytes: number): number => Math.min(checkedAmount('memoryBytes', bytes, 'bytes'), Number.MAX_SAFE_INTEGER)

/// Greatest id that messages can carry. The engine's own limit is lower, and it reports that.
const mostProcesses = 2 ** 31 - 1

/// Returns zeros for the program's own grid.
export function checkedGrid(grid: RunInputs['grid']): { replicas: number; partitions: number } {
  if (grid === undefined) return { replicas: 0, partitions: 0 }
  return { replicas: checkedWhole('grid.replicas', grid.replicas, 1, mostProcesses), partitions: checkedWhole('grid.partitions', grid.partitions, 1, mostProcesses) }
}

/// Default limit of events, equal to the command's.
function traceLimit(trace: RunOptions['trace'] = false): number {
  if (typeof trace === 'boolean') return trace ? 500_000 : 0
  if (!(trace > 0)) throw new TypeError(`trace is ${trace}, and must be true, false or a number of events`)
  return trace
}

export const numericsOf = ({ numerics = 'fast' }: RunInputs): 'fast' | 'portable' => checkedWord('numerics', numerics, ['fast', 'portable'])

const hasForeign = ({ inputs, processInputs = [] }: RunInputs, isHere: (tensor: Tensor) => boolean): boolean =>
  hasTensors(inputs, isHere) || processInputs.some((one) => hasTensors(one.inputs, isHere))

/// Returns the options with tensors of other engines replaced by their elements. Null if there are
/// none: then arrays are copied before the caller can change them.
export function fetchTensors<T extends RunInputs>(options: T, isHere: (tensor: Tensor) => boolean): Promise<T> | null {
  if (!hasForeign(options, isHere)) return null
  const { inputs, processInputs = [] } = options
  const fetchAll = async (): Promise<T> => ({
    ...options,
    inputs: await withElements(inputs ?? [], isHere),
    processInputs: await Promise.all(processInputs.map(async (one) => ({ ...one, inputs: await withElements(one.inputs, isHere) }))),
  })
  return fetchAll()
}

/// Whether a tensor belongs to the engine of the program.
export const isIn = ({ connection }: RunSource) => (tensor: Tensor): boolean => tensor.isIn(connection)

type ProcessPlace = { replica: number; partition: number }
type Runs = (process: ProcessPlace) => boolean

const everyProcess: Runs = () => true

const checkedProcess = (process: ProcessInputs): ProcessInputs => ({
  ...process,
  replica: checkedWhole('replica', process.replica, 0, mostProcesses),
  partition: checkedWhole('partition', process.partition, 0, mostProcesses),
})

/// Builds the setup of a run. Inputs are copied into `transfer`; those for one process only if
/// `runs` says that it runs there.
export function setupOf(source: RunSource, options: RunInputs, transfer: Transferable[], runs = everyProcess): RunSetup {
  const { entry: name } = options
  const entry = name === undefined ? source.entry : source.functions.find((one) => one.name === name)
  const arrange = (inputs: Inputs): RunSetup['inputs'] => {
    // Without an entry the inputs have no target, and the engine reports why.
    return entry ? arrangeInputs(inputs, entry.arguments, source.connection, transfer) : []
  }
  return {
    program: source.program,
    entry: name ?? '',
    inputs: arrange(options.inputs ?? []),
    processInputs: (options.processInputs ?? []).map(checkedProcess).filter(runs).map(({ replica, partition, inputs }) => ({ replica, partition, inputs: arrange(inputs) })),
    infeed: arrangeInfeed(options, transfer, runs),
    ...checkedGrid(options.grid),
    faithful: false,
    portable: numericsOf(options) === 'portable',
    seed: seedText(options.seed ?? 0),
    memoryBytes: checkedMemory(options.memoryBytes ?? defaultMemoryBytes),
    tellsCommunications: false,
  }
}

export const levelIsFaithful = ({ level = 'fast' }: Pick<RunOptions, 'level'>): boolean => checkedWord('level', level, ['fast', 'faithful']) === 'faithful'

function wireLook(look: RunLook | undefined): WireLook | null {
  if (look === undefined) return null
  const { from, to, cursor = null, process = 0 } = look
  return { from, to, cursor, process }
}

/// Builds the request for a run. Inputs are copied into `transfer`.
export function requestOf(source: RunSource, options: RunOptions, transfer: Transferable[], runs = everyProcess): RunRequest {
  return {
    ...setupOf(source, options, transfer, runs),
    kind: 'run',
    faithful: levelIsFaithful(options),
    tellsCommunications: options.onCommunication !== undefined,
    workBudget: checkedBudget(options.workBudget),
    keep: options.keepValues ?? false,
    traceLimit: traceLimit(options.trace),
    profiles: options.profile ?? false,
    previewBins: checkedWhole('previewBins', options.previewBins ?? 0, 0, mostBins),
    look: wireLook(options.look),
    ahead: null,
    leavesLarge: false,
    isStopped: options.signal?.aborted ?? false,
  }
}

/// Returns the listener of a run that begins at this moment. `source` must be available when the first event arrives.
export function listenerOf(source: () => RunSource, options: Pick<RunOptions, 'onProgress' | 'onPrint' | 'onCommunication'>): Listener {
  const { onCommunication } = options
  const listener: Listener = { onProgress: options.onProgress, onPrint: options.onPrint }
  if (onCommunication === undefined) return listener
  const began = performance.timeOrigin + performance.now()
  let read: ReturnType<typeof communicationReader> | undefined
  listener.onCommunications = (communications, timeOrigin) => {
    read ??= communicationReader(source().offsets, source().text)
    for (const one of communications) onCommunication(read(one, began - timeOrigin))
  }
  return listener
}

/// Returns null if the grid was left alone because it is large.
export async function runHere(source: RunSource, options: RunOptions, leavesLarge: boolean): Promise<RunResult | null> {
  const transfer: Transferable[] = []
  const given = fetchTensors(options, isIn(source))
  const request = { ...requestOf(source, given === null ? options : await given, transfer), leavesLarge }
  return ask(source.connection, request, transfer, options, () => source)
}

/// Queues a run behind the request that reads the program, with inputs arranged for the arguments
/// of `like`. `source` must be available once the program was read. Returns null if the grid is
/// large, the arguments differ, or elements are in another engine.
export async function runAhead(like: RunSource, options: RunOptions, leavesLarge: boolean, parse: number, source: () => RunSource): Promise<RunResult | null> {
  if (hasForeign(options, isIn(like))) return null
  const transfer: Transferable[] = []
  const request = { ...requestOf(like, options, transfer), leavesLarge, ahead: { parse, takes: like.takes } }
  return ask(like.connection, request, transfer, options, source)
}

async function ask(connection: Connection, request: RunRequest, transfer: Transferable[], options: RunOptions, source: () => RunSource): Promise<RunResult | null> {
  let run = 0
  const stop = (): void => void connection.ask({ kind: 'stop', run }).catch(() => {})
  const outfeed = new OutfeedList(connection, options.onOutfeed)
  const listener = { ...listenerOf(source, options), onOutfeed: outfeed.add }
  const running = connection.ask(request, listener, transfer, (id) => (run = id))
  options.signal?.addEventListener('abort', stop, { once: true })
  try {
    const reply = await running
    const { status } = reply
    return status === 'large' || status === 'unfit' ? null : readReply(source(), options, request, { ...reply, status }, outfeed)
  } finally {
    options.signal?.removeEventListener('abort', stop)
  }
}

function readReply(source: RunSource, options: RunOptions, { look, previewBins }: RunRequest, reply: Replies['run'] & Pick<RunResult, 'status'>, outfeed: OutfeedList): RunResult {
  const { connection, offsets } = source
  const processes = reply.processes.map((results) => results.map((wire) => wire && new Tensor(connection, wire)))
  const everywhere = { first: 0, count: reply.replicas * reply.partitions }
  const values = reply.session === 0 ? null : new RunValues([{ connection, session: reply.session, ...everywhere }], offsets)
  if (look !== null && reply.looked !== null) values?.take(look, previewBins, reply.looked)
  return {
    status: reply.status,
    results: processes[0] ?? [],
    processes,
    outfeed: outfeed.all,
    grid: { replicas: reply.replicas, partitions: reply.partitions },
    mode: 'cooperative',
    workers: 0,
    diagnostics: readDiagnostics(reply.diagnostics, offsets),
    numerics: numericsOf(options),
    hash: reply.hash,
    flops: reply.flops,
    bytes: reply.bytes,
    peakBytes: reply.peakBytes,
    trace: reply.trace === '' ? null : reply.trace,
    profile: reply.profile && profileOf(reply.profile),
    milliseconds: reply.milliseconds,
    stoppedBy: reply.stoppedBy,
    stoppedAtLine: reply.stoppedAtLine,
    values,
  }
}
