import { leavesOf, type Program, type RunResult, type RunValues } from 'paddock-hlo'
import { AboutChip } from './about-chip.js'
import type { FileTaker, ProgramOrigin } from '../inputs/take-file.js'
import { linkToDocumentation } from '../shared/documentation.js'
import { element, textElement } from '../shared/dom.js'
import { keepDraft, longestDraft, readDraft } from '../shared/draft.js'
import { settleChoice } from '../editor/choice-history.js'
import { goTo } from '../editor/go-to.js'
import { pageExtras } from '../editor/page-extras.js'
import { pillEvent } from '../editor/pill-event.js'
import { currentProgram } from '../codemirror/engine-source.js'
import { foldLongLiterals } from '../codemirror/folding.js'
import { openText, replacePart } from '../codemirror/replace-text.js'
import { onColourScheme } from '../shared/colour-scheme.js'
import { DocsTab } from './docs-tab.js'
import { EngineChip } from './engine-chip.js'
import { opening } from '../examples/catalogue.js'
import { ExampleChooser } from '../examples/chooser.js'
import { givenBy } from '../examples/given.js'
import { acceptFiles, giveFile } from './files.js'
import type { InputChoices, Inputs } from '../inputs/inputs.js'
import type { Grid } from '../shared/grid.js'
import { fingerprint } from './fingerprint.js'
import { GridField } from './grid-field.js'
import { LinkWatch } from './link-watch.js'
import { LostBar } from './lost-bar.js'
import { NamesChip } from './names-chip.js'
import type { PageParts } from './page-program.js'
import { offerPalette } from './palette-key.js'
import { railChip } from './rail-chip.js'
import { shareChip } from './share-chip.js'
import { formatBytes } from '../shared/numbers.js'
import { ranSentence } from '../workbench/run-sentence.js'
import { splitPanes } from './pane-splitter.js'
import type { RunnerState } from '../run/runner.js'
import { ExpectedResults } from '../stage/panels/expected-results.js'
import { inputsTab } from './inputs-tab.js'
import { lateDiffering } from './late-differing.js'
import { codeTab, compareTab, graphTab } from './late-tabs.js'
import { Tabs } from '../stage/panels/tabs.js'
import { valueStyles } from '../stage/value/value-styles.js'
import { ProcessesPanel } from '../stage/panels/processes-panel.js'
import type { Exchange } from '../run/traffic.js'
import { styles } from './styles.js'
import { theme } from './theme.js'
import { trustLink } from '../shared/trust-link.js'
import { ValuesInSight } from '../workbench/values-in-sight.js'
import { Workbench } from '../workbench/workbench.js'

