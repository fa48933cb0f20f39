/// The engine's side of the protocol: owns the module's objects and answers requests.
import type { Envelope, Message, Replies, Request, RunRequest, WireInput, WireTensor, WireWindow } from './protocol.js'
import { protocolVersion } from './protocol.js'
import type { MainModule, ProgramHandle, SessionHandle, TensorHandle } from './glue.js'

type Post = (message: Message, transfer?: ArrayBuffer[]) => void

/// How long a slice of a run lasts before messages (Stop) are looked at.
export interface Pace {
  sliceMilliseconds: number
  /// Lets waiting messages and frames in.
  turn(): Promise<void>
}

/// Objects of the module by number, so that messages can name them.
class Registry<T extends { delete(): void }> {
  private readonly items = new Map<number, T>()
  private next = 1

  add(item: T): number {
    const id = this.next++
    this.items.set(id, item)
    return id
  }
  get(id: number): T {
    const item = this.items.get(id)
    if (item === undefined) throw new Error('this object has been closed')
    return item
  }
  release(id: number): void {
    this.items.get(id)?.delete()
    this.items.delete(id)
  }
}

/// Whether the module stopped in its middle, so that its memory is no longer to be trusted:
/// a trap, an abort, no stack.
function isFatal(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || (error instanceof RangeError && /call stack/.test(error.message))
}

/// In the order of the engine's enumeration.
const blockValues: readonly WireWindow['value'][] = ['largest', 'min', 'max', 'mean']

export class Engine {
  private readonly programs = new Registry<ProgramHandle>()
  private readonly tensors = new Registry<TensorHandle>()
  private readonly sessions = new Registry<SessionHandle>()
  private readonly running = new Set<number>()

  constructor(
    private readonly module: MainModule,
    private readonly post: Post,
    private readonly pace: Pace,
  ) {}

  /// Answers one request; replies come through `post`, also those that take long.
  async receive({ id, request }: Envelope): Promise<void> {
    try {
      const transfer: ArrayBuffer[] = []
      const reply = await this.answer(id, request, transfer)
      this.post({ id, reply }, transfer)
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      this.post(isFatal(error) ? { lost: problem } : { id, problem })
    }
  }

  private async answer(id: number, request: Request, transfer: ArrayBuffer[]): Promise<Replies[keyof Replies]> {
    switch (request.kind) {
      case 'info':
        return { version: this.module.version(), target: this.module.simdTarget(), protocol: protocolVersion }
      case 'opTable':
        return { json: this.module.opTableJson() }
      case 'parse':
        return this.parse(request.name, request.text, request.strict)
      case 'print':
        return { text: this.programs.get(request.program).print(request.generic) }
      case 'run':
        return this.run(id, request)
      case 'stop':
        this.running.delete(request.run)
        return {}
      case 'fixed':
        return JSON.parse(this.programs.get(request.program).fixed())
      case 'operations':
        return { operations: JSON.parse(this.programs.get(request.program).operations(request.begin, request.end)) }
      case 'name':
        return { name: JSON.parse(this.programs.get(request.program).nameAt(request.offset)) }
      case 'values':
        return { values: JSON.parse(this.sessions.get(request.session).values(request.begin, request.end, request.process)) }
      case 'value':
        return { tensor: this.keep(this.sessions.get(request.session).valueAt(request.offset, request.process, request.index)) }
      case 'read': {
        const bytes = this.read(request.tensor, request.as)
        transfer.push(bytes)
        return { bytes }
      }
      case 'show':
        return { text: this.tensors.get(request.tensor).print(request.elideAbove) }
      case 'window': {
        const window = this.window(request.tensor, request.window)
        transfer.push(window.values, window.marks)
        return window
      }
      case 'summary':
        return JSON.parse(this.tensors.get(request.tensor).summary(request.bins, request.low, request.high))
      case 'release':
        request.programs.forEach((program) => this.programs.release(program))
        request.tensors.forEach((tensor) => this.tensors.release(tensor))
        request.sessions.forEach((session) => this.sessions.release(session))
        return {}
    }
  }

  private parse(name: string, text: string, strict: boolean): Replies['parse'] {
    const handle = this.module.ProgramHandle.load(name, text, strict)
    if (handle === null) throw new Error('the engine has no memory for this program')
    return {
      program: this.programs.add(handle),
      hasErrors: handle.hasErrors(),
      entry: handle.entry(''),
      hasCommentedInputs: handle.hasCommentedInputs(),
      diagnostics: JSON.parse(handle.diagnostics()),
      functions: JSON.parse(handle.functions()),
    }
  }

  private async run(id: number, request: RunRequest): Promise<Replies['run']> {
    const session = new this.module.SessionHandle(this.programs.get(request.program), request.entry)
    this.running.add(id)
    let isKept = false
    try {
      session.setFaithful(request.faithful)
      session.setPortable(request.portable)
      session.setSeed(request.seed)
      session.setMemoryBytes(request.memoryBytes)
      const start = performance.now()
      session.setGrid(request.replicas, request.partitions)
      const isReady = this.setInputs(session, request)
      if (!isReady || !session.start()) return { ...this.conclude('failed', session, start), stoppedBy: null, session: 0 }
      const status = await this.runSlices(id, session, request.workBudget)
      const stoppedBy = status !== 'stopped' ? null : this.running.has(id) ? 'workBudget' : 'signal'
      const reply = { ...this.conclude(status, session, start), stoppedBy } as const
      isKept = request.keep
      return { ...reply, session: isKept ? this.sessions.add(session) : 0 }
    } finally {
      this.running.delete(id)
      if (!isKept) session.delete()
    }
  }

