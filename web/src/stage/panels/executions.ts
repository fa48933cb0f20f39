import { button, element } from '../../shared/dom.js'
import { groupedNumber } from '../../shared/numbers.js'

/// A line that is shown, with its number of executions.
export interface DoneLine {
  /// Offset of the name of its first result.
  offset: number
  process: number
  /// Executions in the whole run.
  total: number
  /// Executions up to the moment whose values are shown.
  execution: number
}

interface ExecutionActions {
  goTo(line: DoneLine, execution: number): void
  /// Returns to the values of the run's end.
  leave(): void
}

/// Controls for the executions of a line that ran more than once: a slider, a number, and the
/// moment that the values belong to.
export class Executions {
  readonly dom = element('div', 'executions')
  private readonly row = element('div', 'execution-row')
  private readonly range = element('input', 'range')
  private readonly field = element('input', 'execution')
  private readonly total = element('span', 'position')
  private readonly note = element('p', 'note')
  private readonly said = element('span', '')
  private line: DoneLine | null = null
  /// Execution that was chosen but is not shown yet; until then the slider keeps its position.
  private wanted: number | null = null
  /// Actions of the current run; null without one.
  actions: ExecutionActions | null = null

  constructor() {
    const { range, field } = this
    range.type = 'range'
    field.type = 'number'
    range.min = field.min = '1'
    field.setAttribute('aria-label', 'Number of the execution')
    range.addEventListener('input', () => this.choose(range))
    field.addEventListener('change', () => this.choose(field))
    const label = element('label', 'slider')
    label.append('execution', range)
    this.row.append(label, field, this.total)
    this.said.setAttribute('role', 'status')
    this.note.append(this.said, button('leave', 'Back to the end', () => this.leave()))
    this.dom.append(this.row, this.note)
    this.say('')
  }

  /// Null hides the controls: the line was executed at most once.
  show(line: DoneLine | null): void {
    if (line?.offset !== this.line?.offset || line?.execution === this.wanted) this.wanted = null
    this.line = line
    this.row.hidden = line === null
    if (line === null) return
    this.range.max = this.field.max = String(line.total)
    this.total.textContent = `of ${groupedNumber(line.total)}`
    if (this.wanted === null) this.place(line.execution)
  }

  /// Execution whose values are shown; null: those of the run's end.
  get shown(): number | null {
    return this.line === null || this.note.hidden ? null : this.line.execution
  }

  /// Goes to an execution of the line, as if the user had chosen it.
  goTo(execution: number): void {
    this.field.value = String(execution)
    this.choose(this.field)
  }

  /// Clears the choice for a new run.
  reset(): void {
    this.wanted = null
    this.say('')
  }

  /// Shows the moment that the values belong to, or an error; empty at the end of the run.
  say(sentence: string): void {
    this.said.textContent = sentence
    this.note.hidden = sentence === ''
  }

  private place(execution: number): void {
    const text = String(execution)
    if (this.range.value !== text) this.range.value = text
    // Not while the user types in the field.
    if (!this.field.matches(':focus') || this.field.value === '') this.field.value = text
  }

  private choose({ valueAsNumber }: HTMLInputElement): void {
    const { line } = this
    if (line === null) return
    const execution = Math.min(Math.max(Math.round(valueAsNumber || 0), 1), line.total)
    this.range.value = this.field.value = String(execution)
    this.wanted = execution
    this.actions?.goTo(line, execution)
  }

  private leave(): void {
    this.wanted = null
    this.actions?.leave()
  }
}
