/// The engine's side of the protocol: owns the module's objects and answers requests.
import { writeArtifact } from './artifacts-module.js'
import { writeBuilderCode } from './builder-code.js'
import { FactorLink } from './factor-module.js'
import { takesOf } from '../protocol/functions.js'
import type { WireOperation, WireSummary, WireTensor } from '../protocol/values.js'
import { protocolVersion, type Envelope, type GoRequest, type HubRequest, type Message, type Replies, type Request, type RunRequest, type RunSetup } from '../protocol/messages.js'
import type { ParseRequest } from '../protocol/program.js'
import { decode, type EngineSource } from './program-source.js'
import type { MainModule, ProgramHandle, SessionHandle, TensorHandle } from './glue.js'
import { EngineFiles } from './files.js'
import { HubRelay } from './hub-relay.js'
import { indexOf, namesOf, operationAt, searchedBy, type Cursor } from '../protocol/line-operation.js'
import { mergeTraces } from './merge-traces.js'
import { findWide, Offsets } from '../data/offsets.js'
import { EngineParts } from './parts.js'
import { Registry } from './registry.js'
import type { Pace } from './pacer.js'
import { setUp } from './session-inputs.js'
import { tensorsOf, type RunPlace } from './session-output.js'
import { readOperation } from '../protocol/structure.js'
import { SessionRun } from './session-run.js'
import { breakpointNumbers, Going, standOf } from './stepping.js'
import { bytesOf, everyCell, windowOf } from './tensor-pieces.js'
import { WhyRuns } from './why-runs.js'

type Post = (message: Message, transfer?: ArrayBuffer[]) => void

/// Whether an error leaves the module's memory in an unknown state: a trap, an abort, a stack overflow.
function isFatal(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || (error instanceof RangeError && /call stack/.test(error.message))
}

/// Size limits of previews, small enough not to delay a run or a look at a value.
const mostSummarized = 65_536
const mostCells = 16_384

/// Response to a run that did not start.
const unfit: Replies['run'] = {
  status: 'unfit', diagnostics: [], processes: [], replicas: 0, partitions: 0, hash: '', flops: 0, bytes: 0, peakBytes: 0,
  trace: '', sharedTrace: null, profile: null, milliseconds: 0, stoppedBy: null, stoppedAtLine: 0, session: 0, looked: null,
}

export class Engine {
  private readonly programs = new Registry<ProgramHandle>()
  /// Offset tables of the programs' texts, by program.
  private readonly texts = new Map<number, Offsets>()
  private lastRead = { id: 0, program: 0, takes: '' }
  private readonly tensors = new Registry<TensorHandle>()
  private readonly sessions = new Registry<SessionHandle>()
  private readonly files: EngineFiles
  private readonly parts: EngineParts
  private readonly factor: FactorLink
  private readonly whys: WhyRuns
  /// Running requests that a `stop` can name.
  private readonly running = new Map<number, { stop(): void }>()
  /// Stepping requests in progress, by session.
  private readonly going = new Map<number, Going>()

  constructor(
    private readonly module: MainModule,
    private readonly post: Post,
    private readonly pace: Pace,
  ) {
    this.parts = new EngineParts(post)
    this.factor = new FactorLink(module, this.parts)
    this.whys = new WhyRuns(module, this.parts, () => this.place(), this.running)
    this.files = new EngineFiles(module, this.tensors, (handle) => this.keep(handle, 0))
  }

  /// Handles one request. Responses go through `post`, those that take long included.
  async receive({ id, request }: Envelope): Promise<void> {
    try {
      const transfer: ArrayBuffer[] = []
      const reply = await this.answer(id, request, transfer)
      this.post({ id, reply }, transfer)
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      // The glue throws this word when one of its threads has trapped.
      if (error === 'unwind') this.post({ lost: 'the engine was lost: one of its threads has failed' })
      else this.post(isFatal(error) ? { lost: problem } : { id, problem })
    }
  }

  /// Stops steps in progress, so that a caller that has closed the session does not wait for them.
  close(): void {
    for (const one of this.running.values()) one.stop()
  }

