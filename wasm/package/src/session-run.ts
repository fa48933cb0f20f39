/// One run in an engine: slices of work, with messages and frames between them.
import type { MainModule, SessionHandle, TensorHandle } from './glue.js'
import { Memory } from './memory.js'
import type { Message, Replies, RunRequest, WireTensor } from './protocol.js'
import { setInputs } from './session-inputs.js'

/// How long a slice of a run lasts before messages (Stop) are looked at.
export interface Pace {
  sliceMilliseconds: number
  /// Lets waiting messages and frames in.
  turn(): Promise<void>
}

export interface RunPlace {
  module: MainModule
  pace: Pace
  post(message: Message): void
  keep(handle: TensorHandle | null, previewBins: number): WireTensor | null
}

/// What SessionHandle.run answers.
const finished = 0
const budgetSpent = 1
const waiting = 3

/// From this much estimated work on, Workers gain more than it takes to start them: about half
/// a second.
const largeWork = 2 ** 30

type Reply = Omit<Replies['run'], 'session'>
type Ending = 'finished' | 'failed' | 'stopped'

export class SessionRun {
  private isStopped = false
  private wake: () => void = () => {}
  private reported = performance.now()
  private readonly port: MessagePort | null

  constructor(
    private readonly place: RunPlace,
    private readonly id: number,
    private readonly session: SessionHandle,
    private readonly request: RunRequest,
  ) {
    this.port = request.share?.port ?? null
  }

  async run(): Promise<Reply> {
    const { session, request } = this
    const start = performance.now()
    session.setFaithful(request.faithful)
    session.setPortable(request.portable)
    session.setSeed(request.seed)
    session.setMemoryBytes(request.memoryBytes)
    session.setTellsCommunications(request.tellsCommunications)
    session.setGrid(request.replicas, request.partitions)
    if (request.share !== undefined) session.setShare(request.share.place, request.share.places)
    const isReady = setInputs(this.place.module, session, request)
    if (!isReady || !session.start()) return this.conclude('failed', start)
    if (request.leavesLarge && this.isLarge()) return { ...this.conclude('stopped', start), status: 'large' }
    // Until now what came has waited in the port.
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
    // Work a millisecond, measured as the run goes on; the first slice is short.
    let budget = 4e6
    let yielded = performance.now()
    while (!this.isStopped) {
      const before = performance.now()
      const left = workBudget === 0 ? Infinity : workBudget - session.workDone()
      if (left <= 0) return 'stopped'
      const code = session.run(Math.min(budget, left))
      this.forward()
      if (code === waiting) {
        await new Promise<void>((resolve) => (this.wake = resolve))
        yielded = performance.now()
        continue
      }
      if (code !== budgetSpent) return code === finished ? 'finished' : 'failed'
      const now = performance.now()
      const elapsed = Math.max(now - before, 0.05)
      budget = Math.min(Math.max((budget * place.pace.sliceMilliseconds) / elapsed, budget / 4, 1e5), budget * 4)
      this.report(now)
      if (now - yielded >= place.pace.sliceMilliseconds) {
        await place.pace.turn()
        yielded = performance.now()
      }
    }
    return 'stopped'
  }

  private report(now: number): void {
    if (now - this.reported <= 100) return
    this.reported = now
    const { session, id } = this
    const progress = { workDone: session.workDone(), estimatedWork: session.estimatedWork(), line: session.currentLine() }
    this.place.post({ id, progress })
  }

  /// What the slice wrote and sent.
  private forward(): void {
    const { session, id, place } = this
    const printed = session.takePrinted()
    if (printed !== '') place.post({ id, printed })
    if (this.request.tellsCommunications) {
      const communications = session.takeCommunications()
      if (communications !== '[]') place.post({ id, communications: JSON.parse(communications), timeOrigin: performance.timeOrigin })
    }
    if (this.port === null) return
    for (let size = session.takeMessage(); size >= 0; size = session.takeMessage()) {
      const bytes = new Memory(place.module).read(session.messageAddress(), size)
      this.port.postMessage(bytes, [bytes])
    }
  }

  private conclude(status: Ending, start: number): Reply {
    const { session, request } = this
    const isFinished = status === 'finished'
    const diagnostics = JSON.parse(session.diagnostics())
    if (isFinished) diagnostics.push(...JSON.parse(session.unmetExpectations()))
    const replicas = session.hasStarted() ? session.replicas() : 1
    const partitions = session.hasStarted() ? session.partitions() : 1
    const { first, count } = request.share ?? { first: 0, count: replicas * partitions }
    const resultsOf = (process: number): (WireTensor | null)[] =>
      Array.from({ length: session.resultCount() }, (_, index) => this.place.keep(session.result(index, process), request.previewBins))
    return {
      status,
      diagnostics,
      processes: isFinished ? Array.from({ length: count }, (_, index) => resultsOf(first + index)) : [],
      replicas,
      partitions,
      hash: isFinished && request.share === undefined ? session.hashOn('', true) : '',
      peakBytes: session.hasStarted() ? session.peakBytes() : 0,
      milliseconds: performance.now() - start,
      stoppedBy: status !== 'stopped' ? null : this.isStopped ? 'signal' : 'workBudget',
      stoppedAtLine: status === 'stopped' ? session.currentLine() : 0,
    }
  }
}
