import { textElement } from '../dom.js'

/// Origin of a pane's values: the text that is there, the same program before an edit, or another
/// program, whose values are not shown.
export type Origin = 'current' | 'before' | 'other'

/// A run that takes less brings new values before anything is said of the old ones.
const patience = 400

/// Marks a pane whose values are older than the text, and hides those of another program. Its styles
/// make the former paler.
export class Staleness {
  /// Above the values.
  readonly label = textElement('p', 'before-edit', 'Before your edit')
  /// In the place of values that are hidden.
  readonly note = textElement('p', 'note', 'This program has not run yet.')
  private origin: Origin = 'current'
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly pane: HTMLElement) {
    this.label.hidden = this.note.hidden = true
  }

  /// Whether it was shown to be something else.
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

  /// Moves the focus out of a pane that is hidden.
  private keepFocus(): void {
    const { activeElement } = this.pane.getRootNode() as ShadowRoot
    if (activeElement?.closest('.panel') != null) this.pane.focus()
  }
}
