import { namesOf, type Cursor, type OperationPlace, type OpInfo, type OpTable, type Program, type RunResult, type RunValues, type Session, type Tensor, type WhyRun } from 'paddock-hlo'
import type { EditorView } from '@codemirror/view'
import type { LitThing } from '../../codemirror/lit-places.js'
import { element, textElement } from '../../shared/dom.js'
import type { BrushSource } from '../../paint/brush.js'
import type { PillDetail } from '../../editor/pill-event.js'
import { closeLine, operationOfLine, type Brushes, type LineValues, type Pane } from './line-values.js'
import type { LineView } from './line-view.js'
import type { Executions } from './executions.js'
import { aroundResult, leastHeight, numberedCell, usualHeight } from '../picture/layout.js'
import { doneLine } from './done-line.js'
import type { Replay } from './replay.js'
import type { Rerun } from './rerun.js'
import { lightSection, litValues, returnedNames } from './lit-section.js'
import { readValue } from '../picture/shown.js'
import type { Run } from './shown-run.js'
import { ValueView } from '../value/value-view.js'
import { LateWhy } from '../why/late-why.js'

/// Requests and reports of a stage.
interface StageEvents {
  /// Reports the operation that is shown; undefined for none.
  onOperation(info: OpInfo | undefined): void
  /// Reports that values of this moment are shown; null: those of the run's end.
  onMoment(values: RunValues | null): void
  /// Starts a session that repeats the run shown.
  startAgain(): Promise<Session>
  /// Repeats the run shown, for questions about its cells.
  startWhy(): Promise<WhyRun>
  view(): EditorView
}

/// Size of the pane in pixels.
interface Size {
  width: number
  height: number
}

/// The operation on a line, and brushes for its values.
interface Found {
  operation: OperationPlace
  brushes: Brushes
}

/// Milliseconds without a resize before pictures are redrawn.
const resizeRest = 80

/// Values of the last run: those of the operation on the cursor's line, or else the results. They
/// are updated in place by the next run.
export class Stage {
  readonly dom = element('div', 'results')
  private table: ReadonlyMap<string, OpInfo> = new Map()
  private shown: Run | null = null
  private line: { view: LineView; values: LineValues } | null = null
  private results: { key: string; views: ValueView[] } | null = null
  /// Key of the last drawing, so that moving within a line redraws nothing.
  private drawn: { run: Run; place: string } | null = null
  /// Drawings are sequential, so that everything visible belongs to one run.
  private drawing: Promise<void> = Promise.resolve()
  private newest = 0
  private cursor: Cursor | null = null
  /// Kept, because even a module that is there costs a frame to import again.
  private lines: typeof import('./line-view.js') | null = null
  private size: Size | null = null
  private resizeTimer: ReturnType<typeof setTimeout> | undefined
  private lit: LitThing | null = null
  /// The operation, the choice of executions, the values, and the list of missing ones. Each keeps
  /// its place and its state when another changes.
  private readonly head = element('div', 'head')
  /// Source of the operation in the user's code.
  private readonly origin = element('p', 'origin')
  private readonly times = element('div', 'times')
  private readonly body = element('div', 'values')
  private readonly missing = element('p', 'note')
  private readonly why = new LateWhy(() => import('./why-host.js').then(({ whyHost }) => whyHost(this, () => this.events)), this.dom)
  private rerun: Rerun | null = null
  private replaying: Replay | null = null
  /// Called when the engine is needed elsewhere, or when another program replaces the one shown.
  readonly stops: ((isOther: boolean) => void)[] = [() => this.replaying?.stop(null), (isOther) => this.why.stop(isOther)]
  /// Called when another run is shown, or none.
  onRun: (() => void) | null = null
  /// Kept from run to run, with its focus.
  private executions: Executions | null = null
  /// Execution to go to after the next run, and once that run's line has been drawn.
  private nextExecution: number | null = null
  private wantedExecution: number | null = null
  private search: { program: Program; key: string; found: Promise<Found | null> } | null = null

  constructor(
    private readonly events: StageEvents,
    private readonly brushes: BrushSource,
    /// Height limit of the results' pictures. Default: the visible height of the pane.
    private readonly tallest: number | undefined,
  ) {
    this.dom.append(this.why.list, this.head, this.times, this.body, this.missing, this.why.lens)
  }

