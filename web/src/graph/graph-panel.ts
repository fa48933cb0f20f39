import type { EditorView } from '@codemirror/view'
import type { Program, RunProfile, RunValues } from 'paddock-hlo'
import { currentProgram, tableOf } from '../codemirror/engine-source.js'
import type { LitThing } from '../codemirror/lit-places.js'
import { goTo } from '../editor/go-to.js'
import { adoptStyles } from '../shared/adopt-styles.js'
import { isDarkAround, onColourScheme } from '../shared/colour-scheme.js'
import { element, setText, textElement } from '../shared/dom.js'
import { groupedNumber } from '../shared/numbers.js'
import { buildGraph } from './build-graph.js'
import { callsOf, innermost, readUses } from './calls.js'
import { CodeLink } from './code-link.js'
import { colourNodes, uncolour } from './colours.js'
import { nodesOf, visibleOf } from './code-places.js'
import { GraphFrame } from './graph-frame.js'
import { graphStyles } from './graph-styles.js'
import { LayoutClient } from './layout/layout-client.js'
import { bytesMeasure, nanMeasure, nodesIn, rangeMeasure, timeMeasure, type Measure, type MeasureName, type Summaries } from './measures.js'
import { isGroup, type Graph, type GraphEdge, type GraphNode } from './node.js'
import { readOperations } from './read-operations.js'
import { readSummaries } from './read-summaries.js'
import { saveGraph } from './save-svg.js'
import { levelsOf, sceneOf, type Scene } from './scene.js'
import { openAtFirst, shownOf } from './shown-graph.js'
import { addThumbnails, hasThumbnail } from './thumbnails.js'
import { GraphTools } from './tools.js'

/// The run whose values are shown.
interface GraphRun {
  program: Program
  process: number
  values: RunValues | null
}

interface GraphParts {
  view(): EditorView
  run(): GraphRun | null
  /// Repeats the run with a clock.
  profile(): Promise<RunProfile>
}

/// Number of operations up to which all groups can be opened.
const mostOpened = 600

/// The content of the tab "Graph". It follows the program and its values while it is visible.
export class GraphPanel {
  private readonly frame = new GraphFrame({ onHover: (node) => this.hover(node), onAct: (node) => this.act(node) })
  private readonly tools = new GraphTools({
    measure: (name) => void this.choose(name),
    pictures: (isOn) => this.redraw({ hasPictures: isOn }),
    openAll: () => this.openAll(),
    closeAll: () => this.redraw({ open: new Set([this.graph?.root.key ?? '']) }, true),
    fit: () => this.frame.fit(),
    zoom: (factor) => this.frame.zoom(factor),
    save: () => this.scene !== null && saveGraph(this.frame.svg, this.scene),
  })
  private readonly note = textElement('p', 'graph-note', '')
  private readonly legend = element('div', 'graph-legends')
  private readonly layouts = new LayoutClient()
  private readonly link: CodeLink
  private program: Program | null = null
  private run: GraphRun | null = null
  private graph: Graph | null = null
  private calls: readonly GraphEdge[] = []
  private summaries: Promise<Summaries | null> | null = null
  private profile: Promise<RunProfile> | null = null
  private shown = { open: new Set<string>(), hasPictures: true }
  private measure: MeasureName = 'none'
  private scene: Scene | null = null
  private newest = 0

  constructor(
    private readonly dom: HTMLElement,
    private readonly parts: GraphParts,
  ) {
    adoptStyles(dom, graphStyles)
    dom.classList.add('graph-panel')
    this.note.setAttribute('role', 'status')
    const says = element('div', 'graph-says')
    says.append(this.note, this.legend)
    dom.append(this.tools.dom, says, this.frame.dom)
    this.link = new CodeLink(parts.view(), {
      onLit: (thing) => this.lightLit(thing),
      onPointer: (offset) => this.lightAt(offset),
      onCursor: () => this.markCursor(),
      onChange: () => this.refresh(),
    })
    onColourScheme((dom.getRootNode() as ShadowRoot).host, () => void this.paint())
    this.refresh()
  }

  /// The program or its values may have changed.
  refresh(): void {
    if (this.dom.hidden) return
    const program = currentProgram(this.parts.view())
    const run = this.parts.run()
    if (program !== null && program !== this.program) void this.readProgram(program)
    else if (run !== null && run.values !== null && run.program === this.program && (run.values !== this.run?.values || run.process !== this.run.process)) this.takeRun(run)
  }

  private async readProgram(program: Program): Promise<void> {
    this.program = program
    const isWanted = (): boolean => this.program === program
    if (program.hasErrors || program.functions.length === 0) {
      setText(this.note, program.hasErrors ? 'This is the graph before your edit: the program has errors.' : 'There is no function to draw.')
      return
    }
    try {
      const operations = await readOperations(program, isWanted)
      if (operations === null) return
      // The engine finds them while the graph is built.
      const finding = readUses(program)
      finding.catch(() => {})
      const graph = await buildGraph(program, operations, (name) => this.regionNames(name))
      const calls = callsOf(graph, await finding)
      if (isWanted()) this.take(graph, calls, `@${program.entry?.name ?? ''}`)
    } catch (error) {
      // The engine forgets a program that was replaced.
      if (isWanted()) setText(this.note, `The graph could not be drawn: ${(error as Error).message}.`)
    }
  }

