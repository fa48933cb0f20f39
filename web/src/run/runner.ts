import type { Diagnostic, OpTable, Paddock, Program, RunLook, RunOptions, RunProfile, RunResult, Session, SessionOptions, WhyRun } from 'paddock-hlo'
import { load, searchedBy } from 'paddock-hlo'
import { native, usualSettings, within, type EngineSettings, type Limits } from './engine-settings.js'
import { feedOptions } from '../inputs/feeds.js'
import { inputsAtOnce, inputsFor, type Given, type InputChoices, type Inputs } from '../inputs/inputs.js'
import { closeResults } from '../shared/close-results.js'
import { previewBins } from '../stage/picture/preview.js'
import { Traffic } from './traffic.js'

/// State of the engine for the page.
export type RunnerState =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'running'; line: number; seconds: number }
  /// `message` is a sentence.
  | { kind: 'lost'; message: string }

interface RunnerEvents {
  onState(state: RunnerState): void
  /// Reports the check of the last text; `program` may have errors.
  onChecked(diagnostics: readonly Diagnostic[], program: Program): void
  /// Reports the end of a run. Its results stay alive until those of the next run are shown.
  onResult(result: RunResult, program: Program, made: { inputs: Inputs; traffic: Traffic }): Promise<void>
  onPrint(text: string): void
  /// Called once for each engine.
  onOpTable(table: OpTable): void
}

/// Starts and ends engines.
export interface Engines {
  start(settings: EngineSettings): Promise<Paddock>
  end(paddock: Paddock): void
}

/// One engine for each runner.
const ownEngine: Engines = {
  start: ({ flavour }) => load(native === undefined ? { flavour } : { native }),
  end: (paddock) => paddock.close(),
}

/// Milliseconds after which an engine that does not respond to a stop is replaced. One that parses a text when the next
/// one comes gets longer, and so does a process of `paddock serve`: the system may give it no time for a while.
const editPatience = 1000
const stopPatience = native === undefined ? 200 : editPatience

interface Work {
  abort: AbortController
  ended: Promise<void>
}

interface Submission {
  text: string
  given: Given
  /// Values in view, returned with the result to save further requests.
  look: RunLook | undefined
  signal: AbortSignal
  /// Whether no newer text has come.
  isNewest(): boolean
}

/// A program that was read, and the inputs for its arguments; null if it has errors.
interface Read {
  program: Program
  inputs: Inputs | null
  /// The run, if it was requested together with the parse.
  running: Promise<RunResult | null> | null
}

/// Checks and runs the newest text, one at a time. Results of older texts are dropped. Starts
/// another engine when the current one is lost.
export class Runner {
  private paddock: Promise<Paddock> | null = null
  private loaded: Paddock | null = null
  private flavour = usualSettings.flavour
  private tableOf: Paddock | null = null
  private generation = 0
  private current: Work | null = null
  private shown: RunResult | null = null
  private program: Program | null = null
  private shownProgram: Program | null = null
  private shownOptions: SessionOptions = {}
  /// Null: the program's own grid.
  grid: { replicas: number; partitions: number } | null = null

  /// Settings of the next run.
  settings: EngineSettings = usualSettings
  /// Further limits; null: those of the settings alone.
  limits: Limits | null = null

  constructor(
    private readonly events: RunnerEvents,
    private readonly choices: InputChoices,
    private readonly engines: Engines = ownEngine,
  ) {}

  /// Reads `text`, reports its problems, and runs it if there are none. If the engine is idle and
  /// the arguments are known, the request is sent before this returns.
  async submit(text: string, given: Given, look?: RunLook): Promise<void> {
    const generation = ++this.generation
    if (this.current !== null) await this.end(editPatience)
    if (generation !== this.generation) return
    const abort = new AbortController()
    let done!: () => void
    const work: Work = { abort, ended: new Promise((resolve) => (done = resolve)) }
    this.current = work
    const engine = this.engine()
    try {
      await this.checkAndRun(this.loaded ?? (await engine), { text, given, look, signal: abort.signal, isNewest: () => generation === this.generation })
    } catch (error) {
      if (this.paddock === engine) this.lose(error as Error)
    } finally {
      if (this.current === work) this.current = null
      done()
    }
  }

  /// Stops the current run. An engine that does not respond is replaced, and its values are lost.
  stop(): Promise<void> {
    return this.end(stopPatience)
  }

  private async end(patience: number): Promise<void> {
    const work = this.current
    if (work === null) return
    work.abort.abort()
    // The time limit applies to a running engine; one that is still loading has no request yet.
    if (this.loaded === null) await this.paddock?.catch(() => {})
    const isDeaf = await Promise.race([work.ended.then(() => false), sleep(patience).then(() => true)])
    if (!isDeaf || this.current !== work) return
    this.lose(new Error('it did not answer, so its values are gone'))
  }

  /// Fetches and compiles the engine before there is a text to run.
  prepare(): void {
    this.engine().catch(() => {})
  }

  /// The engine if it is loaded, else null.
  get running(): Paddock | null {
    return this.loaded
  }

  /// Returns the current engine, or starts one.
  engine(): Promise<Paddock> {
    if (this.paddock !== null && (this.loaded === null || this.flavour === this.settings.flavour)) return this.paddock
    this.release()
    this.events.onState({ kind: 'loading' })
    const loading = this.engines.start(this.settings)
    this.paddock = loading
    this.flavour = this.settings.flavour
    const take = (paddock: Paddock): void => {
      if (this.paddock !== loading) return
      this.loaded = paddock
      // Detects a loss also while nothing runs, since the values shown depend on the engine.
      void paddock.lost.then((error) => this.paddock === loading && this.lose(error))
    }
    loading.then(take, () => {})
    return loading
  }

