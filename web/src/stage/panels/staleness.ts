import { textElement } from '../../shared/dom.js'

/// Relation of the values to the text. They belong to this text, to the same program before an
/// edit, or to another program, whose values are hidden.
export type Origin = 'current' | 'before' | 'other'

/// Milliseconds within which a run brings new values before the old ones are marked.
const patience = 400

/// Marks a pane whose values are older than the text, and hides those of another program. Styles fade the marked ones.
export class Staleness {
  /// Shown above the values.
  readonly label = textElement('p', 'before-edit', 'Before your edit')
  /// Shown in place of hidden values.
  readonly note = textElement('p', 'note', 'This program has not run yet.')
  private origin: Origin = 'current'
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly pane: HTMLElement) {
    this.label.hidden = this.note.hidden = true
  }

  /// Sets the origin of the values. Returns whether it has changed.
  show(origin: Origin): boolean {
    if (origin === this.origin) return false
    this.origin = origin
    clearTimeout(this.timer)
    this.pane.toggleAttribute('data-stale', origin === 'before')
    if (origin === 'other') this.keepFocus()
    this.pane.toggleAttribute('data-other', origin === 'other')
    this.label.hidden = this.note.hidden = true
    if (origin !== 'current') this.timer = setTimeout(() => this.tell(), patience)
    return true
  }

  private tell(): void {
    this.label.hidden = this.origin !== 'before'
    this.note.hidden = this.origin !== 'other'
  }

  /// Moves the focus out of a hidden pane.
  private keepFocus(): void {
    const { activeElement } = this.pane.getRootNode() as ShadowRoot
    if (activeElement?.closest('.panel') != null) this.pane.focus()
  }
}
