import { element, textElement } from '../shared/dom.js'
import { gridText, readGrid, type Grid } from '../shared/grid.js'

interface GridEvents {
  /// Null: the program's own grid.
  choose(grid: Grid | null): void
}

/// A refusal in the status line, and what it replaces there.
interface Refusal {
  sentence: string
  before: readonly Node[]
}

/// The process grid in the bar, with a field to change it.
export class GridField {
  readonly dom = element('label', 'grid-chip')
  private readonly field = element('input', 'grid')
  private shown = '1 x 1'
  private refusal: Refusal | null = null

  /// `status` shows why a text is refused, until the field has another text.
  constructor(
    private readonly events: GridEvents,
    private readonly status: HTMLElement,
  ) {
    const { field } = this
    field.type = 'text'
    field.value = this.shown
    field.setAttribute('aria-label', 'Grid of processes, replicas x partitions')
    this.dom.title = 'The grid of processes: replicas x partitions. Empty: as in the program.'
    this.dom.append(textElement('span', 'grid-word', 'processes'), field, textElement('span', 'grid-word grid-meaning', 'replicas x partitions'))
    field.addEventListener('change', () => this.read())
    field.addEventListener('blur', () => this.settle())
    field.addEventListener('keydown', ({ key }) => key === 'Escape' && this.settle())
  }

  /// Replicas and partitions of the last run, or those that were chosen since: "2 x 1".
  get text(): string {
    return this.shown
  }

  /// Shows the grid of a run.
  show(grid: Grid): void {
    this.shown = gridText(grid)
    // Not while the user types in the field.
    if ((this.field.getRootNode() as ShadowRoot).activeElement !== this.field) this.settle()
  }

  private read(): void {
    const grid = readGrid(this.field.value)
    this.field.setAttribute('aria-invalid', String(typeof grid === 'string'))
    this.withdraw()
    if (typeof grid === 'string') return this.refuse(grid)
    if (grid !== null) this.shown = gridText(grid)
    this.events.choose(grid)
  }

  /// Replaces a text that is not a grid by the grid that ran.
  private settle(): void {
    this.field.value = this.shown
    this.field.removeAttribute('aria-invalid')
    this.withdraw()
  }

  private refuse(sentence: string): void {
    this.refusal = { sentence, before: [...this.status.childNodes] }
    this.status.textContent = sentence
  }

  /// Returns to the status before the refusal, unless a newer one has replaced it.
  private withdraw(): void {
    if (this.refusal !== null && this.status.textContent === this.refusal.sentence) this.status.replaceChildren(...this.refusal.before)
    this.refusal = null
  }
}
