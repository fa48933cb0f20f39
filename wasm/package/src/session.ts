import './dispose.js'
import { checkedWhole } from './checked.js'
import type { Communication } from './communication.js'
import { ProgramError, readDiagnostics, type Diagnostic, type Range } from './diagnostics.js'
import { OutfeedList, type Outfeed } from './outfeed.js'
import type { GoRequest, Replies, WireBreakpoint, WirePlace } from './protocol.js'
import type { RunInputs } from './run.js'
import { checkedBudget, fetchTensors, isIn, listenerOf, setupOf, type RunSource } from './run-here.js'
import { RunValues } from './run-values.js'
import { Tensor } from './tensor.js'

/// What a session begins with, and who hears of it.
export interface SessionOptions extends RunInputs {
  /// What `interpreter.print` writes, when the session first comes there.
  onPrint?: (text: string) => void
  /// Receives what processes put out by `stablehlo.outfeed` or send to the host, when the session first comes there.
  onOutfeed?: (outfeed: Outfeed) => void
  /// What the processes of a grid give each other, when it first happens.
  onCommunication?: (communication: Communication) => void
}

/// Before which operation a session stands. The range is of the operation.
export interface SessionPlace extends Range {
  /// How many steps were done before: equal clocks are equal states, so `goTo` comes back here.
  clock: number
  /// Whose operation it is, by its flattened id.
  process: number
  /// `stablehlo.add`; empty at the end.
  operation: string
  /// Counts from 1; 0 at the end.
  line: number
}

/// Where and why a session stopped.
export interface SessionStop {
  /// Why it stopped: it is where it was to go; a breakpoint; an operation gave NaN or infinity;
  /// the end; what is in `diagnostics`; or a signal or `workBudget`, maybe inside an operation.
  reason: 'reached' | 'breakpoint' | 'nonFinite' | 'finished' | 'failed' | 'stopped'
  place: SessionPlace
  diagnostics: readonly Diagnostic[]
}

/// Somewhere in the text: on a line, counted from 1, or at an offset. With `execution` only when
/// the operation is about to be done for the k-th time, from 1.
export type Breakpoint = { line: number; execution?: number } | { offset: number; execution?: number }

/// Where a breakpoint stands. The range is of the operation.
export interface BreakpointPlace extends Range {
  operation: string
  line: number
}

/// A value that is made for the k-th time, from 1.
export interface Making {
  /// Where its name is defined.
  offset: number
  execution: number
  /// Of several under one name (`%r:2`); 0 if left out.
  index?: number
  /// A flattened id; 0 if left out.
  process?: number
}

/// How far a session goes at most, and who hears of it.
export interface GoOptions {
  signal?: AbortSignal
  /// Stops after so much work; left out, no limit.
  workBudget?: number
  onProgress?: (progress: { workDone: number; estimatedWork: number; line: number }) => void
}

/// What a session gave in the end.
export interface SessionResults {
  /// Null stands for a token. Of the process (0, 0).
  results: readonly (Tensor | null)[]
  processes: readonly (readonly (Tensor | null)[])[]
  /// Values that processes put out by `stablehlo.outfeed` or send to the host, each process's in its order.
  outfeed: readonly Outfeed[]
  hash: string
  /// Expectations of the program's comments that were not met.
  diagnostics: readonly Diagnostic[]
}

/// A run that goes one operation at a time, forward and back, and keeps every value that fits into
/// `memoryBytes`. Calls wait for those before them.
export class Session {
  readonly grid: { replicas: number; partitions: number }
  /// The values as they are where the session stands.
  readonly values: RunValues
  private stand: NonNullable<Replies['start']['stand']>
  private last: Promise<unknown> = Promise.resolve()
  private isFinished = false
  private readonly outfeed: OutfeedList