  private async answer(id: number, request: Request, transfer: ArrayBuffer[]): Promise<Replies[keyof Replies]> {
    switch (request.kind) {
      case 'info':
        return { version: this.module.version(), target: this.module.simdTarget(), protocol: protocolVersion }
      case 'opTable':
        return { json: this.module.opTableJson() }
      case 'parse':
        return this.parse(id, request, transfer)
      case 'part':
        this.parts.receive(request)
        return {}
      case 'writeArtifact':
        return writeArtifact(await this.parts.get('artifacts'), request.text, request.version, transfer)
      case 'builderCode':
        return writeBuilderCode(await this.parts.get('builder'), request.text, request.language, request.names)
      case 'print':
        return { text: this.programs.get(request.program).print(request.generic) }
      case 'describe':
        return JSON.parse(this.programs.get(request.program).info())
      case 'estimate':
        return this.estimate(request)
      case 'run': {
        const reply = await this.run(id, request)
        if (reply.sharedTrace !== null) transfer.push(reply.sharedTrace.bytes)
        return reply
      }
      case 'start':
        return this.start(request)
      case 'go':
        return this.go(id, request)
      case 'breakpoints':
        return { places: JSON.parse(this.sessions.get(request.session).setBreakpoints(breakpointNumbers(request.breakpoints))) }
      case 'history':
        return { places: JSON.parse(this.sessions.get(request.session).history(request.count)) }
      case 'results':
        return this.results(this.sessions.get(request.session))
      case 'whyStart':
        return this.startWhy(request)
      case 'why':
        return this.whys.answer(id, request)
      case 'hub':
        return this.relay(id, request)
      case 'grid':
        return JSON.parse(this.programs.get(request.program).grid(request.replicas, request.partitions, request.places))
      case 'trace':
        return { json: mergeTraces(this.module, this.programs.get(request.program), request) }
      case 'hash':
        return { state: this.sessions.get(request.session).hashOn(request.state, request.isLast) }
      case 'stop':
        this.running.get(request.run)?.stop()
        return {}
      case 'fixed':
        return JSON.parse(this.programs.get(request.program).fixed(request.followTypes))
      case 'operations':
        return { json: this.programs.get(request.program).operations(request.begin, request.end, request.sentences) }
      case 'name':
        return { name: JSON.parse(this.programs.get(request.program).nameAt(request.offset)) }
      case 'dimension':
        return { dimension: JSON.parse(this.programs.get(request.program).dimensionAt(request.offset)) }
      case 'values':
        return { values: JSON.parse(this.sessions.get(request.session).values(request.begin, request.end, request.process)) }
      case 'value':
        return { tensor: this.value(request) }
      case 'openFile':
      case 'openRaw':
      case 'loadArray':
      case 'piece': {
        const step = this.files.answer(request)
        // Content that unpacks to much is processed in slices, with other requests in between.
        if (step.wants?.size === 0) await this.pace.turn()
        return step
      }
      case 'layOut': {
        const layout = this.files.layOut(request.format, request.arrays)
        transfer.push(...layout.parts.map(({ bytes }) => bytes))
        return layout
      }
      case 'read': {
        const bytes = bytesOf(this.module, this.tensors.get(request.tensor), request.begin, request.size)
        transfer.push(bytes)
        return { bytes }
      }
      case 'show':
        return { text: this.tensors.get(request.tensor).print(request.elideAbove) }
      case 'window': {
        const window = windowOf(this.module, this.tensors.get(request.tensor), request.window)
        transfer.push(window.values, window.marks)
        return window
      }
      case 'summary':
        return JSON.parse(this.tensors.get(request.tensor).summary(request.bins, request.low, request.high))
      case 'compare':
        return this.whys.compare(() => [this.tensors.get(request.tensor), this.tensors.get(request.reference)])
      case 'release':
        for (const program of request.programs) {
          this.programs.release(program)
          this.texts.delete(program)
        }
        request.tensors.forEach((tensor) => this.tensors.release(tensor))
        request.sessions.forEach((session) => this.releaseSession(session))
        request.files.forEach((file) => this.files.release(file))
        request.whys.forEach((why) => this.whys.release(why))
        return {}
    }
  }

  private parse(id: number, request: ParseRequest, transfer: ArrayBuffer[]): Replies['parse'] | Promise<Replies['parse']> {
    const { text, bytes = null } = request
    if (bytes === null) return this.load(id, request, { text, shown: null, artifact: null }, transfer)
    return decode(new Uint8Array(bytes), this.parts).then((source) => this.load(id, request, source, transfer))
  }