/// Milliseconds without an edit before the text of a slow program is checked and run. Programs that
/// are checked, run and drawn within `quickRun` run at every key. Every program does while a number
/// is dragged or a cell painted.
const editDelay = 60
const quickRun = 100
/// `<paddock-playground>`: a program, its problems and its values.
export class PlaygroundElement extends HTMLElement {
  private readonly button = element('button', 'run')
  private readonly status = element('p', 'status')
  private readonly lost = new LostBar()
  private readonly pane = element('section', 'stage')
  private readonly bench: Workbench = new Workbench({
    pane: this.pane,
    run: this.button,
    say: (sentence) => (this.status.textContent = sentence),
    given: (text) => givenBy(this.chooser.inputsFor(text)),
    editDelay: () => (this.tookLast < quickRun ? 0 : editDelay),
    onEdited: (text) => this.edited(text),
    onViewport: () => this.inSight.scrolled(),
    onOperation: (info) => this.docs.show(info),
    onMoment: (values) => this.showMoment(values),
    onState: (state) => this.showState(state),
    sight: (changes) => this.inSight.ask(changes),
    onOther: () => this.forgetRun(),
    onAsked: () => (this.runner.limits = null),
    runOn: (grid) => this.chooseGrid(grid),
    onResult: (result, program, { inputs, traffic }) => this.showResult(result, program, inputs, traffic.exchanges()),
  })
  private readonly runner = this.bench.runner
  private readonly inSight = new ValuesInSight(this.bench, () => this.process, lateDiffering(this.bench))
  private readonly choices = this.bench.choices
  private readonly stage = this.bench.stage
  private readonly grid = new GridField({ choose: (grid) => this.chooseGrid(grid) }, this.status)
  private readonly engine = new EngineChip(this.runner, () => this.run(), () => this.lastRun)
  private readonly about = new AboutChip(this, () => ({
    text: this.text,
    status: this.status.textContent ?? '',
    engine: this.engine.dom.textContent ?? '',
    version: this.runner.running?.version ?? 'not running',
    grid: this.grid.text,
    problems: [...(currentProgram(this.bench.view)?.diagnostics ?? []), ...(this.result?.diagnostics ?? [])],
  }))
  private readonly valuePanel = element('div', 'panel')
  private readonly expected = new ExpectedResults()
  private readonly fileTaker: FileTaker = {
    engine: () => this.runner.engine(),
    openProgram: (text, from) => this.openProgram(text, from),
    replaceProgram: (text) => this.openText(text),
    parameters: () => leavesOf(currentProgram(this.bench.view)?.entry?.arguments ?? []),
    choices: this.choices,
    text: () => this.text,
    expect: (expected) => (this.expected.of = expected),
    submit: () => this.submit(),
    say: (sentence) => (this.status.textContent = sentence),
  }
  private readonly inputs = inputsTab(this.bench, (parameter, file) => void giveFile(file, this.fileTaker, parameter))
  private readonly names = new NamesChip(() => this.bench.view)
  private readonly processes = new ProcessesPanel({
    choose: (process) => this.chooseProcess(process),
    goTo: (exchange) => goTo(this.bench.view, exchange),
    engine: () => this.runner.engine(),
    values: async (...of) => (await import('../stage/panels/exchange-values.js')).exchangeValues(currentProgram(this.bench.view), this.result?.values ?? null, ...of),
  })
  private readonly docs = new DocsTab()
  private readonly graph = graphTab(this.bench)
  private readonly compare = compareTab(this.bench)
  private readonly code = codeTab(this.bench, (text) => this.openProgram(text, null))
  private readonly panels = {
    Value: this.valuePanel,
    Graph: this.graph.dom,
    Compare: this.compare.dom,
    Inputs: this.inputs.dom,
    Processes: this.processes.dom,
    Code: this.code.dom,
    Docs: this.docs.dom,
  }
  private readonly tabs = new Tabs<keyof typeof this.panels>(this.panels, 'Value', (name) => this.opened(name))
  private result: RunResult | null = null
  private ran: { program: Program; inputs: Inputs } | null = null
  private tookLast = Infinity
  private startedAt = 0
  private exchanges: readonly Exchange[] = []
  private process = 0
  private nextProcess: number | null = null
  private isKept = true
  private text: string = opening.text
  private readonly chooser = new ExampleChooser({
    onOpen: (text) => this.openNew(text),
    onReplace: (from, to) => replacePart(this.bench.view, from, to),
    onProblem: (sentence) => (this.status.textContent = sentence),
    onFile: (file) => void giveFile(file, this.fileTaker),
    onSave: () => void this.save(),
    onLeave: () => this.links.leave(),
  })
  private readonly page: PageParts = {
    bench: this.bench,
    chooser: this.chooser,
    engine: this.engine,
    process: () => this.process,
    showProcess: (process) => (this.nextProcess = process),
    tab: () => this.tabs.shown,
    openTab: (name) => Object.hasOwn(this.panels, name) && this.tabs.open(name as keyof typeof this.panels),
    openText: (text) => this.openText(text),
  }
  private readonly links = new LinkWatch(this.page)
  private readonly share = shareChip(this.page, () => this.lastRun && { ...this.lastRun, settings: this.runner.settings, grid: this.runner.grid })
  /// File that the text was converted from; null if it was a text.
  private origin: ProgramOrigin | null = null

