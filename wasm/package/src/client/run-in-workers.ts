/// Runs a grid in Workers: each has an engine and a share of the processes. The program's own
/// engine is the hub between them.
import type { Connection, Listener } from './connection.js'
import { placeless, readDiagnostics } from '../protocol/diagnostics.js'
import type { Replies, RunRequest, Share } from '../protocol/messages.js'
import type { WireDiagnostic } from '../protocol/values.js'
import { OutfeedList } from './outfeed.js'
import type { RunOptions, RunResult } from './run.js'
import { checkedGrid, fetchTensors, listenerOf, numericsOf, requestOf, type RunSource } from './run-here.js'
import { RunValues } from './run-values.js'
import { Tensor } from './tensor.js'

/// Most Workers that are started by default.
const mostWorkers = 16

/// Null if Workers cannot be started.
export async function runInWorkers(source: RunSource, options: RunOptions): Promise<RunResult | null> {
  const start = performance.now()
  const { replicas, partitions } = checkedGrid(options.grid)
  const places = options.workers ?? mostWorkers
  const grid = await source.connection.ask({ kind: 'grid', program: source.program, replicas, partitions, places })
  const workers = await source.pool.take(grid.shares.length)
  if (workers === null) return null
  const members = workers.map((connection, place) => new Member(source, connection, place, grid))
  try {
    const given = (await fetchTensors(options, () => false)) ?? options
    return await new GridRun(source, given, grid, members).run(start)
  } finally {
    for (const member of members) member.forget()
    source.pool.give(workers)
  }
}

type Reply = Replies['run']

/// A Worker and its share of a run.
class Member {
  reply: Reply | null = null
  /// Why the Worker sent no reply.
  lost: Error | null = null
  progress = { workDone: 0, estimatedWork: 0, line: 0 }
  private program = 0
  private runId = 0
  private isStopped = false
  readonly share: Share

  constructor(
    private readonly source: RunSource,
    readonly connection: Connection,
    private readonly place: number,
    private readonly grid: Replies['grid'],
  ) {
    this.share = grid.shares[place]!
  }

  /// Builds the Worker's request. Throws if an input is invalid.
  request(options: RunOptions, port: MessagePort): { request: RunRequest; transfer: Transferable[] } {
    const { replicas, partitions, shares } = this.grid
    const transfer: Transferable[] = [port]
    const request = requestOf(this.source, options, transfer, (process) => this.runs(process))
    const memoryBytes = Math.floor((request.memoryBytes * this.share.count) / (replicas * partitions))
    const workBudget = request.workBudget === 0 ? 0 : Math.max(1, (request.workBudget * this.share.count) / (replicas * partitions))
    const traceLimit = Math.ceil((request.traceLimit * this.share.count) / (replicas * partitions))
    const share = { ...this.share, place: this.place, places: shares.length, port }
    return { request: { ...request, replicas, partitions, memoryBytes, workBudget, traceLimit, keep: true, look: null, share }, transfer }
  }

  /// Inputs for a process outside the grid go to the first member, which refuses them.
  private runs({ replica, partition }: { replica: number; partition: number }): boolean {
    const { replicas, partitions } = this.grid
    const isInGrid = replica >= 0 && replica < replicas && partition >= 0 && partition < partitions
    const process = replica * partitions + partition
    return isInGrid ? process >= this.share.first && process < this.share.first + this.share.count : this.place === 0
  }

  /// Never rejects.
  async run({ request, transfer }: ReturnType<Member['request']>, listener: Listener): Promise<void> {
    try {
      const { name, text, strict } = this.source
      const { program } = await this.connection.ask({ kind: 'parse', name, text, strict, operationsIn: null })
      this.program = program
      if (this.isStopped) return request.share!.port.close()
      this.reply = await this.connection.ask({ ...request, program }, listener, transfer, (id) => (this.runId = id))
    } catch (error) {
      this.lost = error as Error
    }
  }

  stop(): void {
    this.isStopped = true
    if (this.runId > 0) this.connection.ask({ kind: 'stop', run: this.runId }).catch(() => {})
  }