  /// @internal
  constructor(
    private readonly source: RunSource,
    private readonly options: SessionOptions,
    private readonly reply: Replies['start'],
  ) {
    const { replicas, partitions, session } = reply
    this.grid = { replicas, partitions }
    this.stand = reply.stand!
    this.outfeed = new OutfeedList(source.connection, options.onOutfeed)
    this.values = new RunValues([{ connection: source.connection, session, first: 0, count: replicas * partitions }], source.offsets)
  }

  /// Where it stands.
  get place(): SessionPlace {
    return this.readPlace(this.stand.next)
  }
  /// The operation that was done last by the process that is next; null before the first.
  get lastRange(): Range | null {
    const { last } = this.stand
    return last.end === 0 ? null : this.source.offsets.range(last)
  }
  /// How often the operation at `place` was done before, by this process.
  get executions(): number {
    return this.stand.executions
  }
  /// Bytes of copies of earlier states, which make going back fast, and how many steps were done
  /// again to go back.
  get snapshotBytes(): number {
    return this.stand.snapshotBytes
  }
  get replayedSteps(): number {
    return this.stand.replayedSteps
  }

  /// To the next operation, or `count` operations on.
  step(count = 1, options: GoOptions = {}): Promise<SessionStop> {
    return this.go({ goal: 'step', count: checkedWhole('count', count) }, options)
  }

  /// Past the operation at `place`, with all that the function it calls or its regions do: to what
  /// its process does next.
  stepOver(options: GoOptions = {}): Promise<SessionStop> {
    return this.go({ goal: 'over' }, options)
  }

  /// Out of the innermost call, loop or region around `place`, to what its process does after that.
  stepOut(options: GoOptions = {}): Promise<SessionStop> {
    return this.go({ goal: 'out' }, options)
  }

  /// To where it stood before the last operation, or the last `count`.
  back(count = 1, options: GoOptions = {}): Promise<SessionStop> {
    const steps = checkedWhole('count', count)
    return this.go(() => ({ goal: 'clock', clock: Math.max(0, this.stand.next.clock - steps) }), options)
  }

  /// To the state of this clock, back or forward; past the end is the end.
  goTo(clock: number, options: GoOptions = {}): Promise<SessionStop> {
    return this.go({ goal: 'clock', clock: checkedWhole('clock', clock) }, options)
  }

  /// To the next breakpoint or the end; with `stopAtNonFinite` also to the first operation that gives
  /// NaN or infinity, which is then at `lastRange`.
  run(options: GoOptions & { stopAtNonFinite?: boolean } = {}): Promise<SessionStop> {
    return this.go({ goal: 'breakpoint', stopsAtNonFinite: options.stopAtNonFinite ?? false }, options)
  }

  /// As `run`, but also to the next time that an operation at this place is about to be done.
  runTo(place: Breakpoint, options: GoOptions & { stopAtNonFinite?: boolean } = {}): Promise<SessionStop> {
    const once = [this.wireBreakpoint(place)]
    return this.go({ goal: 'breakpoint', once, stopsAtNonFinite: options.stopAtNonFinite ?? false }, options)
  }

  /// To right after the value that is defined at `offset` was made for the k-th time, from 1, by this
  /// process: `ValueSummary.executions` is then k. Where it was made as often already, it stays.
  async runToValue(making: Making, options: GoOptions = {}): Promise<SessionStop> {
    const { replicas, partitions } = this.grid
    const process = checkedWhole('process', making.process ?? 0)
    if (process >= replicas * partitions) throw new RangeError(`process is ${process}, and there are ${replicas * partitions}`)
    const execution = checkedWhole('execution', making.execution)
    const index = checkedWhole('index', making.index ?? 0)
    const offset = this.source.offsets.byte(checkedWhole('offset', making.offset))
    return this.go({ goal: 'value', making: { offset, index, process, execution } }, options)
  }

