import type { EditorView } from '@codemirror/view'
import type { NamePlace, ParameterInfo, Program } from 'paddock-hlo'
import { currentProgram } from '../codemirror/engine-source.js'
import { Stroke } from '../editor/stroke.js'
import type { Source } from '../inputs.js'
import type { Shown } from '../stage/value-view.js'
import { Brush, type BrushSource, type Target } from './brush.js'
import { findBody, paintedBody } from './literal.js'

/// Literals and inputs of more elements are not painted: each stroke would write a long text.
const mostElements = 16_384

/// What of the page a painted input changes.
export interface InputActions {
  find(parameter: ParameterInfo): Source | undefined
  /// Null: as if nobody had chosen.
  choose(parameter: ParameterInfo, source: Source | null): void
  /// Makes the change one step of the history.
  settle(parameter: ParameterInfo, before: Source | null, after: Source | null): void
}

/// Constants are painted in the text, arguments in what is given for them.
export class PaintTargets implements BrushSource {
  constructor(
    private readonly view: () => EditorView,
    private readonly inputs: InputActions,
  ) {}

  async brushFor(program: Program, place: NamePlace): Promise<Brush | null> {
    const count = sizesOf(place.type).reduce((product, size) => product * size, 1)
    if (!Number.isFinite(count) || count > mostElements || count === 0 || !isPaintable(place.type)) return null
    const target = (await this.constant(program, place)) ?? this.argument(program, place)
    return target === null ? null : new Brush(target)
  }

  private async constant(program: Program, place: NamePlace): Promise<Target | null> {
    const operations = await program.operations(place.from, place.from + 1)
    const operation = operations.find(({ results }) => results.some(({ from }) => from === place.from))
    if (operation === undefined || !/(?:^|\.)constant$/.test(operation.name)) return null
    const body = findBody(program.text.slice(operation.from, operation.to))
    return body === null ? null : new LiteralTarget(this.view(), program, operation.from + body.from, operation.from + body.to)
  }

  private argument(program: Program, place: NamePlace): Target | null {
    if (program.hasCommentedInputs) return null
    const parameter = program.entry?.arguments.find(({ from, to }) => from <= place.from && place.from < to)
    return parameter === undefined ? null : new InputTarget(parameter, this.inputs)
  }
}

function sizesOf(type: string): number[] {
  return (/^tensor<((?:[\d?]+x)*)/.exec(type)?.[1]?.split('x').slice(0, -1) ?? ['?']).map(Number)
}

/// Complex and quantized elements are no single numbers.
function isPaintable(type: string): boolean {
  return /^tensor<(?:\d+x)*(?:u?i\d+|b?f\d+\w*|index)>$/.test(type)
}

/// A literal of the text, as long as the text is the program's.
class LiteralTarget implements Target {
  private stroke: Stroke | null = null
  private shape: readonly number[] = []

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
  }

  write(index: number, number: string): void {
    if (this.stroke === null) return
    const change = paintedBody(this.view.state.sliceDoc(this.from, this.to), this.shape, index, number)
    if (change === null) return
    this.stroke.change({ from: this.from + change.from, to: this.from + change.to, insert: change.insert })
    this.to += change.insert.length - (change.to - change.from)
  }

  end(): void {
    this.stroke?.end()
    this.stroke = null
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
    this.text = import('../stage/copy.js').then(({ asDense }) => asDense(tensor)).then((text) => text.replace(/ : tensor<.*$/, ''))
  }

  write(index: number, number: string): void {
    this.text = this.text.then((text) => {
      const body = findBody(text)
      const change = body === null ? null : paintedBody(text.slice(body.from, body.to), this.shape, index, number)
      if (body === null || change === null) return text
      const painted = text.slice(0, body.from + change.from) + change.insert + text.slice(body.from + change.to)
      this.after = { kind: 'text', text: painted }
      this.inputs.choose(this.parameter, this.after)
      return painted
    })
  }

  end(): void {
    void this.text.then(() => {
      if (this.after !== null) this.inputs.settle(this.parameter, this.before, this.after)
    })
  }
}
