import '../data/dispose.js'
import { checkedWhole } from '../data/checked.js'
import type { Communication } from './communication.js'
import { ProgramError, readDiagnostics, type Diagnostic } from '../protocol/diagnostics.js'
import type { Range } from '../data/offsets.js'
import { OutfeedList, type Outfeed } from './outfeed.js'
import type { ConditionKind, GoRequest, Replies, RunSetup, WireBreakpoint, WirePlace } from '../protocol/messages.js'
import type { RunInputs } from './run.js'
import { checkedBudget, listenerOf, type RunSource } from './run-here.js'
import { RunValues } from './run-values.js'
import { Tensor } from './tensor.js'

/// Options and listeners of a session.
export interface SessionOptions extends RunInputs {
  /// Receives the output of `interpreter.print` when the session first reaches it.
  onPrint?: (text: string) => void
  /// Receives what processes send by `stablehlo.outfeed` or to the host, when the session first reaches it.
  onOutfeed?: (outfeed: Outfeed) => void
  /// Receives communications between the processes of a grid when they first happen.
  onCommunication?: (communication: Communication) => void
}

/// The next operation of a session. The range is that of the operation.
export interface SessionPlace extends Range {
  /// Number of steps done. Equal clocks mean equal states, so `goTo` returns to this one.
  clock: number
  /// Process of the operation, as a flattened id.
  process: number
  /// Name: `stablehlo.add`; empty at the end.
  operation: string
  /// Line, from 1; 0 at the end.
  line: number
  /// Number of calls and regions around it.
  depth: number
}

/// Place where a session stopped, and the reason.
export interface SessionStop {
  /// Reason for the stop: it arrived; a breakpoint; an operation that gave NaN or infinity; the
  /// end; a failure (see `diagnostics`); or a signal or `workBudget`, possibly inside an operation.
  reason: 'reached' | 'breakpoint' | 'nonFinite' | 'finished' | 'failed' | 'stopped'
  /// Position after the move.
  place: SessionPlace
  /// Errors and warnings of the move.
  diagnostics: readonly Diagnostic[]
}

/// A line of the text, from 1, or an offset. With `execution`, only the k-th time that the
/// operation is about to run, from 1. With `when`, stops after the operation instead, if its value
/// meets the condition.
export type Breakpoint = ({ line: number } | { offset: number }) & { execution?: number; when?: Condition }

/// Condition on the value that an operation has computed, which holds if it holds for any element:
/// a NaN or an infinity; more or less than a number; or a difference from the element of the
/// previous execution by more than a number. Complex elements count by absolute value. The engine
/// evaluates it.
export type Condition =
  | { any: 'nan' | 'infinity' | 'nonFinite' }
  | { greaterThan: number }
  | { lessThan: number }
  | { changesByMoreThan: number }

/// Operation that a breakpoint applies to. The range is that of the operation.
export interface BreakpointPlace extends Range {
  /// Name: `stablehlo.add`.
  operation: string
  /// Line, from 1.
  line: number
}

/// The k-th computation of a value, counted from 1.
export interface Making {
  /// Offset of its name at the definition.
  offset: number
  /// Number of the computation, from 1.
  execution: number
  /// Index among several results under one name (`%r:2`). Default: 0.
  index?: number
  /// Process, as a flattened id. Default: 0.
  process?: number
}

/// Limits of a move, and its listeners.
export interface GoOptions {
  /// Stops the move.
  signal?: AbortSignal
  /// Stops after this much work. Default: no limit.
  workBudget?: number
  /// Receives the work done so far, the estimate of all, and the line that is being run.
  onProgress?: (progress: { workDone: number; estimatedWork: number; line: number }) => void
}

/// Outcome of a session that reached the end.
export interface SessionResults {
  /// Results of process (0, 0); null for a token.
  results: readonly (Tensor | null)[]
  /// Results of every process, by its flattened id.
  processes: readonly (readonly (Tensor | null)[])[]
  /// Values that processes sent by `stablehlo.outfeed` or to the host, in order for each process.
  outfeed: readonly Outfeed[]
  /// Hash of the bits of all results, as 16 hexadecimal digits.
  hash: string
  /// Expectations in the program's comments that were not met.
  diagnostics: readonly Diagnostic[]
}