  private take(graph: Graph, calls: readonly GraphEdge[], entry: string): void {
    const keys = new Set(this.graph?.root.children.map(({ key }) => key))
    const isOther = this.graph === null || !graph.root.children.some(({ key }) => keys.has(key))
    this.graph = graph
    this.calls = calls
    const count = graph.operations.length
    this.tools.openAll.disabled = count > mostOpened
    this.tools.openAll.title = count > mostOpened ? `With ${count} operations, open groups one by one` : ''
    setText(this.note, `${count === 1 ? '1 operation' : `${groupedNumber(count)} operations`}. A click opens a group, or goes to a line.`)
    this.redraw(isOther ? { open: openAtFirst(graph, entry) } : {}, isOther)
  }

  private regionNames(operation: string): readonly string[] {
    return tableOf(this.parts.view())?.ops.find(({ name }) => name === operation)?.regions.map(({ name }) => name) ?? []
  }

  /// Draws with these changes.
  private redraw(changes: Partial<typeof this.shown>, isOther = false): void {
    this.shown = { ...this.shown, ...changes }
    void this.draw(isOther)
  }

  private async draw(isOther: boolean): Promise<void> {
    const { graph } = this
    if (graph === null) return
    const drawing = ++this.newest
    const { open, hasPictures } = this.shown
    const shown = shownOf(graph, this.calls, open)
    const placed = await this.layouts.layOut(levelsOf(shown, (node) => hasPictures && hasThumbnail(node)))
    if (drawing !== this.newest) return
    this.scene = sceneOf(shown, placed)
    this.frame.show(this.scene, isOther)
    this.markCursor()
    this.refresh()
    await this.paint()
  }

  private takeRun(run: GraphRun): void {
    this.run = run
    this.profile = null
    this.summaries = null
    void this.paint()
  }

  /// Reads all values of the run, once.
  private async readValues(): Promise<Summaries> {
    const { run } = this
    if (run === null || run.values === null) return new Map()
    this.summaries ??= readSummaries(run.values, run.program.text.length, run.process, () => this.run === run)
    return (await this.summaries) ?? new Map()
  }

  private async choose(name: MeasureName): Promise<void> {
    this.measure = name
    this.tools.press(name)
    await this.paint()
  }

  /// Colours the nodes and pictures their values.
  private async paint(): Promise<void> {
    const { graph, measure, newest, run } = this
    const { drawing, boxes } = this.frame
    if (graph === null || drawing === null) return
    const isWanted = (): boolean => newest === this.newest && measure === this.measure && run === this.run
    const isDark = isDarkAround(this.dom)
    const made = await this.measureOf(measure, graph).catch((error: Error) => error)
    if (!isWanted()) return
    if (made instanceof Error) this.legend.replaceChildren(textElement('p', 'graph-note', `The run could not be measured: ${made.message}.`))
    else this.legend.replaceChildren(...(made === null ? [] : [colourNodes(drawing, boxes, made, isDark)]))
    this.note.hidden = made !== null
    if (made === null) uncolour(drawing)
    if (run?.values != null && run.program === this.program && this.shown.hasPictures) await addThumbnails(drawing, { values: run.values, process: run.process, isDark, isWanted }).catch(() => {})
  }

  private async measureOf(name: MeasureName, { root }: Graph): Promise<Measure | null> {
    if (name === 'none') return null
    if (name === 'range') return rangeMeasure(await this.readValues(), root)
    if (name === 'NaN') return nanMeasure(await this.readValues(), root)
    this.profile ??= this.parts.profile()
    this.profile.catch(() => (this.profile = null))
    return (name === 'time' ? timeMeasure : bytesMeasure)(await this.profile, root)
  }

  private openAll(): void {
    if (this.graph !== null) this.redraw({ open: new Set(nodesIn(this.graph.root).filter(isGroup).map(({ key }) => key)) }, true)
  }

  private act(node: GraphNode): void {
    if (!isGroup(node)) return goTo(this.parts.view(), node)
    const open = new Set(this.shown.open)
    if (!open.delete(node.key)) open.add(node.key)
    this.redraw({ open })
  }

  private hover(node: GraphNode | null): void {
    this.link.light(node)
    this.frame.light(new Set(node === null ? [] : [node]))
  }

  private lightLit(thing: LitThing | null): void {
    if (this.graph !== null && !this.dom.hidden) this.frame.light(new Set(nodesOf(thing, this.graph).map((node) => visibleOf(node, this.shown.open))))
  }

  private lightAt(offset: number | null): void {
    if (this.graph === null || this.dom.hidden) return
    const node = offset === null ? null : innermost(this.graph.operations, offset)
    this.frame.light(new Set(node === null ? [] : [visibleOf(node, this.shown.open)]))
  }

  private markCursor(): void {
    const view = this.parts.view()
    if (this.graph === null || this.dom.hidden) return
    const node = innermost(this.graph.operations, view.state.selection.main.head)
    const shown = node && visibleOf(node, this.shown.open)
    this.frame.markCurrent(shown)
    if (shown !== null && view.hasFocus) this.frame.reveal(shown)
  }
}