  /// Sent after the first run, whose result is more urgent.
  private askForTable(paddock: Paddock): void {
    if (this.tableOf === paddock) return
    this.tableOf = paddock
    paddock.opTable().then((table) => this.events.onOpTable(table), () => {})
  }

  private async checkAndRun(paddock: Paddock, submission: Submission): Promise<void> {
    const { isNewest } = submission
    if (!isNewest()) return
    this.events.onState({ kind: 'running', line: 0, seconds: 0 })
    const traffic = new Traffic()
    const { program, inputs, running } = await this.read(paddock, submission, traffic)
    if (!isNewest()) return discard(program, running)
    // The program last run stays open until another run ends, since its values are shown.
    if (this.program !== this.shownProgram) this.program?.close()
    this.program = program
    const options = inputs && this.optionsOf(submission, inputs, traffic)
    // The engine runs while the page shows the diagnostics.
    const begun = running ?? (options && program.run(options))
    this.events.onChecked(program.diagnostics, program)
    this.askForTable(paddock)
    const result = (await begun) ?? (options && (await program.run(options)))
    if (inputs !== null && result !== null) {
      if (!isNewest()) return closeResults(result)
      this.shownOptions = sessionOptions(options!)
      this.show(result, program, { inputs, traffic })
    }
    this.events.onState({ kind: 'ready' })
  }

  /// Most edits keep the arguments, so the program is parsed and run with the earlier inputs in one request.
  private async read(paddock: Paddock, submission: Submission, traffic: Traffic): Promise<Read> {
    const { text, given, look } = submission
    const operationsIn = look?.cursor && searchedBy(look.cursor)
    const like = [this.program, this.shownProgram].find((program) => program?.hasErrors === false && program.entry !== null) ?? null
    const guess = like && (inputsAtOnce(paddock, like, given, this.choices) ?? (await inputsFor(paddock, like, given, this.choices)))
    if (like === null || guess === null) {
      const program = await paddock.parse(text, { operationsIn })
      return { program, inputs: await this.inputsOf(paddock, program, given), running: null }
    }
    const { program, result } = await paddock.parseAndRun(text, like, { ...this.optionsOf(submission, guess, traffic), operationsIn })
    return { program, inputs: result === null ? await this.inputsOf(paddock, program, given) : guess, running: result }
  }

  private async inputsOf(paddock: Paddock, program: Program, given: Given): Promise<Inputs | null> {
    return program.hasErrors || program.entry === null ? null : inputsFor(paddock, program, given, this.choices)
  }

  /// Starts a session that repeats the run shown.
  async startAgain(): Promise<Session> {
    if (this.shownProgram === null) throw new Error('its engine is gone')
    return this.shownProgram.start(this.shownOptions)
  }

  /// The earlier results stay open until these are shown, since they may still be read.
  private show(result: RunResult, program: Program, made: { inputs: Inputs; traffic: Traffic }): void {
    const [before, programBefore] = [this.shown, this.shownProgram]
    this.shown = result
    this.shownProgram = program
    void this.events.onResult(result, program, made).finally(() => {
      if (before !== null) closeResults(before)
      programBefore?.close()
    })
  }

  /// Repeats the run shown, for questions about its cells.
  async startWhy(): Promise<WhyRun> {
    if (this.shownProgram === null) throw new Error('its engine is gone')
    return this.shownProgram.startWhy(this.shownOptions)
  }

  /// Repeats the run shown with a clock.
  async profile(): Promise<RunProfile> {
    const { profile } = (await this.shownProgram?.run({ ...this.shownOptions, level: 'faithful', profile: true })) ?? {}
    if (profile == null) throw new Error('its engine is gone')
    return profile
  }

  private optionsOf({ text, look, signal }: Submission, inputs: Inputs, traffic: Traffic): RunOptions {
    const start = performance.now()
    const { numerics, memoryBytes, workBudget } = within(this.settings, this.limits)
    return {
      numerics,
      memoryBytes,
      workBudget: workBudget || undefined,
      level: 'faithful',
      keepValues: true,
      previewBins,
      look,
      grid: this.grid ?? undefined,
      signal,
      inputs: inputs.values,
      ...feedOptions(text, this.choices),
      onPrint: (text) => this.events.onPrint(text),
      onCommunication: (communication) => traffic.add(communication),
      onProgress: ({ line }) => {
        if (!signal.aborted) this.events.onState({ kind: 'running', line, seconds: (performance.now() - start) / 1000 })
      },
    }
  }

  /// Ends an engine of another flavour, and closes everything in it.
  private release(): void {
    if (this.loaded !== null) this.engines.end(this.loaded)
    this.loaded = null
    this.program = null
    this.shown = null
    this.shownProgram = null
  }

  private lose(error: Error): void {
    const message = this.loaded === null ? `The engine could not be started: ${error.message}.` : `The engine was lost: ${error.message.replace(/^the engine was lost: /, '')}.`
    void this.paddock?.then((paddock) => this.engines.end(paddock), () => {})
    this.paddock = null
    this.loaded = null
    this.current = null
    this.program = null
    this.shown = null
    this.shownProgram = null
    this.events.onState({ kind: 'lost', message })
  }
}

/// Options of a repeated run, without listeners: its output was shown already.
const sessionOptions = ({ inputs, infeed, receive, grid, numerics, memoryBytes }: RunOptions): SessionOptions => ({ inputs, infeed, receive, grid, numerics, memoryBytes })

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/// Closes a program and a run whose results are no longer wanted.
function discard(program: Program, running: Read['running']): void {
  program.close()
  running?.then((result) => result && closeResults(result), () => {})
}
