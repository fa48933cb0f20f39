import type { EditorView } from '@codemirror/view'
import type { Diagnostic, ParameterInfo, Program, RunResult } from 'paddock-hlo'
import { currentProgram, giveOpTable, giveProgram } from '../codemirror/engine-source.js'
import { foldLongLiterals } from '../codemirror/folding.js'
import { element } from '../dom.js'
import { addAssistance, createEditor } from '../editor/editor.js'
import { replaceText } from '../editor/replace-text.js'
import { InputChoices, type Given, type Inputs, type Source } from '../inputs.js'
import { lateBrushes } from '../paint/late-brushes.js'
import { ranSentence } from '../run-sentence.js'
import { Runner, type RunnerState } from '../runner.js'
import { ProblemList } from '../stage/problem-list.js'
import { Stage, type Cursor } from '../stage/stage.js'
import { valueStyles } from '../stage/value-styles.js'
import { documentEngine } from './document-engine.js'
import type { ExampleResult } from './example-element.js'
import type { ExampleParts } from './parts.js'

/// Of the pane, what the title of a value and its legend take.
const captionHeight = 120
/// How long an edited text rests before it is run.
const editDelay = 200
/// A run that takes less never shows Stop, so that the button does not flicker.
const stopDelay = 100

/// Nothing comes with a program of somebody's page: its comments give its inputs, or they are made.
const nothingGiven: Given = async () => null

/// An example that was touched: its editor, its runs, and what they make.
export class LiveExample {
  isRunning = false
  private readonly choices = new InputChoices()
  private readonly runner: Runner
  private readonly view: EditorView
  private readonly stage: Stage
  private readonly problems: ProblemList
  private readonly printed = element('pre', 'printed')
  private result: RunResult | null = null
  private isVisited = false
  private editTimer: ReturnType<typeof setTimeout> | undefined
  private stopTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly parts: ExampleParts,
    text: string,
    private readonly report: (detail: ExampleResult) => void,
  ) {
    const { root, program, pane } = parts
    root.adoptedStyleSheets = [valueStyles, ...root.adoptedStyleSheets]
    this.runner = new Runner(
      {
        onState: (state) => this.showState(state),
        onChecked: (diagnostics, checked) => this.showChecked(diagnostics, checked),
        onResult: (result, checked, { inputs }) => void this.showResult(result, checked, inputs),
        onPrint: (printed) => (this.printed.textContent += printed),
        onOpTable: (table) => {
          giveOpTable(this.view, table)
          this.stage.useOpTable(table)
        },
      },
      this.choices,
      documentEngine,
    )
    this.problems = new ProblemList({ view: () => this.view, pane, say: (sentence) => this.say(sentence) })
    const choose = (parameter: ParameterInfo, source: Source | null): void => {
      this.choices.choose(parameter, source)
      this.run()
    }
    this.stage = new Stage(() => {}, lateBrushes(() => this.view, { find: (parameter) => this.choices.find(parameter), choose }), pane.clientHeight - captionHeight)
    this.view = createEditor(program, root, text, {
      onEdit: (_text, isDirect) => this.edited(isDirect),
      onCursor: () => this.followCursor(),
      onInputHistory: ({ parameter, after }) => choose(parameter, after),
      onViewport: () => {},
    })
    foldLongLiterals(this.view)
    const panel = element('div', 'panel')
    panel.append(this.printed, this.stage.dom)
    pane.prepend(this.problems.foreign, this.problems.list, panel)
    parts.text.remove()
    this.run()
  }

  get text(): string {
    return this.view.state.doc.toString()
  }
  set text(text: string) {
    replaceText(this.view, text)
  }

  /// The cursor goes to the start, or where somebody clicked before there was an editor.
  focus(at: { x: number; y: number } | null): void {
    const position = at === null ? null : this.view.posAtCoords(at)
    this.view.focus()
    if (position !== null) this.view.dispatch({ selection: { anchor: position } })
  }

  run(): void {
    clearTimeout(this.editTimer)
    this.printed.textContent = ''
    void this.runner.submit(this.text, nothingGiven)
  }

  stop(): Promise<void> {
    return this.runner.stop()
  }

  private edited(isDirect: boolean): void {
    clearTimeout(this.editTimer)
    if (isDirect) this.run()
    else this.editTimer = setTimeout(() => this.run(), editDelay)
  }

  private followCursor(): void {
    if (this.view.hasFocus) this.isVisited = true
    if (this.stage.isOf(currentProgram(this.view))) void this.stage.follow(this.cursor())
  }

  /// Until somebody goes to a line, the program's results are what there is to see.
  private cursor(): Cursor | null {
    if (!this.isVisited) return null
    const offset = this.view.state.selection.main.head
    const { from, to } = this.view.state.doc.lineAt(offset)
    return { offset, line: { from, to } }
  }

  private say(sentence: string): void {
    this.parts.status.textContent = sentence
  }

  private showState(state: RunnerState): void {
    clearTimeout(this.stopTimer)
    if (state.kind === 'running') this.stopTimer = setTimeout(() => this.setRunning(true), state.seconds > 0 ? 0 : stopDelay)
    else this.setRunning(false)
    if (state.kind === 'loading') this.say('Starting the engine.')
    else if (state.kind === 'ready') addAssistance(this.view).catch(() => {})
    else if (state.kind === 'running' && state.seconds > 0.3) this.say(`Running line ${state.line}, ${state.seconds.toFixed(1)} s.`)
    else if (state.kind === 'lost') {
      this.result = null
      giveProgram(this.view, null)
      this.say(`There is no engine: ${state.message}. The text is safe; Run starts it again.`)
    }
  }

  private setRunning(isRunning: boolean): void {
    this.isRunning = isRunning
    this.parts.run.textContent = isRunning ? 'Stop' : 'Run'
  }

  private showChecked(diagnostics: readonly Diagnostic[], program: Program): void {
    giveProgram(this.view, program)
    if (program.hasErrors) this.parts.pane.querySelector('.hint')?.remove()
    void this.problems.showChecked(diagnostics, program)
  }

  private async showResult(result: RunResult, program: Program, inputs: Inputs): Promise<void> {
    this.result = result
    if (result.status === 'stopped') this.say(`Stopped at line ${result.stoppedAtLine}.`)
    else this.problems.show([...program.diagnostics, ...result.diagnostics])
    await this.stage.showRun(program, result, this.cursor())
    // What stood there before was for the time until now.
    for (const before of this.parts.pane.querySelectorAll(':scope > slot, :scope > .problem')) before.remove()
    if (result !== this.result) return
    if (result.status === 'finished') this.say(`${ranSentence(result)}${this.placeSentence(result)} ${inputs.sentence}`.trim())
    this.report({ program, result })
  }

  /// Where it ran, and of several processes which one is shown.
  private placeSentence({ grid: { replicas, partitions } }: RunResult): string {
    const where = this.runner.running?.place === 'thread' ? ' In this page, as it allows no Worker.' : ''
    return replicas * partitions > 1 ? `${where} Of ${replicas} x ${partitions} processes, (0, 0) is shown.` : where
  }
}