/// A run at level `faithful` that can be stepped forward and back, one operation at a time. It
/// is always positioned before an operation, and keeps every value that fits into `memoryBytes`.
/// Calls are processed in order. A session of a grid steps through all processes in a fixed order.
export class Session {
  /// Process grid of the run.
  readonly grid: { replicas: number; partitions: number }
  /// Values of the current state.
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

  /// Current position.
  get place(): SessionPlace {
    return this.readPlace(this.stand.next)
  }
  /// Last operation of the process that runs next; null before its first.
  get lastRange(): Range | null {
    const { last } = this.stand
    return last.end === 0 ? null : this.source.offsets.range(last)
  }
  /// Number of times that this process has done the operation at `place`.
  get executions(): number {
    return this.stand.executions
  }
  /// Bytes of copies of earlier states, which make going back fast.
  get snapshotBytes(): number {
    return this.stand.snapshotBytes
  }
  /// Number of steps that were repeated to go back.
  get replayedSteps(): number {
    return this.stand.replayedSteps
  }

  /// Steps to the next operation, or `count` operations on.
  ///
  /// @param count Number of operations. Default: 1.
  /// @param options Limits and listeners of the move.
  step(count = 1, options: GoOptions = {}): Promise<SessionStop> {
    return this.go({ goal: 'step', count: checkedWhole('count', count) }, options)
  }

  /// Steps over the operation at `place`, including the function it calls or its regions, to the
  /// next operation of its process.
  ///
  /// @param options Limits and listeners of the move.
  stepOver(options: GoOptions = {}): Promise<SessionStop> {
    return this.go({ goal: 'over' }, options)
  }

  /// Steps out of the innermost call, loop or region around `place`, to the next operation of its
  /// process.
  ///
  /// @param options Limits and listeners of the move.
  stepOut(options: GoOptions = {}): Promise<SessionStop> {
    return this.go({ goal: 'out' }, options)
  }

  /// Steps back by one operation, or by `count`. One step back costs as little in the millionth
  /// iteration of a loop as in the first.
  ///
  /// @param count Number of operations. Default: 1.
  /// @param options Limits and listeners of the move.
  back(count = 1, options: GoOptions = {}): Promise<SessionStop> {
    const steps = checkedWhole('count', count)
    return this.go(() => ({ goal: 'clock', clock: Math.max(0, this.stand.next.clock - steps) }), options)
  }

  /// Goes to the state of this clock, back or forward; beyond the end means the end.
  ///
  /// @param clock Number of steps done before the state: see `SessionPlace.clock`.
  /// @param options Limits and listeners of the move.
  goTo(clock: number, options: GoOptions = {}): Promise<SessionStop> {
    return this.go({ goal: 'clock', clock: checkedWhole('clock', clock) }, options)
  }

  /// Runs to the next breakpoint or the end. With `stopAtNonFinite` it also stops after the first
  /// operation that gives NaN or infinity, whose range is then `lastRange`.
  ///
  /// @param options Limits and listeners of the move, and `stopAtNonFinite`.
  run(options: GoOptions & { stopAtNonFinite?: boolean } = {}): Promise<SessionStop> {
    return this.go({ goal: 'breakpoint', stopsAtNonFinite: options.stopAtNonFinite ?? false }, options)
  }

  /// Like `run`, but also stops when an operation at this place is next about to run.
  ///
  /// @param place A line or an offset, and optionally which execution.
  /// @param options Limits and listeners of the move, and `stopAtNonFinite`.
  runTo(place: Breakpoint, options: GoOptions & { stopAtNonFinite?: boolean } = {}): Promise<SessionStop> {
    const once = [this.wireBreakpoint(place)]
    return this.go({ goal: 'breakpoint', once, stopsAtNonFinite: options.stopAtNonFinite ?? false }, options)
  }

