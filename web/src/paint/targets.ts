import type { EditorView } from '@codemirror/view'
import { leavesOf, type ParameterInfo, type Program, type Tensor } from 'paddock-hlo'
import { currentProgram } from '../codemirror/engine-source.js'
import { Stroke } from '../editor/stroke.js'
import type { Source } from '../inputs/inputs.js'
import type { Shown } from '../stage/picture/shown.js'
import { Brush, type BrushSource, type PaintPlace, type Painting, type Target } from './brush.js'
import { StrokeHistory } from './stroke-history.js'
import { findBody, findComments, isBits, paintedBody, type Body } from '../shared/literal.js'

/// Element count above which literals and inputs are not painted: each stroke would write a long text.
const mostElements = 16_384

/// The page's access to inputs, for painting.
export interface InputActions {
  find(parameter: ParameterInfo): Source | undefined
  /// Null removes the choice.
  choose(parameter: ParameterInfo, source: Source | null): void
  /// Makes the change one step of the history.
  settle(parameter: ParameterInfo, before: Source | null, after: Source | null): void
}

/// Brushes: constants are painted in the text, arguments in their inputs.
export class PaintTargets implements BrushSource {
  private readonly history: StrokeHistory

  constructor(
    private readonly view: () => EditorView,
    private readonly inputs: InputActions,
  ) {
    this.history = new StrokeHistory(view)
  }

  async brushFor(program: Program, place: PaintPlace): Promise<Painting> {
    const target = (await this.constant(program, place)) ?? this.argument(program, place)
    if (target === null) return null
    const refusal = refusalOf(place.type)
    if (refusal !== null) return refusal
    return typeof target === 'string' ? target : new Brush(target, this.history)
  }

  private async constant(program: Program, place: PaintPlace): Promise<Target | string | null> {
    const operations = await program.operations(place.from, place.from + 1)
    const operation = operations.find(({ results }) => results.some(({ from }) => from === place.from))
    if (operation === undefined || !/(?:^|\.)constant$/.test(operation.name)) return null
    const body = findBody(program.text.slice(operation.from, operation.to))
    if (body === null) return 'This constant has no cells to paint: its elements do not stand in its line as dense<...>.'
    return this.text(program, { from: operation.from + body.from, to: operation.from + body.to })
  }

  private argument(program: Program, place: PaintPlace): Target | string | null {
    const parameter = leavesOf(program.entry?.arguments ?? []).find(({ from, to, part }) => from <= place.from && place.from < to && part === place.part)
    if (parameter === undefined) return null
    if (!program.hasCommentedInputs) return new InputTarget(parameter, this.inputs)
    const comments = findComments(program.text, parameter.name)
    if (comments.length === 1) return this.text(program, comments[0]!)
    return `Its cells cannot be painted: the comments give %${parameter.name} ${comments.length === 0 ? 'in a form of their own' : 'for each process by itself'}.`
  }

  private text(program: Program, body: Body): Target {
    return new TextTarget(this.view(), program, body.from, body.to)
  }
}

/// Returns why tensors of this type cannot be painted, or null.
function refusalOf(type: string): string | null {
  const [, sizes = '', element = ''] = /^tensor<((?:[\d?]+x)*)(.*)>$/.exec(type) ?? []
  const count = sizes.split('x').slice(0, -1).reduce((product, size) => product * Number(size), 1)
  if (count > mostElements) return `Only tensors of at most ${mostElements} elements can be painted.`
  const isNumber = /^(?:u?i\d+|b?f\d+\w*|index|complex<f\d+>|!quant\.uniform<.*>)(?:, #.*)?$/.test(element)
  return isNumber ? null : `Elements of ${element || type} cannot be painted.`
}

/// Formats the elements of a tensor as a literal lists them.
async function listOf(tensor: Tensor): Promise<string> {
  const { asDense } = await import('../shared/copy-value.js')
  const text = await asDense(tensor)
  const body = findBody(text)
  return body === null ? '' : text.slice(body.from, body.to)
}

/// A literal or a comment of the text, valid while the text is the program's.
class TextTarget implements Target {
  private stroke: Stroke | null = null
  private shape: readonly number[] = []
  /// Expanded list of the elements if the body holds their bits; the first change replaces the body by it.
  private list: Promise<string> | null = null

  constructor(
    private readonly view: EditorView,
    private readonly program: Program,
    private readonly from: number,
    private to: number,
  ) {}

  begin({ tensor }: Shown): void {
    if (currentProgram(this.view) !== this.program) return
    this.shape = tensor.shape
    this.stroke = new Stroke(this.view, 'input.paint')
    this.list = isBits(this.body) ? listOf(tensor) : null
  }

  private get body(): string {
    return this.view.state.sliceDoc(this.from, this.to)
  }

  write(index: number, element: string): void {
    const { stroke } = this
    if (stroke === null) return
    if (this.list === null) return this.paint(stroke, index, element)
    void this.list.then((list) => {
      if (isBits(this.body)) this.replace(stroke, { from: 0, to: this.to - this.from, insert: list })
      this.paint(stroke, index, element)
    })
  }

  private paint(stroke: Stroke, index: number, element: string): void {
    const change = paintedBody(this.body, this.shape, index, element)
    if (change !== null) this.replace(stroke, change)
  }

  private replace(stroke: Stroke, { from, to, insert }: { from: number; to: number; insert: string }): void {
    stroke.change({ from: this.from + from, to: this.from + to, insert })
    this.to += insert.length - (to - from)
  }

  async end(): Promise<void> {
    const { stroke } = this
    this.stroke = null
    if (this.list !== null) await this.list
    stroke?.end()
  }
}

/// An input, which becomes a text of its elements.
class InputTarget implements Target {
  private before: Source | null = null
  private shape: readonly number[] = []
  private text: Promise<string> = Promise.resolve('')
  private after: Source | null = null

  constructor(
    private readonly parameter: ParameterInfo,
    private readonly inputs: InputActions,
  ) {}

  begin({ tensor }: Shown): void {
    this.before = this.inputs.find(this.parameter) ?? null
    this.after = null
    this.shape = tensor.shape
    this.text = listOf(tensor)
  }

  write(index: number, element: string): void {
    this.text = this.text.then((text) => {
      const change = paintedBody(text, this.shape, index, element)
      if (change === null) return text
      const painted = text.slice(0, change.from) + change.insert + text.slice(change.to)
      this.after = { kind: 'text', text: `dense<${painted}>` }
      this.inputs.choose(this.parameter, this.after)
      return painted
    })
  }

  async end(): Promise<void> {
    await this.text
    if (this.after !== null) this.inputs.settle(this.parameter, this.before, this.after)
  }
}