  forget(): void {
    if (this.program === 0) return
    this.connection.ask({ kind: 'release', programs: [this.program], tensors: [], sessions: [], files: [], whys: [] }).catch(() => {})
  }
}

class GridRun {
  private hubId = 0
  private isEnding = false
  private isAborted = false
  private verdict: WireDiagnostic[] = []
  /// Error thrown by a listener of the run.
  private thrown: { error: unknown } | null = null
  private readonly outfeed: OutfeedList

  constructor(
    private readonly source: RunSource,
    private readonly options: RunOptions,
    private readonly grid: Replies['grid'],
    private readonly members: readonly Member[],
  ) {
    this.outfeed = new OutfeedList(source.connection, options.onOutfeed)
  }

  async run(start: number): Promise<RunResult> {
    const abort = (): void => {
      this.isAborted = true
      this.end()
    }
    const { signal } = this.options
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const relaying = this.members.length > 0 ? this.relay() : Promise.resolve()
      if (signal?.aborted === true) abort()
      await relaying
    } finally {
      signal?.removeEventListener('abort', abort)
    }
    if (this.thrown !== null) throw this.thrown.error
    return this.conclude(start)
  }

  /// Waits until every Worker has ended.
  private async relay(): Promise<void> {
    const { connection, program } = this.source
    const { replicas, partitions } = this.grid
    const channels = this.members.map(() => new MessageChannel())
    const ports = channels.map(({ port1 }) => port1)
    const requests = this.members.map((member, index) => member.request(this.options, channels[index]!.port2))
    const heard = { onPrint: this.guarded(this.options.onPrint), onOutfeed: this.guarded(this.outfeed.add) }
    const hub = connection.ask({ kind: 'hub', program, replicas, partitions, ports }, heard, ports, (id) => (this.hubId = id))
    const watching = hub.then(({ diagnostics }) => {
      this.verdict = diagnostics
      if (diagnostics.length > 0) this.end()
    })
    const listener = listenerOf(() => this.source, this.options)
    const runs = this.members.map(async (member, index) => {
      const onProgress = this.guarded((progress: Member['progress']) => this.report(member, progress))
      const onCommunications = this.guarded(listener.onCommunications)
      await member.run(requests[index]!, { onPrint: this.guarded(listener.onPrint), onProgress, onCommunications })
      if (member.reply?.status !== 'finished') this.end()
    })
    // Without the hub the Workers would wait for ever.
    watching.catch(() => this.end())
    await Promise.all(runs)
    connection.ask({ kind: 'stop', run: this.hubId }).catch(() => {})
    await watching
  }

  /// Wraps a listener: an error that it throws ends the run.
  private guarded<A extends unknown[]>(tell: ((...words: A) => void) | undefined): ((...words: A) => void) | undefined {
    return tell && ((...words) => {
      try {
        tell(...words)
      } catch (error) {
        this.thrown ??= { error }
        this.end()
      }
    })
  }

  private report(member: Member, progress: Member['progress']): void {
    member.progress = progress
    const sum = { workDone: 0, estimatedWork: 0, line: progress.line }
    for (const { progress } of this.members) {
      sum.workDone += progress.workDone
      sum.estimatedWork += progress.estimatedWork
    }
    this.options.onProgress?.(sum)
  }

  private end(): void {
    if (this.isEnding) return
    this.isEnding = true
    for (const member of this.members) member.stop()
  }

  private async conclude(start: number): Promise<RunResult> {
    const replies = this.members.map(({ reply }) => reply)
    const isFinished = this.members.length > 0 && replies.every((reply) => reply?.status === 'finished')
    const diagnostics = this.diagnostics(replies)
    const isSpent = replies.some((reply) => reply?.stoppedBy === 'workBudget')
    const status = isFinished ? 'finished' : diagnostics.some(({ severity }) => severity === 'error') || !(this.isAborted || isSpent) ? 'failed' : 'stopped'
    const hash = isFinished ? await this.hash() : ''
    const { offsets } = this.source
    const processes = isFinished ? this.members.flatMap((member) => tensorsOf(member)) : []
    const { replicas, partitions } = this.grid
    return {
      status,
      results: processes[0] ?? [],
      processes,
      outfeed: this.outfeed.all,
      grid: { replicas, partitions },
      mode: 'workers',
      workers: this.members.length,
      diagnostics: readDiagnostics(diagnostics, offsets),
      numerics: numericsOf(this.options),
      hash,
      flops: sum(replies.map((reply) => reply?.flops ?? 0)),
      bytes: sum(replies.map((reply) => reply?.bytes ?? 0)),
      peakBytes: sum(replies.map((reply) => reply?.peakBytes ?? 0)),
      trace: await this.trace(replies),
      profile: null,
      milliseconds: performance.now() - start,
      stoppedBy: status !== 'stopped' ? null : isSpent ? 'workBudget' : 'signal',
      stoppedAtLine: status === 'stopped' ? Math.max(0, ...replies.map((reply) => reply?.stoppedAtLine ?? 0)) : 0,
      values: this.values(offsets),
    }
  }

  /// Collects the diagnostics of the hub, the lost Workers and the remaining ones, each once.
  /// Warnings are kept only if all Workers report them: an expectation that one did not reach may
  /// have been met in another.
  private diagnostics(replies: readonly (Reply | null)[]): WireDiagnostic[] {
    const lost = this.members.filter((member) => member.lost !== null).map((member) => this.lossOf(member))
    const own = replies.flatMap((reply) => reply?.diagnostics ?? [])
    const said = replies.map((reply) => new Set(reply?.diagnostics.map((one) => JSON.stringify(one))))
    const holds = (one: WireDiagnostic): boolean => one.severity === 'error' || said.every((words) => words.has(JSON.stringify(one)))
    const all = [...this.grid.diagnostics, ...this.verdict, ...lost, ...own.filter(holds)]
    const seen = new Set<string>()
    return all.filter((one) => {
      const key = JSON.stringify(one)
      return !seen.has(key) && seen.add(key)
    })
  }

  private lossOf({ share, lost }: Member): WireDiagnostic {
    const name = (process: number): string => `(${Math.floor(process / this.grid.partitions)}, ${process % this.grid.partitions})`
    const last = share.first + share.count - 1
    const whose = share.count === 1 ? `process ${name(last)}` : `processes ${name(share.first)} to ${name(last)}`
    const message = `the Worker of ${whose} was lost before it had finished: ${lost!.message.replace(/^the engine was lost: /, '')}`
    return placeless('worker-lost', message, this.source.name)
  }

  /// Merges the traces of all Workers that replied.
  private async trace(replies: readonly (Reply | null)[]): Promise<string | null> {
    const traces = replies.flatMap((reply) => reply?.sharedTrace ?? [])
    if (traces.length === 0) return null
    const { connection, program } = this.source
    const { replicas, partitions } = this.grid
    const { json } = await connection.ask({ kind: 'trace', program, replicas, partitions, traces }, {}, traces.map(({ bytes }) => bytes))
    return json
  }

  private async hash(): Promise<string> {
    let state = ''
    for (const [index, { connection, reply }] of this.members.entries()) {
      const isLast = index + 1 === this.members.length
      ;({ state } = await connection.ask({ kind: 'hash', session: reply!.session, state, isLast }))
    }
    return state
  }

  private values(offsets: RunSource['offsets']): RunValues | null {
    const places = this.members
      .filter(({ reply }) => reply !== null && reply.session !== 0)
      .map(({ connection, share, reply }) => ({ connection, session: reply!.session, ...share }))
    if (places.length === 0) return null
    const values = new RunValues(places, offsets)
    if (this.options.keepValues === true) return values
    values.close()
    return null
  }
}

function tensorsOf({ connection, reply }: Member): (Tensor | null)[][] {
  return reply!.processes.map((results) => results.map((wire) => wire && new Tensor(connection, wire)))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
