import type { Program, RunResult } from 'paddock-hlo'
import { textOf } from '../codemirror/engine-source.js'
import { onColourScheme } from '../shared/colour-scheme.js'
import { element } from '../shared/dom.js'
import { replaceText } from '../codemirror/replace-text.js'
import type { ChosenInputs, Given, Inputs } from '../inputs/inputs.js'
import type { EngineSettings } from '../run/engine-settings.js'
import type { Grid } from '../shared/grid.js'
import { ranSentence } from '../workbench/run-sentence.js'
import { valueStyles } from '../stage/value/value-styles.js'
import { Workbench } from '../workbench/workbench.js'
import { documentEngine } from './document-engine.js'
import type { ExampleResult } from './example-result.js'
import type { ExampleParts } from './parts.js'
import { ProcessPicker } from './process-picker.js'

/// Height of a value's title and legend in the pane.
const captionHeight = 120
/// Milliseconds without an edit before the text is run.
const editDelay = 200

/// Nothing comes with a program in a page: its inputs are in comments, or generated.
const nothingGiven: Given = () => null

/// Choices of a run that a saved page begins with.
export interface RunSetup {
  inputs: ChosenInputs
  /// Null: the program's own.
  grid: Grid | null
  numerics: EngineSettings['numerics']
}

function adopt({ choices, runner }: Workbench, { inputs, grid, numerics }: RunSetup): void {
  choices.replace(inputs)
  runner.grid = grid
  runner.settings = { ...runner.settings, numerics }
}

/// An activated example: its editor, its runs, and their values.
export class LiveExample {
  private readonly bench: Workbench
  private readonly processes = new ProcessPicker((process) => this.chooseProcess(process))
  private ran: { program: Program; result: RunResult } | null = null

  constructor(
    private readonly parts: ExampleParts,
    text: string,
    private readonly report: (detail: ExampleResult, type?: 'paddock-process') => void,
    setup: RunSetup | null,
  ) {
    const { root, program, pane, run } = parts
    root.adoptedStyleSheets = [valueStyles, ...root.adoptedStyleSheets]
    const bench = new Workbench({
      pane,
      tallest: pane.clientHeight - captionHeight,
      run,
      engines: documentEngine,
      say: (sentence) => this.say(sentence),
      given: () => nothingGiven,
      editDelay: () => editDelay,
      onState: (state) => state.kind === 'lost' && this.showLoss(state.message),
      sight: () => ({ from: 0, to: 0, process: this.processes.process }),
      onResult: (result, checked, { inputs }) => this.showResult(result, checked, inputs),
    })
    this.bench = bench
    if (setup !== null) adopt(bench, setup)
    const panel = element('div', 'panel')
    panel.append(bench.printed, bench.stage.dom)
    pane.prepend(bench.problems.foreign, bench.problems.list, panel)
    bench.open(program, root, text)
    onColourScheme(root.host, () => bench.stage.redraw())
    parts.status.before(this.processes.dom)
    parts.text.remove()
    bench.submit()
  }

  get isRunning(): boolean {
    return this.bench.isRunning
  }

  get text(): string {
    return textOf(this.bench.view.state.doc)
  }
  set text(text: string) {
    replaceText(this.bench.view, text)
  }

  /// Places the cursor at the start, or at the click that activated the example.
  focus(at: { x: number; y: number } | null): void {
    const { view } = this.bench
    const position = at === null ? null : view.posAtCoords(at)
    view.focus()
    if (position !== null) view.dispatch({ selection: { anchor: position } })
  }

  run(): void {
    this.bench.submit()
  }

  stop(): Promise<void> {
    return this.bench.runner.stop()
  }

  private say(sentence: string): void {
    this.parts.status.textContent = sentence
  }

  private showLoss(message: string): void {
    this.ran = null
    this.say(`${message} The text is safe; Run starts it again.`)
  }

  private async showResult(result: RunResult, program: Program, inputs: Inputs): Promise<void> {
    this.ran = { program, result }
    this.processes.show(result.grid)
    const { process } = this.processes
    if (result.status === 'stopped') this.say(`Stopped at line ${result.stoppedAtLine}.`)
    else this.bench.problems.show([...program.diagnostics, ...result.diagnostics])
    await this.bench.showRun(program, result, process)
    // Removes the placeholder.
    for (const before of this.parts.pane.querySelectorAll(':scope > slot, :scope > .problem')) before.remove()
    if (result !== this.ran?.result) return
    if (result.status === 'finished') this.say(`${ranSentence(result)}${this.placeSentence(result)} ${inputs.sentence}`.trim())
    this.report({ program, result, process })
  }

  private chooseProcess(process: number): void {
    if (this.ran === null) return
    void this.bench.stage.showProcess(process, this.bench.cursor())
    this.report({ ...this.ran, process }, 'paddock-process')
  }

  /// Describes where the run took place, and the number of processes.
  private placeSentence({ grid: { replicas, partitions } }: RunResult): string {
    const where = this.bench.runner.running?.place === 'thread' ? ' In this page, as it allows no Worker.' : ''
    return replicas * partitions > 1 ? `${where} It had ${replicas} x ${partitions} processes.` : where
  }
}