  /// Goes to just after this process computed the value defined at `offset` for the k-th time, from
  /// 1: `ValueSummary.executions` is then k. If it has been computed k times already, the session
  /// does not move.
  ///
  /// @param making The value, k, and the process.
  /// @param options Limits and listeners of the move.
  /// @throws `RangeError` if there is no such process.
  async runToValue(making: Making, options: GoOptions = {}): Promise<SessionStop> {
    const { replicas, partitions } = this.grid
    const process = checkedWhole('process', making.process ?? 0)
    if (process >= replicas * partitions) throw new RangeError(`process is ${process}, and there are ${replicas * partitions}`)
    const execution = checkedWhole('execution', making.execution)
    const index = checkedWhole('index', making.index ?? 0)
    const offset = this.source.offsets.byte(checkedWhole('offset', making.offset))
    return this.go({ goal: 'value', making: { offset, index, process, execution } }, options)
  }

  /// Replaces all breakpoints. Returns the operations that each applies to: all operations on its
  /// line that compute something, else the next such operation in the text; none if there is none.
  ///
  /// @param breakpoints The new breakpoints; an empty list removes all.
  async setBreakpoints(breakpoints: readonly Breakpoint[]): Promise<BreakpointPlace[][]> {
    const wire = breakpoints.map((one) => this.wireBreakpoint(one))
    const { connection, offsets } = this.source
    const { places } = await this.inTurn(() => connection.ask({ kind: 'breakpoints', session: this.reply.session, breakpoints: wire }))
    return places.map((own) => own.map(({ operation, line, ...span }) => ({ operation, line, ...offsets.range(span) })))
  }

  /// Returns the last `count` steps, latest at the end. At most 10 000 steps are recorded.
  ///
  /// @param count Number of steps. Default: 100.
  async history(count = 100): Promise<SessionPlace[]> {
    const { connection } = this.source
    const { places } = await this.inTurn(() => connection.ask({ kind: 'history', session: this.reply.session, count: checkedWhole('count', count) }))
    return places.map((place) => this.readPlace(place))
  }

  /// Returns the outcome once a stop reported `finished`.
  ///
  /// @throws `Error` if the session has not finished.
  async results(): Promise<SessionResults> {
    const { connection, offsets } = this.source
    if (!this.isFinished) throw new Error('the session has not finished: run() goes to the end')
    const { processes, hash, diagnostics } = await this.inTurn(() => connection.ask({ kind: 'results', session: this.reply.session }))
    const tensors = processes.map((results) => results.map((wire) => wire && new Tensor(connection, wire)))
    return { results: tensors[0] ?? [], processes: tensors, outfeed: this.outfeed.all, hash, diagnostics: readDiagnostics(diagnostics, offsets) }
  }

  /// Ends the session and releases its values.
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
    const common = { execution, ...wireCondition(place.when) }
    if ('line' in place) return { kind: 'line', at: checkedWhole('line', place.line), ...common }
    return { kind: 'offset', at: this.source.offsets.byte(checkedWhole('offset', place.offset)), ...common }
  }
}

function wireCondition(when: Condition | undefined): Pick<WireBreakpoint, 'condition' | 'limit'> {
  if (when === undefined) return { condition: 'none', limit: 0 }
  if ('any' in when) return { condition: when.any, limit: 0 }
  const [condition, limit] = limitOf(when)
  if (typeof limit !== 'number' || Number.isNaN(limit)) throw new RangeError(`the limit of a condition is a number, not ${String(limit)}`)
  return { condition, limit }
}

function limitOf(when: Exclude<Condition, { any: string }>): [ConditionKind, number] {
  if ('greaterThan' in when) return ['greater', when.greaterThan]
  return 'lessThan' in when ? ['less', when.lessThan] : ['change', when.changesByMoreThan]
}

/// @internal Starts the run that `setup` describes, with the buffers in `transfer`.
export async function startSession(source: RunSource, options: SessionOptions, setup: RunSetup, transfer: Transferable[]): Promise<Session> {
  const reply = await source.connection.ask({ ...setup, tellsCommunications: options.onCommunication !== undefined, kind: 'start' }, {}, transfer)
  if (reply.stand === null) throw new ProgramError(readDiagnostics(reply.diagnostics, source.offsets))
  return new Session(source, options, reply)
}