  /// In place of those before. Gives where each of them stands: at every operation of its line that
  /// does something, else at the next one in the text; nowhere if there is none.
  async setBreakpoints(breakpoints: readonly Breakpoint[]): Promise<BreakpointPlace[][]> {
    const wire = breakpoints.map((one) => this.wireBreakpoint(one))
    const { connection, offsets } = this.source
    const { places } = await this.inTurn(() => connection.ask({ kind: 'breakpoints', session: this.reply.session, breakpoints: wire }))
    return places.map((own) => own.map(({ operation, line, ...span }) => ({ operation, line, ...offsets.range(span) })))
  }

  /// What was done last, the latest at the end; at most 10 000 steps are remembered.
  async history(count = 100): Promise<SessionPlace[]> {
    const { connection } = this.source
    const { places } = await this.inTurn(() => connection.ask({ kind: 'history', session: this.reply.session, count: checkedWhole('count', count) }))
    return places.map((place) => this.readPlace(place))
  }

  /// Once a stop said `finished`; rejects before.
  async results(): Promise<SessionResults> {
    const { connection, offsets } = this.source
    if (!this.isFinished) throw new Error('the session has not finished: run() goes to the end')
    const { processes, hash, diagnostics } = await this.inTurn(() => connection.ask({ kind: 'results', session: this.reply.session }))
    const tensors = processes.map((results) => results.map((wire) => wire && new Tensor(connection, wire)))
    return { results: tensors[0] ?? [], processes: tensors, outfeed: this.outfeed.all, hash, diagnostics: readDiagnostics(diagnostics, offsets) }
  }

  close(): void {
    this.values.close()
  }
  [Symbol.dispose](): void {
    this.close()
  }

  private go(way: Partial<GoRequest> | (() => Partial<GoRequest>), options: GoOptions): Promise<SessionStop> {
    const workBudget = checkedBudget(options.workBudget)
    return this.inTurn(() => this.goNow({ workBudget, ...(typeof way === 'function' ? way() : way) }, options))
  }

  private async goNow(way: Partial<GoRequest>, options: GoOptions): Promise<SessionStop> {
    const { connection, offsets } = this.source
    const { signal } = options
    const nowhere: Omit<GoRequest, 'kind' | 'session'> = { goal: 'step', once: [], count: 0, clock: 0, making: null, stopsAtNonFinite: false, workBudget: 0, isStopped: signal?.aborted ?? false }
    let run = 0
    const stop = (): void => void connection.ask({ kind: 'stop', run }).catch(() => {})
    const listener = { ...listenerOf(() => this.source, { ...this.options, onProgress: options.onProgress }), onOutfeed: this.outfeed.add }
    const request: GoRequest = { ...nowhere, ...way, kind: 'go', session: this.reply.session }
    const going = connection.ask(request, listener, [], (id) => (run = id))
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const { reason, stand, diagnostics } = await going
      this.stand = stand
      this.isFinished = reason === 'finished'
      return { reason, place: this.place, diagnostics: readDiagnostics(diagnostics, offsets) }
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = this.last.then(act)
    this.last = result.catch(() => {})
    return result
  }

  private readPlace({ begin, end, ...place }: WirePlace): SessionPlace {
    return { ...place, ...this.source.offsets.range({ begin, end }) }
  }

  private wireBreakpoint(place: Breakpoint): WireBreakpoint {
    const execution = checkedWhole('execution', place.execution ?? 0)
    if ('line' in place) return { kind: 'line', at: checkedWhole('line', place.line), execution }
    return { kind: 'offset', at: this.source.offsets.byte(checkedWhole('offset', place.offset)), execution }
  }
}

/// @internal
export async function startSession(source: RunSource, options: SessionOptions): Promise<Session> {
  const transfer: Transferable[] = []
  const given = fetchTensors(options, isIn(source))
  const setup = { ...setupOf(source, given === null ? options : await given, transfer), tellsCommunications: options.onCommunication !== undefined }
  const reply = await source.connection.ask({ ...setup, kind: 'start' }, {}, transfer)
  if (reply.stand === null) throw new ProgramError(readDiagnostics(reply.diagnostics, source.offsets))
  return new Session(source, options, reply)
}
