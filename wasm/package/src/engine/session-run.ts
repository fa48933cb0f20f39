/// One run in an engine, in slices of work with messages and frames between them.
import type { SessionHandle } from './glue.js'
import { Memory } from './memory.js'
import { Pacer } from './pacer.js'
import type { WireTrace } from '../protocol/run.js'
import type { Replies, RunRequest } from '../protocol/messages.js'
import { setUp } from './session-inputs.js'
import { Teller, tensorsOf, type RunPlace } from './session-output.js'

/// Results of SessionHandle.run.
const finished = 0
const budgetSpent = 1
const waiting = 3

/// Estimated work above which Workers gain more than their start costs: about half a second.
const largeWork = 2 ** 30

type Reply = Omit<Replies['run'], 'session' | 'looked'>
type Ending = 'finished' | 'failed' | 'stopped'

export class SessionRun {
  private isStopped: boolean
  private wake: () => void = () => {}
  private readonly teller: Teller
  private readonly port: MessagePort | null

  constructor(
    private readonly place: RunPlace,
    id: number,
    private readonly session: SessionHandle,
    private readonly request: RunRequest,
  ) {
    this.port = request.share?.port ?? null
    this.isStopped = request.isStopped
    this.teller = new Teller(place, id, session, request.tellsCommunications)
  }

  async run(): Promise<Reply> {
    const { session, request } = this
    const start = performance.now()
    session.setGrid(request.replicas, request.partitions)
    if (request.share !== undefined) session.setShare(request.share.place, request.share.places)
    if (request.traceLimit > 0) session.setTracing(request.traceLimit)
    if (request.profiles) session.setProfiling()
    const isReady = setUp(this.place, session, request)
    if (!isReady || !session.start()) return this.conclude('failed', start)
    if (request.leavesLarge && this.isLarge()) return { ...this.conclude('stopped', start), status: 'large' }
    // Messages that arrived earlier are queued in the port.
    if (this.port !== null) this.port.onmessage = ({ data }) => this.receive(data as ArrayBuffer)
    return this.conclude(await this.runSlices(), start)
  }

  stop(): void {
    this.isStopped = true
    this.wake()
  }

  close(): void {
    this.port?.close()
  }

  private isLarge(): boolean {
    return this.session.replicas() * this.session.partitions() > 1 && this.session.estimatedWork() >= largeWork
  }

  private receive(bytes: ArrayBuffer): void {
    const address = this.session.allocateMessage(bytes.byteLength)
    if (address === 0) throw new Error(`there is no memory for a message of ${bytes.byteLength} bytes`)
    new Memory(this.place.module).write(address, bytes)
    this.session.receiveMessage()
    this.wake()
  }

  private async runSlices(): Promise<Ending> {
    const { session, place } = this
    const { workBudget } = this.request
    const pacer = new Pacer(place.pace)
    while (!this.isStopped) {
      pacer.begin()
      const left = workBudget === 0 ? Infinity : workBudget - session.workDone()
      if (left <= 0) return 'stopped'
      const code = session.run(Math.min(pacer.budget, left))
      this.forward()
      if (code === waiting) {
        await new Promise<void>((resolve) => (this.wake = resolve))
        pacer.rested()
        continue
      }
      // A listener may have stopped it.
      if (this.isStopped) return 'stopped'
      if (code !== budgetSpent) return code === finished ? 'finished' : 'failed'
      this.teller.report()
      await pacer.end()
    }
    return 'stopped'
  }

  /// Posts the output and messages of the slice.
  private forward(): void {
    const { session, place } = this
    this.teller.tell()
    if (this.port === null) return
    for (let size = session.takeMessage(); size >= 0; size = session.takeMessage()) {
      const bytes = new Memory(place.module).read(session.messageAddress(), size)
      this.port.postMessage(bytes, [bytes])
    }
  }

  private sharedTrace(): WireTrace {
    const size = this.session.writeTrace()
    return { bytes: new Memory(this.place.module).read(this.session.traceAddress(), size), timeOrigin: performance.timeOrigin }
  }

  private conclude(status: Ending, start: number): Reply {
    const { session, request } = this
    const isFinished = status === 'finished'
    const diagnostics = JSON.parse(session.diagnostics())
    if (isFinished) diagnostics.push(...JSON.parse(session.remarks()))
    const [replicas, partitions] = [session.replicas(), session.partitions()]
    const { first, count } = request.share ?? { first: 0, count: replicas * partitions }
    const hasStarted = session.hasStarted()
    const isTraced = hasStarted && request.traceLimit > 0
    return {
      status,
      diagnostics,
      processes: isFinished ? tensorsOf(this.place, session, { first, count }, request.previewBins) : [],
      replicas,
      partitions,
      hash: isFinished && request.share === undefined ? session.hashOn('', true) : '',
      flops: hasStarted ? session.flops() : 0,
      bytes: hasStarted ? session.bytes() : 0,
      peakBytes: hasStarted ? session.peakBytes() : 0,
      trace: isTraced && request.share === undefined ? session.trace() : '',
      sharedTrace: isTraced && request.share !== undefined ? this.sharedTrace() : null,
      milliseconds: performance.now() - start,
      stoppedBy: status !== 'stopped' ? null : this.isStopped ? 'signal' : 'workBudget',
      stoppedAtLine: status === 'stopped' ? session.currentLine() : 0,
      // Last, because it measures the machine, outside the run's time.
      profile: hasStarted && request.profiles ? JSON.parse(session.profile()) : null,
    }
  }
}