  private async runSlices(id: number, session: SessionHandle, workBudget: number): Promise<'finished' | 'failed' | 'stopped'> {
    // Work a millisecond, measured as the run goes on; the first slice is short.
    let budget = 4e6
    let yielded = performance.now()
    let reported = yielded
    while (this.running.has(id)) {
      const before = performance.now()
      const left = workBudget === 0 ? Infinity : workBudget - session.workDone()
      if (left <= 0) return 'stopped'
      const code = session.run(Math.min(budget, left))
      this.forwardPrinted(id, session)
      if (code !== 1) return code === 0 ? 'finished' : 'failed'
      const now = performance.now()
      const elapsed = Math.max(now - before, 0.05)
      budget = Math.min(Math.max((budget * this.pace.sliceMilliseconds) / elapsed, budget / 4, 1e5), budget * 4)
      if (now - reported > 100) {
        const progress = {
          workDone: session.workDone(),
          estimatedWork: session.estimatedWork(),
          line: session.currentLine(),
        }
        this.post({ id, progress })
        reported = now
      }
      if (now - yielded >= this.pace.sliceMilliseconds) {
        await this.pace.turn()
        yielded = performance.now()
      }
    }
    return 'stopped'
  }

  private forwardPrinted(id: number, session: SessionHandle): void {
    const printed = session.takePrinted()
    if (printed !== '') this.post({ id, printed })
  }

  private conclude(
    status: 'finished' | 'failed' | 'stopped',
    session: SessionHandle,
    start: number,
  ): Omit<Replies['run'], 'session' | 'stoppedBy'> {
    const isFinished = status === 'finished'
    const diagnostics = JSON.parse(session.diagnostics())
    if (isFinished) diagnostics.push(...JSON.parse(session.unmetExpectations()))
    const replicas = session.hasStarted() ? session.replicas() : 1
    const partitions = session.hasStarted() ? session.partitions() : 1
    const resultsOf = (process: number): (WireTensor | null)[] =>
      Array.from({ length: session.resultCount() }, (_, index) => this.keep(session.result(index, process)))
    return {
      status,
      diagnostics,
      processes: isFinished ? Array.from({ length: replicas * partitions }, (_, process) => resultsOf(process)) : [],
      replicas,
      partitions,
      hash: isFinished ? session.resultHash() : '',
      peakBytes: session.hasStarted() ? session.peakBytes() : 0,
      milliseconds: performance.now() - start,
      stoppedAtLine: status === 'stopped' ? session.currentLine() : 0,
    }
  }

  private keep(handle: TensorHandle | null): WireTensor | null {
    if (handle === null) return null
    return {
      tensor: this.tensors.add(handle),
      type: handle.type(),
      elementType: handle.elementType(),
      shape: JSON.parse(handle.shape()),
      byteSize: handle.byteSize(),
    }
  }

  private setInputs(session: SessionHandle, request: RunRequest): boolean {
    const set = (inputs: readonly (WireInput | null)[]): boolean =>
      inputs.every((input, index) => input === null || this.setInput(session, index, input))
    if (!set(request.inputs)) return false
    return request.processInputs.every(({ replica, partition, inputs }) => {
      session.setProcess(replica, partition)
      return set(inputs)
    })
  }

  private setInput(session: SessionHandle, index: number, input: WireInput): boolean {
    if (input.kind === 'text') return session.setInputText(index, input.text)
    if (input.kind === 'npy') return this.setNpy(session, index, input.name, input.bytes)
    const address = session.allocateInput(index, input.shape.join(','), input.bytes.byteLength)
    if (address === 0) return false
    this.memory(address, input.bytes.byteLength).set(new Uint8Array(input.bytes))
    return true
  }

  private setNpy(session: SessionHandle, index: number, name: string, bytes: ArrayBuffer): boolean {
    const address = this.module.allocateBytes(bytes.byteLength)
    if (address === 0) throw new Error(`there is no memory for the ${bytes.byteLength} bytes of ${name}`)
    this.memory(address, bytes.byteLength).set(new Uint8Array(bytes))
    const isSet = session.setInputNpy(index, name, address, bytes.byteLength)
    this.module.freeBytes(address)
    return isSet
  }

  private read(tensor: number, as: 'bytes' | 'npy'): ArrayBuffer {
    const handle = this.tensors.get(tensor)
    if (as === 'bytes') return this.copy(handle)
    const file = handle.npy()
    if (file === null) throw new Error('there is no memory for the file')
    const bytes = this.copy(file)
    file.delete()
    return bytes
  }

  private window(tensor: number, { value, ...place }: WireWindow): Replies['window'] {
    const { slice, top, left, rows, columns, rowsPerBlock, columnsPerBlock, wrap, hasChannels } = place
    const numbers = [slice, top, left, rows, columns, rowsPerBlock, columnsPerBlock, wrap, hasChannels ? 1 : 0]
    const handle = this.tensors.get(tensor).window(numbers.join(','), blockValues.indexOf(value))
    if (handle === null) throw new Error('this tensor has no such window, or it would hold more than 4 194 304 numbers')
    const count = handle.count()
    const reply = {
      rows: handle.rows(),
      columns: handle.columns(),
      channels: handle.channels(),
      values: this.memory(handle.values(), 8 * count).slice().buffer,
      marks: this.memory(handle.marks(), count).slice().buffer,
    }
    handle.delete()
    return reply
  }

  private copy(handle: TensorHandle): ArrayBuffer {
    return this.memory(handle.address(), handle.byteSize()).slice().buffer
  }

  /// Asked for anew each time: the memory moves when it grows.
  private memory(address: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.module.wasmMemory.buffer as ArrayBuffer, address >>> 0, size)
  }
}