  /// The static picture of the same program, until the first run has ended.
  showRecorded(): void {
    const recorded = element('slot', '')
    recorded.name = 'recorded'
    this.body.replaceChildren(recorded)
  }

  useOpTable(table: OpTable): void {
    this.table = new Map(table.ops.map((info) => [info.name, info]))
  }

  /// Sets the process whose values are shown, by its flattened id.
  async showProcess(process: number, cursor: Cursor | null): Promise<void> {
    if (this.shown !== null) this.shown = { ...this.shown, process }
    await this.follow(cursor)
  }

  /// Reads the operation on the cursor's line while the program runs.
  prepare(program: Program, cursor: Cursor | null): void {
    if (cursor !== null) void this.find(program, cursor).catch(() => {})
  }

  /// Shows a run that has ended, for one of its processes.
  async showRun(program: Program, result: RunResult, cursor: Cursor | null, process: number): Promise<void> {
    this.endReplay()
    this.executions?.reset()
    this.why.changed(true)
    this.wantedExecution = this.nextExecution
    this.nextExecution = null
    this.shown = { program, result, process, values: result.values }
    this.onRun?.()
    await this.follow(cursor)
  }

  /// Execution of the cursor's line whose values are shown; null: the last one.
  get execution(): number | null {
    return this.executions?.shown ?? null
  }

  /// Goes to an execution of the cursor's line after the next run; null: to the last one.
  showExecution(execution: number | null): void {
    this.nextExecution = execution
  }

