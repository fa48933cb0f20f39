/// A run in one engine: every program of one process, and grids whose processes take turns.
import { checkedAmount, checkedWhole, checkedWord, mostBins } from './checked.js'
import { communicationReader } from './communication.js'
import type { Connection, Listener } from './connection.js'
import { readDiagnostics } from './diagnostics.js'
import type { FunctionInfo } from './functions.js'
import { arrangeInfeed, arrangeInputs, hasTensors, withElements, type Inputs, type ProcessInputs } from './inputs.js'
import type { Offsets } from './offsets.js'
import { OutfeedList } from './outfeed.js'
import { profileOf } from './profile.js'
import type { Replies, RunRequest, RunSetup } from './protocol.js'
import type { WireLook } from './protocol-run.js'
import type { RunInputs, RunOptions, RunResult } from './run.js'
import { RunValues, type RunLook } from './run-values.js'
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

/// What cannot be counted is no limit.
const checkedMemory = (bytes: number): number => Math.min(checkedAmount('memoryBytes', bytes, 'bytes'), Number.MAX_SAFE_INTEGER)

/// What messages to the engine hold; it allows fewer, and says so.
const mostProcesses = 2 ** 31 - 1

/// Zeros for what the program says.
export function checkedGrid(grid: RunInputs['grid']): { replicas: number; partitions: number } {
  if (grid === undefined) return { replicas: 0, partitions: 0 }
  return { replicas: checkedWhole('grid.replicas', grid.replicas, 1, mostProcesses), partitions: checkedWhole('grid.partitions', grid.partitions, 1, mostProcesses) }
}

/// As many events as the command keeps.
function traceLimit(trace: RunOptions['trace'] = false): number {
  if (typeof trace === 'boolean') return trace ? 500_000 : 0
  if (!(trace > 0)) throw new TypeError(`trace is ${trace}, and must be true, false or a number of events`)
  return trace
}

export const numericsOf = ({ numerics = 'fast' }: RunInputs): 'fast' | 'portable' => checkedWord('numerics', numerics, ['fast', 'portable'])

const hasForeign = ({ inputs, processInputs = [] }: RunInputs, isHere: (tensor: Tensor) => boolean): boolean =>
  hasTensors(inputs, isHere) || processInputs.some((one) => hasTensors(one.inputs, isHere))

/// The same options, with the elements of those tensors that are in other engines. Null if there are
/// none: then arrays are copied before anybody can change them.
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

/// Of an engine's own.
export const isIn = ({ connection }: RunSource) => (tensor: Tensor): boolean => tensor.isIn(connection)

type ProcessPlace = { replica: number; partition: number }
type Runs = (process: ProcessPlace) => boolean

const everyProcess: Runs = () => true

const checkedProcess = (process: ProcessInputs): ProcessInputs => ({
  ...process,
  replica: checkedWhole('replica', process.replica, 0, mostProcesses),
  partition: checkedWhole('partition', process.partition, 0, mostProcesses),
})

/// What a run begins with; inputs are copied into `transfer`, those for one process if `runs` says
/// that it runs there.
export function setupOf(source: RunSource, options: RunInputs, transfer: Transferable[], runs = everyProcess): RunSetup {
  const { entry: name } = options
  const entry = name === undefined ? source.entry : source.functions.find((one) => one.name === name)
  const arrange = (inputs: Inputs): RunSetup['inputs'] => {
    // The engine says why there is nothing to give them to.
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

/// What is asked of an engine; inputs are copied into `transfer`.
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

/// What hears of a run that begins now; `source` is there when the first is told.
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

/// Null if the grid was left alone because it has much to do.
export async function runHere(source: RunSource, options: RunOptions, leavesLarge: boolean): Promise<RunResult | null> {
  const transfer: Transferable[] = []
  const given = fetchTensors(options, isIn(source))
  const request = { ...requestOf(source, given === null ? options : await given, transfer), leavesLarge }
  return ask(source.connection, request, transfer, options, () => source)
}

/// Behind the request that reads the program, with what the arguments of another one were given;
/// `source` is there when the program was read. Null also if it does not take the same, or if
/// elements are in another engine.
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
