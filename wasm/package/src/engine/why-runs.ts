/// Runs that answer `why`, in the engine.
import type { MainModule, ProgramHandle, SessionHandle, TensorHandle } from './glue.js'
import { Memory } from './memory.js'
import type { EngineParts } from './parts.js'
import type { WhyModule } from './engine-parts.js'
import { Registry } from './registry.js'
import { readDifference } from '../protocol/difference.js'
import type { Replies, RunSetup } from '../protocol/messages.js'
import { setUp } from './session-inputs.js'
import type { RunPlace } from './session-output.js'
import { WhyLink } from './why-module.js'
import type { WhyReplies, WhyRequest } from '../protocol/why.js'

/// Results of WhyModule.run.
const paused = 1
const failed = 2

/// Texts of WhyModule.text.
const texts = { json: 0, text: 1, problem: 2, diagnostics: 3 }

/// Embind's handle of an object, which has its address.
const addressOf = (object: SessionHandle | TensorHandle): number => (object as unknown as { $$: { ptr: number } }).$$.ptr

/// One run. A question waits for those before it.
class EngineWhy {
  /// Whether the run is at its end.
  private isAtEnd = false
  private last: Promise<unknown> = Promise.resolve()
  private isDeleted = false

  constructor(
    private readonly engine: MainModule,
    private readonly module: WhyModule,
    private readonly handle: number,
  ) {}

  answer(question: Question): Promise<WhyReplies['why']> {
    const answer = this.last.then(() => this.answerNow(question))
    this.last = answer.catch(() => {})
    return answer
  }

  /// The questions that wait end first.
  delete(): void {
    this.isDeleted = true
    void this.last.then(() => this.module.close(this.handle))
  }

  private async answerNow(question: Question): Promise<WhyReplies['why']> {
    const { request } = question
    if (this.isDeleted) throw new Error('this object has been closed')
    const status = await this.arrive(question)
    if (status !== 'answered') return this.reply(status)
    if (!this.ask(request)) return this.reply('absent')
    while (!question.isStopped && this.module.step(this.handle) !== 0) await question.rest()
    this.module.finish(this.handle, Number(question.isStopped))
    return this.reply('answered')
  }

  /// Runs to the end, or to the first bad element if no value is named.
  private async arrive(question: Question): Promise<WhyReplies['why']['status']> {
    const bad = question.request.cell === '' ? question.request.bad : 0
    if (bad !== 0 && this.isAtEnd) throw new Error('the first NaN or infinity of a run is the first question that it answers')
    while (!this.isAtEnd || bad !== 0) {
      if (question.isStopped) return 'stopped'
      const code = this.module.run(this.handle, bad)
      if (code === paused) {
        question.report(this.module.steps(this.handle))
        await question.rest()
        continue
      }
      this.isAtEnd = bad === 0 || code === 0 || code === failed
      if (bad === 0) return 'answered'
      return code === 0 ? 'none' : code === failed ? 'failed' : 'answered'
    }
    return 'answered'
  }

  private ask({ cell, bad, isForward, followsAll, process, execution, line, cells, depth, terms }: WhyRequest): boolean {
    const bytes = new TextEncoder().encode(cell)
    const address = this.engine.allocateBytes(Math.max(1, bytes.length))
    if (address === 0) throw new Error('there is no memory for the question')
    new Memory(this.engine).write(address, bytes.buffer)
    const flags = bad + (isForward ? 4 : 0) + (followsAll ? 8 : 0)
    const isFound = this.module.ask(this.handle, address, bytes.length, flags, process, execution, line, cells, depth, terms)
    this.engine.freeBytes(address)
    return isFound !== 0
  }

  private text(which: number): string {
    return new TextDecoder().decode(new Memory(this.engine).read(this.module.text(this.handle, which), this.module.textSize(this.handle, which)))
  }

  private reply(status: WhyReplies['why']['status']): WhyReplies['why'] {
    const isAnswered = status === 'answered'
    return {
      status,
      json: isAnswered ? this.text(texts.json) : '',
      text: isAnswered ? this.text(texts.text) : '',
      problem: status === 'absent' ? this.text(texts.problem) : '',
      diagnostics: JSON.parse(this.text(texts.diagnostics) || '[]'),
    }
  }
}

/// A request that is being answered.
class Question {
  isStopped: boolean
  private reported = performance.now()
  private yielded = performance.now()

  constructor(
    private readonly place: RunPlace,
    private readonly id: number,
    readonly request: WhyRequest,
  ) {
    this.isStopped = request.isStopped
  }

  stop(): void {
    this.isStopped = true
  }

  /// Posts the progress, at most ten times a second.
  report(steps: number): void {
    if (performance.now() - this.reported <= 100) return
    this.reported = performance.now()
    this.place.post({ id: this.id, progress: { workDone: steps, estimatedWork: 0, line: 0 } })
  }

  /// Lets other requests run if a slice's duration has passed since the last time.
  async rest(): Promise<void> {
    if (performance.now() - this.yielded < this.place.pace.sliceMilliseconds) return
    await this.place.pace.turn()
    this.yielded = performance.now()
  }
}

export class WhyRuns {
  private readonly whys = new Registry<EngineWhy>()
  private readonly link: WhyLink

  constructor(
    private readonly engine: MainModule,
    parts: EngineParts,
    private readonly place: () => RunPlace,
    private readonly running: Map<number, { stop(): void }>,
  ) {
    this.link = new WhyLink(engine, parts)
  }

  async start(program: ProgramHandle, request: RunSetup): Promise<WhyReplies['whyStart']> {
    const module = await this.link.get()
    const session = new this.engine.SessionHandle(program, request.entry)
    try {
      session.setGrid(request.replicas, request.partitions)
      const [replicas, partitions] = [session.replicas(), session.partitions()]
      const handle = setUp(this.place(), session, request) ? module.open(addressOf(session)) : 0
      const why = handle === 0 ? 0 : this.whys.add(new EngineWhy(this.engine, module, handle))
      return { why, replicas, partitions, diagnostics: JSON.parse(session.diagnostics()) }
    } finally {
      session.delete()
    }
  }

  async answer(id: number, request: WhyRequest): Promise<WhyReplies['why']> {
    const question = new Question(this.place(), id, request)
    this.running.set(id, question)
    try {
      return await this.whys.get(request.why).answer(question)
    } finally {
      this.running.delete(id)
    }
  }

  /// `tensors` returns those that are compared, which may have been closed meanwhile.
  async compare(tensors: () => readonly [TensorHandle, TensorHandle]): Promise<Replies['compare']> {
    const module = await this.link.get()
    const [a, b] = tensors()
    const bytes = module.compare(addressOf(a), addressOf(b))
    return { difference: bytes && readDifference(bytes) }
  }

  release(why: number): void {
    this.whys.release(why)
  }
}