  private load(id: number, { name, strict, operationsIn }: ParseRequest, source: EngineSource, transfer: ArrayBuffer[]): Replies['parse'] {
    const handle = this.module.ProgramHandle.load(name, source.text, strict)
    const text = source.shown ?? (source.text as string)
    if (handle === null) throw new Error('the engine has no memory for this program')
    // Computed here, not in the page, so as not to block it.
    const wide = findWide(text)
    transfer.push(wide.buffer)
    const offsets = new Offsets(text, wide)
    const asked = operationsIn && offsets.bytes(operationsIn)
    const program = this.programs.add(handle)
    this.texts.set(program, offsets)
    const functions = JSON.parse(handle.functions()) as Replies['parse']['functions']
    const [hasErrors, entry, hasCommentedInputs] = [handle.hasErrors(), handle.entry(''), handle.hasCommentedInputs()]
    this.lastRead = { id, program, takes: hasErrors ? '' : takesOf(functions, entry, hasCommentedInputs) }
    return {
      program,
      hasErrors,
      entry,
      hasCommentedInputs,
      diagnostics: JSON.parse(handle.diagnostics()),
      functions,
      operations: asked === null ? [] : JSON.parse(handle.operations(asked.begin, asked.end, true)),
      wide,
      text: source.shown,
      artifact: source.artifact,
    }
  }

  private async run(id: number, asked: RunRequest): Promise<Replies['run']> {
    const request = this.fitted(asked)
    if (request === null) return unfit
    const session = new this.module.SessionHandle(this.programs.get(request.program), request.entry)
    const run = new SessionRun(this.place(), id, session, request)
    this.running.set(id, run)
    let isKept = false
    try {
      const problems = await this.factor.prepare(this.programs.get(request.program))
      if (problems.length > 0) return { ...unfit, status: 'failed', replicas: session.replicas(), partitions: session.partitions(), diagnostics: problems }
      const reply = await run.run()
      isKept = request.keep && session.hasStarted() && reply.status !== 'large'
      return { ...reply, session: isKept ? this.sessions.add(session) : 0, looked: isKept ? this.look(session, request) : null }
    } finally {
      this.running.delete(id)
      run.close()
      if (!isKept) session.delete()
    }
  }

  /// Completes a run that was sent ahead of its program. Null if the program takes other arguments.
  private fitted(request: RunRequest): RunRequest | null {
    const { ahead } = request
    if (ahead === null) return request
    const { id, program, takes } = this.lastRead
    return id === ahead.parse && takes !== '' && takes === ahead.takes ? { ...request, program } : null
  }

  private look(session: SessionHandle, { program, look, previewBins }: RunRequest): Replies['run']['looked'] {
    const offsets = this.texts.get(program)
    if (look === null || offsets === undefined || look.process >= session.replicas() * session.partitions()) return null
    const { process, cursor, from, to } = look
    const { begin, end } = offsets.bytes({ from, to })
    const names = cursor === null ? [] : this.namesAt(program, cursor, offsets)
    return {
      values: begin < end ? JSON.parse(session.values(begin, end, process)) : [],
      names,
      tensors: names.map(({ offset, index, part }) => {
        const value = session.valueAt(offsets.byte(offset), process, index, part)
        return value && this.keep(value, previewBins)
      }),
    }
  }

  /// Returns the values of the operation under a cursor.
  private namesAt(program: number, cursor: Cursor, offsets: Offsets): { offset: number; index: number; part: number }[] {
    const { begin, end } = offsets.bytes(searchedBy(cursor))
    const operations = JSON.parse(this.programs.get(program).operations(begin, end, false)) as WireOperation[]
    const meant = operationAt(operations.map((one) => readOperation(one, offsets)), cursor)
    if (meant === null) return []
    const { operands, results } = namesOf(meant)
    return [...operands, ...results].map((name) => ({ offset: name.from, index: indexOf(name), part: name.part }))
  }

  private place(): RunPlace {
    const { module, pace } = this
    return { module, pace, tensorAt: (tensor) => this.tensors.get(tensor), post: (message) => this.post(message), keep: (handle, previewBins) => handle && this.keep(handle, previewBins) }
  }