  connectedCallback(): void {
    if (this.shadowRoot !== null) return
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [theme, valueStyles, styles]
    this.runner.prepare()
    const editor = element('section', 'editor')
    editor.setAttribute('aria-label', 'Program')
    this.pane.setAttribute('aria-label', 'Values')
    this.pane.tabIndex = 0
    this.valuePanel.append(
      this.processes.words,
      this.bench.printed,
      this.expected.dom,
      this.stage.dom,
      this.chooser.line,
    )
    this.pane.append(
      this.tabs.bar,
      this.bench.problems.foreign,
      this.bench.problems.list,
      ...Object.values(this.panels),
    )
    this.status.setAttribute('role', 'status')
    this.status.tabIndex = 0 // It scrolls where the page is narrow.
    const draft = readDraft()
    if (draft !== null) {
      this.text = draft.text
      this.chooser.restore(draft)
    }
    const foot = element('footer', 'foot')
    foot.append(
      this.status,
      this.names.dom,
      railChip(this, this.bench),
      trustLink('Trust'),
      this.about.dom,
      this.engine.dom,
    )
    root.append(
      this.bar(),
      this.lost.dom,
      this.links.dom,
      editor,
      this.pane,
      foot,
    )
    void splitPanes(this, editor, this.pane)
    // The answer appears there.
    root.addEventListener(pillEvent, () => this.tabs.open('Value'))
    this.bench.open(editor, root, this.text, pageExtras)
    if (this.text === opening.text) this.bench.showRecorded()
    this.inSight.followScrolling()
    acceptFiles(this, this.fileTaker)
    onColourScheme(this, () => this.repaint())
    offerPalette(this, this.page, () => this.status.textContent ?? '')
    if (!this.links.start()) this.submit()
    setTimeout(() => void import('./join-site.js').then(({ joinSite }) => joinSite(root, this.fileTaker)), document.documentElement.dataset.served ? 0 : 2000)
  }

  private bar(): HTMLElement {
    const bar = element('header', 'bar')
    this.button.type = 'button'
    this.button.textContent = 'Run'
    this.button.title = 'Control-Enter'
    this.button.addEventListener('click', () => (this.bench.isRunning ? void this.runner.stop() : this.run()))
    bar.append(
      textElement('h1', 'name', 'Paddock'),
      this.chooser.title,
      textElement('p', 'sentence', 'This runs StableHLO here, in your browser. Drag a number, paint a constant, or put the cursor on a line.'),
      this.grid.dom,
      this.share,
      this.button,
    )
    const docs = linkToDocumentation('docs-link', 'Docs')
    if (docs !== undefined) this.share.before(docs)
    return bar
  }

  /// Undo reverts this.
  private chooseGrid(grid: Grid | null): void {
    const before = this.runner.grid
    const apply = (chosen: Grid | null): void => {
      this.runner.grid = chosen
      this.submit()
    }
    settleChoice(this.bench.view, { undo: () => apply(before), redo: () => apply(grid) })
    apply(grid)
  }

  /// A new program brings its own inputs and grid.
  private openNew(text: string): void {
    this.choices.clear()
    this.runner.grid = null
    this.openText(text)
  }

  private openProgram(text: string, from: ProgramOrigin | null): void {
    this.links.leave()
    this.openNew(text)
    this.origin = from
    this.tabs.open('Value')
  }

  private async save(): Promise<void> {
    const { saveArtifact } = await import('./save-artifact.js')
    const name = this.origin?.name.replace(/(\.mlir)?\.\w+$/, '') ?? this.chooser.fileName.slice(0, -5)
    this.status.textContent = await saveArtifact(currentProgram(this.bench.view), name, this.origin?.artifact ?? null)
  }

  private openText(text: string): void {
    this.expected.of = []
    this.origin = null
    this.bench.leaveLine()
    openText(this.bench.view, text)
    foldLongLiterals(this.bench.view)
  }

  private edited(text: string): void {
    this.text = text
    this.chooser.textChanged(text)
    this.code.refresh()
    if (!this.links.isOwn(text)) return
    this.isKept = keepDraft(this.chooser.draft)
  }

  private opened(name: string): void {
    if (name === 'Graph') this.graph.open()
    if (name === 'Compare') this.compare.open()
    if (name === 'Code') this.code.open()
    if (name === 'Docs') this.docs.open()
    if (name === 'Inputs') void this.inputs.draw()
  }

  private readonly submit = (): void => this.bench.submit()

  private run(): void {
    this.runner.limits = null
    this.submit()
  }

  private get lastRun(): (typeof this.ran & { fileName: string; choices: InputChoices }) | null {
    return this.ran && { ...this.ran, fileName: this.chooser.fileName, choices: this.choices }
  }

