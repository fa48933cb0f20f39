import type { OpInfo, OpTable, Program, RunResult, Tensor } from 'paddock-hlo'
import { element, textElement } from '../dom.js'
import { drawLine, operationOfLine, type Pane } from './line-view.js'
import { readValue, renderValue } from './value-view.js'

/// Where the cursor stands.
export interface Cursor {
  offset: number
  line: { from: number; to: number }
}

/// What the last run made: of the operation on the cursor's line, or else the results.
export class Stage {
  readonly dom = element('div', 'results')
  private table: ReadonlyMap<string, OpInfo> = new Map()
  private shown: { program: Program; result: RunResult } | null = null
  private lineTensors: readonly Tensor[] = []
  private shownKey = ''
  private drawing = 0
  private process = 0

  /// `onOperation` hears which operation is shown, or undefined.
  constructor(private readonly onOperation: (info: OpInfo | undefined) => void) {}

  useOpTable(table: OpTable): void {
    this.table = new Map(table.ops.map((info) => [info.name, info]))
  }

  /// Of which process values are shown, by its flattened id.
  async showProcess(process: number, cursor: Cursor | null): Promise<void> {
    this.process = process
    this.shownKey = ''
    await this.follow(cursor)
  }

  /// A run has ended.
  async showRun(program: Program, result: RunResult, cursor: Cursor | null): Promise<void> {
    this.shown = { program, result }
    this.shownKey = ''
    await this.follow(cursor)
  }

  /// The cursor has moved in the text that was run; null stands for no line in particular.
  async follow(cursor: Cursor | null): Promise<void> {
    const { shown } = this
    if (shown === null) return
    const drawing = ++this.drawing
    try {
      const isLine = cursor !== null && (await this.showLine(shown, cursor, drawing))
      if (!isLine && drawing === this.drawing) await this.showResults(shown, drawing)
    } catch (error) {
      // What a newer run has replaced answers no more.
      if (drawing === this.drawing) throw error
    }
  }

  private get room(): Pane {
    const pane = this.dom.parentElement
    return { width: Math.max((pane?.clientWidth ?? 0) - 32, 160), height: Math.max((pane?.clientHeight ?? 0) - 32, 240) }
  }

  private async showLine({ program, result }: { program: Program; result: RunResult }, cursor: Cursor, drawing: number): Promise<boolean> {
    if (result.values === null) return false
    const operation = await operationOfLine(program, cursor.offset, cursor.line)
    if (operation === null) return false
    const key = `${operation.from}`
    if (key === this.shownKey) return true
    const picture = await drawLine(operation, result.values, this.table.get(operation.name), this.room, this.process)
    if (picture === null) return false
    if (drawing !== this.drawing) {
      for (const tensor of picture.tensors) tensor.close()
      return true
    }
    this.onOperation(this.table.get(operation.name))
    this.replace(key, picture.sections)
    for (const tensor of this.lineTensors) tensor.close()
    this.lineTensors = picture.tensors
    return true
  }

  private async showResults({ program, result }: { program: Program; result: RunResult }, drawing: number): Promise<void> {
    if (result.status !== 'finished' || this.shownKey === 'results') return
    const sections: HTMLElement[] = []
    const results = result.processes[this.process] ?? result.results
    for (const [index, tensor] of results.entries()) {
      if (tensor === null) continue
      const name = program.entry?.results[index]?.name
      const title = name || (results.length > 1 ? `Result ${index}` : 'Result')
      sections.push(renderValue(await readValue(tensor, title), { width: this.room.width }))
    }
    if (sections.length === 0) sections.push(textElement('p', 'note', 'The program ran and returns no value. Put the cursor on a line to see what it makes.'))
    if (drawing !== this.drawing) return
    this.onOperation(undefined)
    this.replace('results', sections)
  }

  private replace(key: string, sections: readonly HTMLElement[]): void {
    this.shownKey = key
    this.dom.replaceChildren(...sections)
  }
}