  /// Highlights the pictures of these values, if there are any.
  light(thing: LitThing | null): void {
    this.lit = thing
    const values = litValues(thing)
    const sections = [...this.dom.querySelectorAll<HTMLElement>('.result[aria-label]')]
    const returned = this.results === null || this.shown === null ? null : this.returned(this.shown)
    const dimensionsOf = ({ ariaLabel }: HTMLElement, i: number): Set<number> | undefined => values.get(returned?.[i] ?? ariaLabel!.replace(/#0$/, ''))
    this.dom.toggleAttribute('data-has-lit', sections.some((section, i) => dimensionsOf(section, i) !== undefined))
    sections.forEach((section, i) => lightSection(section, dimensionsOf(section, i)))
  }

  /// The values shown, for questions about their cells.
  get asked(): { run: Run | null; line: LineValues | null; execution: number | null; results: readonly Element[] } {
    return { run: this.shown, line: this.line?.values ?? null, execution: this.execution, results: this.results?.views.map(({ dom }) => dom) ?? [] }
  }

  /// Returns the names of the results in the text.
  private returned({ program: { text, entry } }: Run): string[] {
    return entry === null ? [] : returnedNames(text.slice(entry.from, entry.to))
  }

  /// Asks where the first NaN or infinity of a value came from.
  askAbout(pill: PillDetail): void {
    this.why.ask(pill)
  }

  /// Stops seeking, since the engine is needed elsewhere.
  stopSeeking(isOther = false): void {
    for (const stop of this.stops) stop(isOther)
  }

  /// The engine is lost, with everything that was not read.
  forgetRun(): void {
    ++this.newest
    this.endReplay()
    this.why.changed(true)
    this.shown = null
    this.onRun?.()
  }

  /// Whether the values shown are of this program. A text that was read after the run replaces it.
  isOf(program: Program | null): boolean {
    return program !== null && program === this.shown?.program
  }

  /// Handles a move of the cursor in the text that was run; null means no particular line.
  async follow(cursor: Cursor | null): Promise<void> {
    this.cursor = cursor
    const drawing = ++this.newest
    await this.drawing
    if (drawing !== this.newest || this.shown === null) return
    const drawn = this.draw(this.shown, cursor).catch((error: Error) => {
      // Errors of a replaced run are ignored.
      if (drawing === this.newest) throw error
    })
    this.drawing = drawn.catch(() => {})
    await drawn
  }

  private async draw(shown: Run, cursor: Cursor | null): Promise<void> {
    const isLine = (await this.showLine(shown, cursor)) || (await this.showLine(shown, failedLine(shown)))
    if (!isLine) await this.showResults(shown)
    if (this.lit !== null) this.light(this.lit)
    void this.offerTimes(shown).catch(() => {})
  }

  /// A line that was executed more than once can be shown at each execution.
  private async offerTimes(shown: Run): Promise<void> {
    const operation = this.line?.values.operation ?? null
    const line = operation && (await doneLine(shown, operation))
    if (this.shown !== shown) return
    if (line === null && this.rerun === null) return this.executions?.show(null)
    const [{ Rerun }, { Executions }, replay] = await Promise.all([import('./rerun.js'), import('./executions.js'), this.replay()])
    if (this.shown !== shown || this.drawn?.run !== shown || replay === null) return
    this.executions ??= new Executions()
    this.rerun ??= new Rerun(shown.program, replay, this.executions)
    if (this.times.firstChild === null) this.times.append(this.executions.dom)
    this.rerun.show(line)
    const wanted = this.wantedExecution
    this.wantedExecution = null
    if (line !== null && wanted !== null) this.executions.goTo(wanted)
  }

  /// Returns what moves through the run shown; null without one.
  async replay(): Promise<Replay | null> {
    const { Replay } = await import('./replay.js')
    const { shown } = this
    if (shown === null) return null
    const { program } = shown
    return (this.replaying ??= new Replay({ start: () => this.events.startAgain(), show: (values) => this.showMoment(program, values) }))
  }

  private endReplay(): void {
    this.rerun?.end()
    this.replaying?.close()
    this.rerun = this.replaying = null
  }

  private async showMoment(program: Program, values: RunValues | null): Promise<void> {
    if (this.shown?.program !== program) return
    this.why.changed(false)
    this.shown = { ...this.shown, values: values ?? this.shown.result.values }
    this.events.onMoment(values)
    await this.follow(this.cursor)
  }

  private find(program: Program, cursor: Cursor): Promise<Found | null> {
    const { offset, line } = cursor
    const key = `${offset} ${line.from} ${line.to}`
    if (this.search?.program !== program || this.search.key !== key) {
      const found = operationOfLine(program, cursor).then((operation) => operation && this.withBrushes(program, operation))
      this.search = { program, key, found }
    }
    return this.search.found
  }

  private withBrushes(program: Program, operation: OperationPlace): Found {
    const { operands, results } = namesOf(operation)
    const brushes = new Map([...operands, ...results].map((place) => [place, this.brushes.brushFor(program, place)]))
    // A failed brush reports its error when it is used.
    for (const brush of brushes.values()) brush.catch(() => {})
    return { operation, brushes }
  }

  /// Measured when the pane changes size, since measuring after each run would force a layout.
  private get room(): Pane {
    const pane = this.dom.parentElement?.parentElement
    if (pane != null && this.size === null) {
      this.size = sizeOf(pane)
      new ResizeObserver(() => this.resize(sizeOf(pane))).observe(pane)
    }
    const { width, height } = this.size ?? { width: 0, height: 0 }
    return { width: Math.max(width - 32, 160), height: Math.max(height - 32, 240), ground: this.dom, run: this.shown, startWhy: () => this.events.startWhy() }
  }

  /// Pictures adapt when the pane's size is stable.
  private resize(size: Size): void {
    const isSame = this.size?.width === size.width && this.size.height === size.height
    this.size = size
    if (isSame) return
    clearTimeout(this.resizeTimer)
    this.resizeTimer = setTimeout(() => this.redraw(), resizeRest)
  }

  /// Redraws for another size or other colours. Views keep their state if the size is the same.
  redraw(): void {
    this.drawn = null
    void this.follow(this.cursor).catch(() => {})
  }

  private readonly isDrawn = (run: Run, place: string): boolean => this.drawn?.run === run && this.drawn.place === place

  private get resultHeight(): number {
    const { room, size } = this
    return this.tallest ?? Math.min(usualHeight, Math.max(leastHeight, (size?.height ?? room.height) - aroundResult))
  }

  private async showLine(run: Run, cursor: Cursor | null): Promise<boolean> {
    const { program, process, values: kept } = run
    if (kept === null || cursor === null) return false
    const found = await this.find(program, cursor)
    if (found === null) return false
    const { operation, brushes } = found
    const place = `line ${operation.from}`
    if (this.isDrawn(run, place)) return true
    this.lines ??= await import('./line-view.js')
    const { keyOf, LineView, readLine, showOrigin } = this.lines
    const values = await readLine(operation, kept, process, kept === run.result.values)
    const info = this.table.get(operation.name)
    const { room } = this
    const view = this.line?.view.key === keyOf(values, room) ? this.line.view : new LineView(values, info, room)
    await view.update(values, brushes, room)
    const before = this.line?.values
    this.events.onOperation(info)
    this.missing.textContent = values.missing.size > 0 ? missingSentence(run) : ''
    if (this.line?.view !== view) {
      this.head.replaceChildren(view.sections[0]!, this.origin)
      this.body.replaceChildren(...view.sections.slice(1))
    }
    showOrigin(this.origin, operation.location, program.text)
    if (before?.operation !== operation) this.why.changed(false)
    this.line = { view, values }
    this.results = null
    this.drawn = { run, place }
    if (before !== undefined) closeLine(before)
    return true
  }

  /// A run that did not finish has no results.
  private showNone(run: Run): void {
    if (this.isDrawn(run, 'none')) return
    this.showUnder([textElement('p', 'note', noneSentence(run))])
    this.results = null
    this.drawn = { run, place: 'none' }
  }

  /// Shown in place of a line.
  private showUnder(body: readonly HTMLElement[]): void {
    this.events.onOperation(undefined)
    this.head.replaceChildren()
    this.body.replaceChildren(...body)
    this.missing.textContent = ''
    this.why.changed(false)
    if (this.line !== null) closeLine(this.line.values)
    this.line = null
  }

  private async showResults(run: Run): Promise<void> {
    const { program, result, process } = run
    if (result.status !== 'finished') return this.showNone(run)
    if (this.isDrawn(run, 'results')) return
    const { width, ground } = this.room
    const height = this.resultHeight
    const tensors = (result.processes[process] ?? result.results).flatMap((tensor, index) => {
      const name = program.entry?.results[index]?.name
      return tensor === null ? [] : [{ tensor, title: name || (result.results.length > 1 ? `Result ${index}` : 'Result') }]
    })
    const key = [width, height, ...tensors.map(({ tensor, title }) => `${title}: ${tensor.type}`)].join('\n')
    const views = this.results?.key === key ? this.results.views : tensors.map(({ tensor }) => new ValueView({ width, height: Math.max(height, leastHeightOf(tensor)), ground }))
    await Promise.all(tensors.map(async ({ tensor, title }, i) => views[i]!.update(await readValue(tensor, title), { isAsked: true })))
    if (this.results?.views !== views) {
      const none = textElement('p', 'note', 'The program returns no value. Put the cursor on a line to see its value.')
      this.showUnder(views.length === 0 ? [none] : views.map(({ dom }) => dom))
    }
    this.results = { key, views }
    this.drawn = { run, place: 'results' }
  }
}

/// Returns the height at which a tensor with few rows shows its numbers, although the pane must scroll; else 0.
const leastHeightOf = ({ shape }: Tensor): number => (shape.length === 2 && shape[0]! <= mostNumberedRows ? shape[0]! * numberedCell : 0)
const mostNumberedRows = 12

const sizeOf = (pane: Element): Size => ({ width: pane.clientWidth, height: pane.clientHeight })

/// Returns why a value is missing.
function missingSentence({ result, values }: Run): string {
  if (values !== result.values) return 'At this moment the value is not computed yet, or no longer needed.'
  const { status, stoppedAtLine, diagnostics } = result
  if (status === 'stopped') return `The run was stopped at line ${stoppedAtLine}, before it reached this line.`
  if (status === 'failed') return `The run failed before it reached this line: ${diagnostics.find(({ severity }) => severity === 'error')?.message ?? ''}`
  return 'The run kept no value of this line: its branch was not taken, its function not called, its region applied to all elements at once, or memory too small.'
}

function noneSentence({ result: { status }, values }: Run): string {
  if (values === null) return 'The run failed before it began.'
  return `The run ${status === 'stopped' ? 'was stopped' : 'failed'} before it returned a result. Put the cursor on a line to see its value.`
}

/// Returns the line that failed, which is shown in place of results; null if the run did not fail.
function failedLine({ program, result }: Run): Cursor | null {
  const failure = result.diagnostics.find(({ severity }) => severity === 'error')
  if (result.status !== 'failed' || failure === undefined || failure.to === 0) return null
  const { text } = program
  const from = text.lastIndexOf('\n', failure.from - 1) + 1
  const end = text.indexOf('\n', failure.from)
  return { offset: failure.from, line: { from, to: end < 0 ? text.length : end } }
}