  private showMoment(values: RunValues | null): void {
    this.inSight.show(values ?? this.result?.values ?? null)
  }

  private showState(state: RunnerState): void {
    if (state.kind !== 'ready') this.lost.hide()
    if (state.kind === 'running' && state.seconds === 0) this.startedAt = performance.now()
    if (state.kind !== 'lost') return
    this.result = null
    this.inSight.take(null)
    this.inputs.forget()
    this.status.textContent = 'The engine is not running.'
    this.lost.show(state.message, [{ label: 'Run again', act: () => this.submit() }])
  }

  private async showProcesses(result: RunResult): Promise<void> {
    const { replicas, partitions } = result.grid
    const count = replicas * partitions
    this.grid.show({ replicas, partitions })
    this.tabs.remark('Processes', count > 1 ? String(count) : '')
    const width = Math.max(this.pane.clientWidth - 32, 160)
    try {
      await this.processes.show(result, this.exchanges, this.process, width)
    } catch (error) {
      // The values of a replaced run are closed.
      if (result === this.result) throw error
    }
  }

  /// Redraws for a changed background.
  private repaint(): void {
    this.stage.redraw()
    void this.inputs.draw()
    if (this.result !== null) void this.showProcesses(this.result)
  }

  private chooseProcess(process: number): void {
    this.process = process
    if (this.result === null) return
    void this.showProcesses(this.result)
    this.inSight.refresh()
    this.inputs.show({ process })
    void this.stage.showProcess(process, this.bench.cursor())
  }

  /// The text is another program, so nothing is shown of the one that ran.
  private forgetRun(): void {
    this.ran = null
    this.status.textContent = ''
    this.tabs.remark('Inputs', '')
    this.tabs.remark('Processes', '')
  }

  private offerMemory({ diagnostics }: RunResult): void {
    const refusal = diagnostics.find(({ code }) => code === 'memory')
    const more = this.engine.moreMemory
    if (refusal === undefined) return
    if (this.runner.limits !== null) return this.links.offerMore()
    const raise = more === null ? [] : [{ label: `Raise the limit to ${formatBytes(more)}`, act: () => this.engine.allow(more) }]
    this.lost.show(`The engine had too little memory: ${refusal.message}.`, [{ label: 'Run again', act: () => this.submit() }, ...raise])
  }

  private async showResult(result: RunResult, program: Program, inputs: Inputs, exchanges: readonly Exchange[]): Promise<void> {
    this.result = result
    this.inSight.take(result.values)
    this.ran = { program, inputs }
    void this.names.offer(program.text, () => program.text === this.ran?.program.text)
    this.exchanges = exchanges
    this.process = this.nextProcess ?? this.process
    this.nextProcess = null
    if (this.process >= result.grid.replicas * result.grid.partitions) this.process = 0
    this.inputs.forget()
    if (result.status === 'stopped') {
      const why = result.stoppedBy === 'workBudget' ? ', because the work budget was spent' : ''
      if (this.runner.limits !== null && result.stoppedBy === 'workBudget') this.links.offerMore()
      this.status.textContent = `Stopped at line ${result.stoppedAtLine}${why}. Values up to this point are kept.`
    } else {
      this.bench.problems.show([...program.diagnostics, ...result.diagnostics])
      this.offerMemory(result)
    }
    await this.bench.showRun(program, result, this.process)
    // Removes the static HTML.
    this.replaceChildren()
    this.tookLast = performance.now() - this.startedAt
    if (result !== this.result) return
    this.inSight.showAsked()
    this.tabs.remark('Inputs', inputs.sources.length === 0 ? '' : String(inputs.sources.length))
    this.inputs.show({ program, inputs, result, process: this.process })
    void this.showProcesses(result)
    if (result.status !== 'finished') return
    void this.expected.show(() => this.runner.engine(), program, result, this.process)
    const kept = this.isKept ? '' : ` The text is ${this.text.length > longestDraft ? 'too long to be kept' : 'not kept in this frame'}: reloading loses it.`
    // Last, because a narrow page has no room for it.
    const read = this.origin === null ? '' : ` ${this.origin.sentence}`
    this.status.replaceChildren(`${ranSentence(result)} ${inputs.sentence}${read}${kept}`, fingerprint(result.hash))
  }
}