  private async estimate(setup: RunSetup): Promise<Replies['estimate']> {
    const problems = await this.factor.prepare(this.programs.get(setup.program))
    if (problems.length > 0) return { estimate: null, diagnostics: problems }
    const session = new this.module.SessionHandle(this.programs.get(setup.program), setup.entry)
    try {
      session.setGrid(setup.replicas, setup.partitions)
      const isReady = setUp(this.place(), session, setup)
      const estimate = isReady ? JSON.parse(session.estimate()) : null
      return { estimate, diagnostics: JSON.parse(session.diagnostics()) }
    } finally {
      session.delete()
    }
  }

  private async start(setup: RunSetup): Promise<Replies['start']> {
    const problems = await this.factor.prepare(this.programs.get(setup.program))
    if (problems.length > 0) return { session: 0, replicas: 0, partitions: 0, stand: null, diagnostics: problems }
    const session = new this.module.SessionHandle(this.programs.get(setup.program), setup.entry)
    session.setGrid(setup.replicas, setup.partitions)
    const hasStarted = setUp(this.place(), session, setup) && session.startStepping()
    const diagnostics = JSON.parse(session.diagnostics())
    if (!hasStarted) {
      session.delete()
      return { session: 0, replicas: 0, partitions: 0, stand: null, diagnostics }
    }
    const [replicas, partitions, stand] = [session.replicas(), session.partitions(), standOf(session)]
    return { session: this.sessions.add(session), replicas, partitions, stand, diagnostics }
  }

  private async startWhy(request: RunSetup): Promise<Replies['whyStart']> {
    const program = this.programs.get(request.program)
    const problems = await this.factor.prepare(program)
    if (problems.length > 0) return { why: 0, replicas: 0, partitions: 0, diagnostics: problems }
    return this.whys.start(program, request)
  }

  private async go(id: number, request: GoRequest): Promise<Replies['go']> {
    const { session } = request
    const going = new Going(this.place(), id, this.sessions.get(session), request)
    this.running.set(id, going)
    this.going.set(session, going)
    try {
      return await going.go()
    } catch (error) {
      // After any error the session's place is undefined, so it ends here.
      going.isLast = true
      throw error
    } finally {
      this.running.delete(id)
      this.going.delete(session)
      if (going.isLast) this.sessions.release(session)
    }
  }

  private value({ session, offset, process, index, part, previewBins }: Extract<Request, { kind: 'value' }>): WireTensor | null {
    const handle = this.sessions.get(session).valueAt(offset, process, index, part)
    return handle && this.keep(handle, previewBins)
  }

  /// Stops a session that is running before releasing it.
  private releaseSession(session: number): void {
    const going = this.going.get(session)
    if (going === undefined) return this.sessions.release(session)
    going.isLast = true
    going.stop()
  }

  private results(session: SessionHandle): Replies['results'] {
    const processes = tensorsOf(this.place(), session, { first: 0, count: session.replicas() * session.partitions() }, 0)
    return { processes, hash: session.hashOn('', true), diagnostics: JSON.parse(session.remarks()) }
  }

  private async relay(id: number, { program, replicas, partitions, ports }: HubRequest): Promise<Replies['hub']> {
    const hub = new this.module.HubHandle(this.programs.get(program), replicas, partitions, ports.length)
    const relay = new HubRelay(this.module, hub, ports, {
      onPrint: (printed) => this.post({ id, printed }),
      onOutfeed: (outfeed) => this.post({ id, outfeed }),
      keep: (handle) => handle && this.keep(handle, 0),
    })
    this.running.set(id, relay)
    try {
      return await relay.run()
    } finally {
      this.running.delete(id)
      hub.delete()
    }
  }

  private keep(handle: TensorHandle, previewBins: number): WireTensor {
    const wire: WireTensor = {
      tensor: this.tensors.add(handle),
      type: handle.type(),
      elementType: handle.elementType(),
      shape: JSON.parse(handle.shape()),
      byteSize: handle.byteSize(),
    }
    const count = wire.shape.reduce((product, size) => product * size, 1)
    if (previewBins === 0 || count > mostSummarized) return wire
    const summary: WireSummary = JSON.parse(handle.summary(previewBins, NaN, NaN))
    const cells = count <= mostCells ? windowOf(this.module, handle, everyCell) : null
    return { ...wire, preview: { bins: previewBins, summary, cells } }
  }
}
