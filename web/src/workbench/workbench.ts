import { ChangeSet, type ChangeDesc, type Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Cursor, Diagnostic, OpInfo, ParameterInfo, Program, RunLook, RunResult, RunValues } from 'paddock-hlo'
import { currentProgram, giveOpTable, giveProgram, textOf } from '../codemirror/engine-source.js'
import { foldLongLiterals } from '../codemirror/folding.js'
import { element, setText } from '../shared/dom.js'
import type { Grid } from '../shared/grid.js'
import { addAssistance, createEditor } from '../editor/editor.js'
import { pillEvent, type PillDetail } from '../editor/pill-event.js'
import { definitionsOf, isSameProgram, isStill, setShownDefinitions, type Definitions } from '../editor/same-program.js'
import { markValuesStale } from '../editor/value-column.js'
import { InputChoices, type Given, type Inputs, type Source } from '../inputs/inputs.js'
import type { BrushSource } from '../paint/brush.js'
import { lateBrushes } from '../paint/late-brushes.js'
import { Runner, type Engines, type RunnerState } from '../run/runner.js'
import { ProblemList } from '../stage/panels/problem-list.js'
import { Stage } from '../stage/panels/stage.js'
import { Staleness } from '../stage/panels/staleness.js'
import type { Traffic } from '../run/traffic.js'

/// A shorter run never shows Stop, so that the button does not flicker.
const stopDelay = 100

/// Parts that differ between the page and an element in another page.
interface WorkbenchParts {
  /// Pane for values, and the height limit of results' pictures.
  pane: HTMLElement
  tallest?: number
  /// Sets the button to Run or Stop.
  run: HTMLButtonElement
  engines?: Engines
  say(sentence: string): void
  /// Returns the values that come with the program of a text.
  given(text: string): Given
  /// Milliseconds without an edit before the text is run; 0: at once.
  editDelay(): number
  onEdited?(text: string): void
  /// Called when the user asks for a run with the keyboard.
  onAsked?(): void
  onViewport?(): void
  /// Reports the operation that is shown; undefined for none.
  onOperation?(info: OpInfo | undefined): void
  /// Reports that values of another moment of the run are shown; null: those of its end.
  onMoment?(values: RunValues | null): void
  onState(state: RunnerState): void
  /// Returns the values in view besides those of the cursor's line, after changes that the editor does not show yet.
  sight(changes: ChangeDesc): RunLook
  onResult(result: RunResult, program: Program, made: { inputs: Inputs; traffic: Traffic }): Promise<void>
  /// Reports that the text is another program than the one whose run is shown.
  onOther?(): void
  /// Runs the program on another grid of processes.
  runOn?(grid: Grid): void
}

/// Text and choices of a run.
interface Submitted {
  doc: Text
  definitions: Definitions
  choices: string
}

