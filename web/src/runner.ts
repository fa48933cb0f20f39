import type { Diagnostic, OpTable, Paddock, Program, RunLook, RunOptions, RunResult, Session, SessionOptions } from 'paddock-hlo'
import { load, searchedBy } from 'paddock-hlo'
import { usualSettings, type EngineSettings } from './engine-settings.js'
import { feedOptions } from './feeds.js'
import { inputsAtOnce, inputsFor, type Given, type InputChoices, type Inputs } from './inputs.js'
import { previewBins } from './stage/preview.js'
import { Traffic } from './stage/traffic.js'

/// What the page shows of the engine.
export type RunnerState =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'running'; line: number; seconds: number }
  /// `message` is a sentence.
  | { kind: 'lost'; message: string }

export interface RunnerEvents {
  onState(state: RunnerState): void
  /// Of the text that was checked last; `program` may have errors.
  onChecked(diagnostics: readonly Diagnostic[], program: Program): void
  /// A run ended; what it gave stays alive until what the next one gives has been shown.
  onResult(result: RunResult, program: Program, made: { inputs: Inputs; traffic: Traffic }): Promise<void>
  onPrint(text: string): void
  /// Once for each engine.
  onOpTable(table: OpTable): void
}

/// Where engines come from, and who ends them.
export interface Engines {
  start(settings: EngineSettings): Promise<Paddock>
  end(paddock: Paddock): void
}

/// One engine for one runner.
export const ownEngine: Engines = {
  start: ({ flavour }) => load({ flavour }),
  end: (paddock) => paddock.close(),
}

/// A Worker that does not answer Stop in this time is replaced. One that reads a text when
/// the next one comes gets longer.
const stopPatience = 200
const editPatience = 1000

interface Work {
  abort: AbortController
  ended: Promise<void>
}

interface Submission {
  text: string
  given: Given
  /// What somebody looks at comes with the engine's answers, so that it costs no more questions.
  look: RunLook | undefined
  signal: AbortSignal
  /// Whether no other text has come since.
  isNewest(): boolean
}

/// A program that was read, and what was made of its arguments; null where it has errors.
interface Read {
  program: Program
  inputs: Inputs | null
  /// Where it runs already, in the same breath as it was read.
  running: Promise<RunResult | null> | null
}

/// Checks and runs the newest text, one at a time: what a newer text has overtaken is
/// dropped. Starts another engine when the one it has is lost.
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
  /// Null: as the program says.
  grid: { replicas: number; partitions: number } | null = null

  /// Take part in the next run.
  settings: EngineSettings = usualSettings

  constructor(
    private readonly events: RunnerEvents,
    private readonly choices: InputChoices,
    private readonly engines: Engines = ownEngine,
  ) {}

  /// Reads `text`, shows what is wrong with it, and runs it if nothing is. Where the engine is idle
  /// and the arguments are known, it is asked before this returns.
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

  /// Asks what runs to stop; if the engine is deaf, it is replaced and its values are gone.
  stop(): Promise<void> {
    return this.end(stopPatience)
  }

  private async end(patience: number): Promise<void> {
    const work = this.current
    if (work === null) return
    work.abort.abort()
    // Patience is with an engine that is there: one that is still on its way was asked nothing yet.
    if (this.loaded === null) await this.paddock?.catch(() => {})
    const isDeaf = await Promise.race([work.ended.then(() => false), sleep(patience).then(() => true)])
    if (!isDeaf || this.current !== work) return
    this.lose(new Error('it did not answer, so its values are gone'))
  }

  /// Fetches and compiles the engine before there is a text to run.
  prepare(): void {
    this.engine().catch(() => {})
  }

  /// The engine, once it is there.
  get running(): Paddock | null {
    return this.loaded
  }

  /// The engine that is there, or one that starts now.
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
      // What is looked at comes from it, also where nothing runs.
      void paddock.lost.then((error) => this.paddock === loading && this.lose(error))
    }
    loading.then(take, () => {})
    return loading
  }

  /// Behind the first run, which somebody waits for.
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
    // What was run last is looked at until another run ends.
    if (this.program !== this.shownProgram) this.program?.close()
    this.program = program
    const options = inputs && this.optionsOf(submission, inputs, traffic)
    // The engine runs while the page shows what it found in the text.
    const begun = running ?? (options && program.run(options))
    this.events.onChecked(program.diagnostics, program)
    this.askForTable(paddock)
    const result = (await begun) ?? (options && (await program.run(options)))
    if (inputs !== null && result !== null) {
      if (!isNewest()) return closeAll(result)
      this.shownOptions = sessionOptions(options!)
      this.show(result, program, { inputs, traffic })
    }
    this.events.onState({ kind: 'ready' })
  }

  /// Most edits leave the arguments as they are: then the program runs with what they were given
  /// before, and nobody waits for the page to ask for it.
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

  /// The run that is shown, once more from its beginning.
  async startAgain(): Promise<Session> {
    if (this.shownProgram === null) throw new Error('its engine is gone')
    return this.shownProgram.start(this.shownOptions)
  }

  /// Until this is to be seen, somebody may still ask what was seen before.
  private show(result: RunResult, program: Program, made: { inputs: Inputs; traffic: Traffic }): void {
    const [before, programBefore] = [this.shown, this.shownProgram]
    this.shown = result
    this.shownProgram = program
    void this.events.onResult(result, program, made).finally(() => {
      if (before !== null) closeAll(before)
      programBefore?.close()
    })
  }

  private optionsOf({ text, look, signal }: Submission, inputs: Inputs, traffic: Traffic): RunOptions {
    const start = performance.now()
    return {
      numerics: this.settings.numerics,
      memoryBytes: this.settings.memoryBytes,
      workBudget: this.settings.workBudget || undefined,
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

  /// Ends an engine of another flavour, with all that it holds.
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

/// What was printed and told is not told again.
const sessionOptions = ({ inputs, infeed, receive, grid, numerics, memoryBytes }: RunOptions): SessionOptions => ({ inputs, infeed, receive, grid, numerics, memoryBytes })

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/// Nobody waits for them any more.
function discard(program: Program, running: Read['running']): void {
  program.close()
  running?.then((result) => result && closeAll(result), () => {})
}

function closeAll(result: RunResult): void {
  for (const results of result.processes) for (const tensor of results) tensor?.close()
  result.values?.close()
}
