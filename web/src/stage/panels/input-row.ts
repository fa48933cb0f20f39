import type { EditorView } from '@codemirror/view'
import type { ParameterInfo, Tensor, WhyRun } from 'paddock-hlo'
import { button, element, textElement } from '../../shared/dom.js'
import { boundOf, madeKind, sourceText, usualSource, type InputChoices, type Source } from '../../inputs/inputs.js'
import type { Painting } from '../../paint/brush.js'
import { readValue } from '../picture/shown.js'
import { ValueView } from '../value/value-view.js'

/// Reports of the rows of inputs.
export interface InputEvents {
  choose(parameter: ParameterInfo, source: Source): void
  /// Makes several choices, with one run.
  chooseEach(choices: readonly (readonly [ParameterInfo, Source])[]): void
  /// Size of generated values for a `?` of the type.
  chooseSize(parameter: ParameterInfo, dimension: number, size: number): void
  /// Takes arrays of a file, first for this argument.
  giveFile(parameter: ParameterInfo, file: File): void
  /// Entries that the program reads from a channel, one a line; 0 is the infeed.
  chooseFeed(channel: number, entries: string): void
  /// Repeats the run shown, for questions about its cells.
  startWhy(): Promise<WhyRun>
  view(): EditorView
  /// Calls `stop` when the engine is needed for another run.
  beforeRun(stop: (isOther: boolean) => void): void
}

/// Source of an argument's value: `comment` if comments give it, null if it takes none from outside.
type RowSource = Source | 'comment' | null

const pictureHeight = 240

/// A row for an argument: its value, the source of the value, and other choices.
export class InputRow {
  readonly dom = element('section', 'input')
  private readonly view: ValueView
  private readonly source = element('p', 'source')
  private readonly sizes = element('div', 'sizes')
  private readonly choices = element('div', 'choices')
  private readonly field = element('input', 'typed')
  private readonly ways: { choice: HTMLButtonElement; kind: Source['kind'] }[] = []
  private tensor: Tensor | null = null
  /// Other random numbers than those shown.
  private random: Source = usualSource

  constructor(
    private parameter: ParameterInfo,
    given: string | null,
    width: number,
    private readonly inputChoices: InputChoices,
    private readonly events: InputEvents,
  ) {
    const { name, type } = parameter
    this.dom.setAttribute('aria-label', `%${name}`)
    this.view = new ValueView({ width, height: pictureHeight }, true)
    const heading = textElement('h2', 'result-title', `%${name}`)
    if (given !== null && given !== name) heading.append(textElement('span', 'given', given))
    heading.append(textElement('span', 'type', type))
    this.dom.append(heading, this.view.dom, this.source, this.sizes, this.choices, this.field)
    this.addWays()
    this.choices.append(this.filePicker())
    this.addField()
  }

  /// An edit elsewhere has moved the parameter in the text.
  showSource(parameter: ParameterInfo, source: RowSource): void {
    this.parameter = parameter
    const isChosen = source !== null && source !== 'comment'
    for (const part of [this.sizes, this.choices, this.field]) part.hidden = !isChosen
    if (!isChosen) {
      this.source.textContent = source === null ? 'It takes no input.' : ''
      return
    }
    this.source.textContent = `Now: ${sourceText(source, this.parameter)}.`
    const [seed, isSame] = source.kind === 'normal' ? [source.seed + 1, source.isSame] : [7]
    this.random = { kind: 'normal', seed, ...(isSame && { isSame }) }
    for (const { choice, kind } of this.ways) {
      choice.setAttribute('aria-pressed', String(source.kind === kind && kind !== 'normal'))
      if (kind === 'normal') choice.textContent = source.kind === 'normal' ? 'another seed' : madeKind(parameter)
    }
    const isBusy = (this.field.getRootNode() as ShadowRoot).activeElement === this.field
    if (!isBusy) this.field.value = source.kind === 'text' ? source.text : ''
    this.showSizes(source)
  }

  /// Null: the run has none.
  async showValue(tensor: Tensor | null, brush: Painting): Promise<void> {
    const before = this.tensor
    this.tensor = tensor
    this.view.dom.hidden = tensor === null
    if (tensor === null) return before?.close()
    await this.view.update(await readValue(tensor, `%${this.parameter.name}`), { isBeside: true, isAsked: true, brush })
    before?.close()
  }

  close(): void {
    this.tensor?.close()
  }

  private addWays(): void {
    const offer = (text: string, kind: Source['kind'], make: () => Source): void => {
      const choice = button('choice', text, () => this.events.choose(this.parameter, make()))
      this.ways.push({ choice, kind })
      this.choices.append(choice)
    }
    offer('zeros', 'zeros', () => ({ kind: 'zeros' }))
    offer('ones', 'ones', () => ({ kind: 'ones' }))
    offer('iota', 'iota', () => ({ kind: 'iota' }))
    offer(madeKind(this.parameter), 'normal', () => this.random)
  }

  private filePicker(): HTMLElement {
    const label = textElement('label', 'choice', 'a file')
    const input = element('input', 'file')
    input.type = 'file'
    input.accept = '.npy,.npz,.safetensors'
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      if (file !== undefined) this.events.giveFile(this.parameter, file)
      input.value = ''
    })
    label.append(input)
    return label
  }

  private addField(): void {
    const { field, parameter } = this
    field.type = 'text'
    field.spellcheck = false
    field.placeholder = parameter.shape.length === 0 ? '1.5' : '[1.0, 2.0, ...] or dense<...>'
    field.setAttribute('aria-label', `Elements of %${parameter.name}`)
    field.addEventListener('change', () => field.value.trim() !== '' && this.events.choose(this.parameter, { kind: 'text', text: field.value }))
  }

  /// Size of generated values for each `?` of the type.
  private showSizes({ kind }: Source): void {
    const shape = this.inputChoices.shapeOf(this.parameter)
    const open = this.parameter.shape.flatMap((given, dimension) => (given >= 0 ? [] : [dimension]))
    if (this.sizes.childElementCount !== open.length) this.sizes.replaceChildren(...open.map((dimension) => this.sizeField(dimension, shape[dimension]!)))
    this.sizes.hidden = kind === 'file' || kind === 'text'
    // Not while the user types in the field.
    for (const [i, field] of [...this.sizes.querySelectorAll('input')].entries()) if (!field.matches(':focus')) field.value = String(shape[open[i]!])
  }

  private sizeField(dimension: number, size: number): HTMLElement {
    const label = textElement('label', 'size', `size ${dimension}`)
    const field = element('input', 'grid')
    field.type = 'number'
    field.min = '0'
    const bound = boundOf(this.parameter, dimension)
    if (bound !== null) field.max = String(bound)
    field.value = String(size)
    field.setAttribute('aria-label', `Size ${dimension} of %${this.parameter.name}`)
    field.addEventListener('change', () => {
      const chosen = Number(field.value)
      if (Number.isSafeInteger(chosen) && chosen >= 0 && field.validity.valid) this.events.chooseSize(this.parameter, dimension, chosen)
      else field.value = String(this.inputChoices.shapeOf(this.parameter)[dimension])
    })
    label.append(field)
    return label
  }
}