/// A program in an editor, its runs, and their values.
export class Workbench {
  isRunning = false
  readonly choices = new InputChoices()
  readonly runner: Runner
  readonly brushes: BrushSource
  readonly stage: Stage
  readonly problems: ProblemList
  readonly printed = element('pre', 'printed')
  view!: EditorView
  private isVisited = false
  private submitted: Submitted | null = null
  /// Text and choices of the run that is shown.
  private shown: Submitted | null = null
  /// Definitions of the text whose problems are shown.
  private checked: Definitions | null = null
  private result: RunResult | null = null
  private readonly staleness: Staleness
  /// Whether the text that the editor is about to show is already running.
  private isAhead = false
  private editTimer: ReturnType<typeof setTimeout> | undefined
  private stopTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly parts: WorkbenchParts) {
    this.runner = new Runner(
      {
        onState: (state) => this.showState(state),
        onChecked: (diagnostics, program) => this.showChecked(diagnostics, program),
        onResult: (result, program, made) => {
          this.takeResult(result)
          return parts.onResult(result, program, made)
        },
        onPrint: (text) => (this.printed.textContent += text),
        onOpTable: (table) => {
          giveOpTable(this.view, table)
          this.stage.useOpTable(table)
        },
      },
      this.choices,
      parts.engines,
    )
    this.brushes = lateBrushes(() => this.view, {
      find: (parameter) => this.choices.find(parameter),
      choose: (parameter, source) => this.choose(parameter, source),
    })
    const stageEvents = { onOperation: parts.onOperation ?? (() => {}), onMoment: parts.onMoment ?? (() => {}), startAgain: () => this.runner.startAgain(), startWhy: () => this.runner.startWhy(), view: () => this.view }
    this.stage = new Stage(stageEvents, this.brushes, parts.tallest)
    this.problems = new ProblemList({ view: () => this.view, say: (sentence) => parts.say(sentence), engine: () => this.runner.engine(), runOn: parts.runOn })
    this.staleness = new Staleness(parts.pane)
  }

  /// Creates the editor.
  open(parent: HTMLElement, root: ShadowRoot, text: string, extras?: Parameters<typeof createEditor>[4]): void {
    this.view = createEditor(parent, root, text, {
      beforeEdit: (state, changes, isDirect) => {
        // The engine reads and runs the text while the editor lays it out.
        this.isAhead = this.delayOf(isDirect) === 0
        if (this.isAhead) this.submit(state, changes)
      },
      onEdit: (edited) => this.edited(edited),
      onCursor: () => this.followCursor(),
      onLit: (thing) => this.stage.light(thing),
      onViewport: () => this.parts.onViewport?.(),
    }, extras)
    foldLongLiterals(this.view)
    void import('./focus-keeper.js').then(({ keepFocus }) => keepFocus(root, (element) => element === this.view.contentDOM, this.parts.run))
    root.addEventListener(pillEvent, (event) => this.stage.askAbout((event as CustomEvent<PillDetail>).detail))
    root.host.addEventListener('keydown', (event) => this.takeKey(event as KeyboardEvent), { capture: true })
    this.parts.pane.prepend(this.staleness.label)
    this.parts.pane.append(this.staleness.note)
  }

  /// Control-Enter runs the program, wherever the focus is, except in a part that runs code of its own.
  private takeKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    if (event.composedPath().some((part) => part instanceof HTMLElement && part.dataset.ownRun !== undefined)) return
    event.preventDefault()
    event.stopPropagation()
    this.parts.onAsked?.()
    this.submit()
  }

  /// Returns the cursor once the user has moved to a line. Null until then, so that the program's results are shown.
  cursor(state = this.view.state): Cursor | null {
    if (!this.isVisited) return null
    const offset = state.selection.main.head
    const { from, to } = state.doc.lineAt(offset)
    return { offset, line: { from, to } }
  }
  /// Moves to a line, as if the user had.
  visit(offset: number): void {
    this.isVisited = true
    this.view.dispatch({ selection: { anchor: Math.min(offset, this.view.state.doc.length) }, scrollIntoView: true })
  }
  /// The program as the engine read it; null until then.
  get program(): Program | null {
    return currentProgram(this.view)
  }
  get text(): string {
    return textOf(this.view.state.doc)
  }
  /// The newest run that has ended. Its tensors live until the next one is shown.
  get lastResult(): RunResult | null {
    return this.result
  }
  /// Returns to the state before the user moved to a line or asked about a cell, for another program.
  leaveLine(): void {
    this.isVisited = false
    this.stage.stopSeeking(true)
  }

  /// Null removes the choice.
  choose(parameter: ParameterInfo, source: Source | null): void {
    this.choices.choose(parameter, source)
    this.submit()
  }

  /// `changes` lead from the editor's shown state to `state`.
  submit(state = this.view.state, changes: ChangeDesc = ChangeSet.empty(state.doc.length)): void {
    clearTimeout(this.editTimer)
    this.submitted = { doc: state.doc, definitions: definitionsOf(state), choices: this.chosen }
    const text = textOf(state.doc)
    void this.runner.submit(text, this.parts.given(text), { ...this.parts.sight(changes), cursor: this.cursor(state) ?? undefined })
    this.stage.stopSeeking()
    this.printed.textContent = ''
    if (state === this.view.state) this.markStale()
  }

  /// Call if the static picture was made from this very text.
  showRecorded(): void {
    const { state } = this.view
    this.shown = { doc: state.doc, definitions: definitionsOf(state), choices: this.chosen }
    setShownDefinitions(this.view, this.shown.definitions)
    this.stage.showRecorded()
  }

  /// Whether the values shown belong to the current text and choices.
  get isCurrent(): boolean {
    const { shown, view } = this
    return shown !== null && shown.choices === this.chosen && shown.doc.eq(view.state.doc)
  }

  /// Key of everything besides the text that determines a run.
  get chosen(): string {
    const { grid, settings } = this.runner
    return JSON.stringify([grid, settings, this.choices.version])
  }

  /// Marks or removes values that belong to another text or other choices.
  private markStale(): void {
    if (this.shown === null) return
    const origin = this.isCurrent ? 'current' : isSameProgram(this.view.state) ? 'before' : 'other'
    const isNew = this.staleness.show(origin)
    if (origin !== 'current') markValuesStale(this.view)
    if (!isNew || origin !== 'other') return
    this.stage.stopSeeking(true)
    this.parts.onOther?.()
  }

  /// Shows the values of this process in a run that has ended.
  async showRun(program: Program, result: RunResult, process: number): Promise<void> {
    await this.stage.showRun(program, result, this.cursor(), process)
    if (result === this.result) this.markStale()
  }

  private takeResult(result: RunResult): void {
    this.result = result
    this.shown = this.submitted
    if (this.shown !== null) setShownDefinitions(this.view, this.shown.definitions)
  }

  private delayOf(isDirect: boolean): number {
    return isDirect ? 0 : this.parts.editDelay()
  }

  private edited(text: string): void {
    this.markStale()
    if (this.checked !== null && !isStill(this.checked, definitionsOf(this.view.state))) this.problems.clear()
    if (!this.isAhead) {
      clearTimeout(this.editTimer)
      this.editTimer = setTimeout(() => this.submit(), this.parts.editDelay())
    }
    this.parts.onEdited?.(text)
  }

  private followCursor(): void {
    // The search finds lines while the focus is in its panel.
    if (this.view.hasFocus || this.view.dom.querySelector('.cm-panels:focus-within') !== null) this.isVisited = true
    if (this.stage.isOf(currentProgram(this.view))) void this.stage.follow(this.cursor())
  }

  private showState(state: RunnerState): void {
    clearTimeout(this.stopTimer)
    if (state.kind === 'running') this.stopTimer = setTimeout(() => this.setRunning(true), state.seconds > 0 ? 0 : stopDelay)
    else this.setRunning(false)
    if (state.kind === 'lost') this.forgetEngine()
    else if (state.kind === 'ready') addAssistance(this.view).catch(() => {})
    else if (state.kind === 'loading') this.parts.say('Starting the engine.')
    else if (state.seconds > 0.3) this.parts.say(`Running line ${state.line}, ${state.seconds.toFixed(1)} s.`)
    this.parts.onState(state)
  }

  /// Drawn values remain, but no more can be read.
  private forgetEngine(): void {
    giveProgram(this.view, null)
    this.stage.forgetRun()
  }

  private setRunning(isRunning: boolean): void {
    this.isRunning = isRunning
    setText(this.parts.run, isRunning ? 'Stop' : 'Run')
  }

  private showChecked(diagnostics: readonly Diagnostic[], program: Program): void {
    giveProgram(this.view, program)
    this.checked = this.submitted?.definitions ?? null
    this.stage.prepare(program, this.cursor())
    if (!program.hasErrors && program.entry === null) this.parts.say('There is no function to run.')
    if (program.hasErrors) this.parts.pane.querySelector('.hint')?.remove()
    this.problems.showChecked(diagnostics, program)
  }
}
