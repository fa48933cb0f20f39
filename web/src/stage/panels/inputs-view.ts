import { leavesOf, type ParameterInfo, type Program, type RunResult } from 'paddock-hlo'
import { givenName } from '../../codemirror/given-names.js'
import { button, element, textElement } from '../../shared/dom.js'
import { feedsOf } from '../../inputs/feeds.js'
import { sourceText, usualSource, type InputChoices, type Inputs, type Source } from '../../inputs/inputs.js'
import type { BrushSource } from '../../paint/brush.js'
import { edgeText, mostEdgeElements } from '../../inputs/edge-values.js'
import { LateWhy } from '../why/late-why.js'
import { EdgeTable } from './edge-table.js'
import { FeedRow } from './feed-row.js'
import { InputRow, type InputEvents } from './input-row.js'
import type { Run } from './shown-run.js'
import { whyHost, type TitledValue } from './why-host.js'

/// A run and its inputs.
export interface GivenRun {
  program: Program
  inputs: Inputs
  result: RunResult
  /// Process whose values are shown.
  process: number
}

/// One row for each argument: its value, the source of the value, and other choices. Rows update in
/// place, so that a brush or a cursor in them survives a run.
export class InputsView {
  readonly dom = element('div', 'inputs')
  private readonly made = element('div', 'made')
  private rows: InputRow[] = []
  private fed: FeedRow[] = []
  private key = ''
  /// Edge values that were chosen, by argument, and how often.
  private edges: ReadonlyMap<ParameterInfo['name'], string> = new Map()
  private turn = 0
  private taking: readonly ParameterInfo[] = []
  /// The sources that edge values have replaced.
  private replaced: readonly (readonly [ParameterInfo, Source])[] = []
  private readonly edge = element('div', 'edge-values')
  private readonly back = button('choice', 'Undo edge values', () => this.events.chooseEach(this.replaced))
  private readonly edgeTable = new EdgeTable()
  /// The run that questions about cells are of.
  private given: GivenRun | null = null
  private readonly why = new LateWhy(async () => whyHost(this, () => this.events), this.dom)

  constructor(
    private readonly choices: InputChoices,
    private readonly brushes: BrushSource,
    private readonly events: InputEvents,
  ) {
    events.beforeRun((isOther) => this.why.stop(isOther))
  }

  /// `width` is that of the pane.
  async update(given: GivenRun, width: number): Promise<void> {
    const { program, inputs, result, process } = given
    if (given.result !== this.given?.result) this.why.changed(true)
    this.given = given
    const parameters = leavesOf(program.entry?.arguments ?? [])
    const feeds = feedsOf(program.text)
    const key = [width, program.hasCommentedInputs, ...feeds.map(({ channel }) => channel), ...parameters.map(({ name, type, location }) => `${name}: ${type} ${location}`)].join('\n')
    if (key !== this.key) {
      this.key = key
      delete this.made.dataset.isGrid
      this.rows.forEach((row) => row.close())
      this.rows = parameters.map((parameter) => new InputRow(parameter, givenName(parameter.location, program.text), width, this.choices, this.events))
      this.fed = feeds.map((feed) => new FeedRow(feed, this.choices, (entries) => this.events.chooseFeed(feed.channel, entries)))
      this.dom.replaceChildren(
        this.why.list,
        ...this.words(program, parameters.length, feeds.length),
        this.made,
        this.edge,
        ...this.rows.map(({ dom }) => dom),
        ...this.fed.map(({ dom }) => dom),
        ...fileWords(program, parameters.length),
        this.why.lens,
      )
    }
    for (const row of this.fed) row.show()
    this.showMade(parameters, inputs, result.grid)
    this.showEdges(parameters, { program, inputs, result, process })
    await Promise.all(
      parameters.map(async (parameter, index) => {
        const row = this.rows[index]!
        row.showSource(parameter, program.hasCommentedInputs ? 'comment' : (inputs.sources[index] ?? null))
        const tensor = (await result.values?.tensor(parameter.from, process, 0, 0, parameter.part)) ?? null
        await row.showValue(tensor, await this.brushes.brushFor(program, parameter))
      }),
    )
  }

  /// The inputs, as operands whose cells the program reads.
  get asked(): { run: Run | null; line: { operands: readonly TitledValue[]; results: readonly TitledValue[] }; execution: null; results: readonly Element[] } {
    const { given } = this
    const parameters = leavesOf(given?.program.entry?.arguments ?? [])
    const operands = parameters.map(({ name, from, part }) => ({ title: `%${name}`, execution: 0, place: { name: `%${name}`, from, part } }))
    return { run: given && { ...given, values: given.result.values }, line: { operands, results: [] }, execution: null, results: [] }
  }

  /// Offers one choice for all arguments while some are made.
  private showMade(parameters: readonly ParameterInfo[], { sources }: Inputs, { replicas, partitions }: RunResult['grid']): void {
    const taking = parameters.filter((_, index) => sources[index] != null)
    const isGrid = replicas * partitions > 1
    this.made.hidden = taking.length < (isGrid ? 1 : 2) || sources.every((source) => source === null || /text|file/.test(source.kind))
    if (this.made.hidden || this.made.dataset.isGrid === String(isGrid)) return
    this.made.dataset.isGrid = String(isGrid)
    const choices = element('p', 'choices')
    const all: readonly Source[] = [{ kind: 'zeros' }, { kind: 'iota' }, usualSource, ...(isGrid ? [{ ...usualSource, isSame: true } as const] : [])]
    for (const source of all) {
      choices.append(button('choice', `all ${sourceText(source)}`, () => this.events.chooseEach(taking.map((parameter) => [parameter, source]))))
    }
    const needs = taking.length > 1 ? `This program needs ${taking.length} inputs; we made some. Each argument gets different numbers` : 'We made the input of this program'
    const differ = isGrid ? '. Processes get different ones, except those that hold the same piece of an argument, as its sharding says' : ''
    this.made.replaceChildren(textElement('p', 'note', `${needs}${differ}.`), choices)
  }

  /// Offers the edges of the element types as inputs, and explains the results of a run that has them.
  private showEdges(parameters: readonly ParameterInfo[], { program, inputs: { sources }, result, process }: GivenRun): void {
    const taking = (this.taking = parameters.filter((_, index) => sources[index] != null))
    this.edge.hidden = taking.length === 0
    if (this.edge.childElementCount === 0) {
      const choose = button('choice', 'Edge values', () => this.chooseEdges())
      choose.title = 'Zeros, greatest and least numbers, subnormal ones, infinities, NaN, ties; again for others'
      this.edge.append(choose, ' ', this.back, this.edgeTable.dom)
    }
    const isEdge = taking.some((parameter) => {
      const source = this.choices.find(parameter)
      return source?.kind === 'text' && source.text === this.edges.get(parameter.name)
    })
    this.edge.firstElementChild!.setAttribute('aria-pressed', String(isEdge))
    this.back.hidden = !isEdge
    if (!isEdge) {
      this.replaced = taking.map((parameter) => [parameter, this.choices.find(parameter) ?? usualSource])
      return this.edgeTable.hide()
    }
    void this.edgeTable.show({ program, result, process, startWhy: () => this.events.startWhy() }).catch(() => this.edgeTable.hide())
  }

  private chooseEdges(): void {
    const { taking: parameters } = this
    const turn = this.edges.size === 0 ? 0 : ++this.turn
    const texts = parameters.map((parameter, index) => edgeText(parameter, this.choices.shapeOf(parameter), index, turn))
    this.edges = new Map(parameters.flatMap(({ name }, i) => (texts[i] == null ? [] : [[name, texts[i]]])))
    const chosen = parameters.flatMap((parameter, i) => (texts[i] == null ? [] : [[parameter, { kind: 'text', text: texts[i] }] as const]))
    if (chosen.length === 0) this.edgeTable.dom.replaceChildren(textElement('p', 'note', `These inputs have more than ${mostEdgeElements} elements.`))
    else this.events.chooseEach(chosen)
  }

  private words({ hasCommentedInputs }: Program, count: number, fed: number): HTMLElement[] {
    if (count === 0 && fed > 0) return []
    if (count === 0) return [textElement('p', 'note', 'This program takes no inputs.')]
    return hasCommentedInputs ? [textElement('p', 'note', 'The comments of this program give its inputs.')] : []
  }
}

function fileWords({ hasCommentedInputs }: Program, count: number): HTMLElement[] {
  if (count === 0 || hasCommentedInputs) return []
  return [textElement('p', 'note', 'Arrays of a .npy, .npz or .safetensors file that is dropped on the page go to the arguments of their names, else to the first ones that they fit.')]
}
