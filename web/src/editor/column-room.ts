import type { EditorView } from '@codemirror/view'
import { button } from '../shared/dom.js'
import { chooseLayout, layoutChoices } from '../shared/layout-choices.js'
import type { Separator } from '../shared/separator.js'

/// Number of characters of code that stay visible beside the column, if the editor is wide enough for both.
const seenCharacters = 90
const usualLeast = 120
const usualMost = 280
/// Padding of the column in pixels: a fade left of the values, and a margin right of them.
const columnPadding = 28
const leastCode = 160

/// Width of the value column: fitted to its content, unless the user chose a width or folded it.
export class ColumnRoom {
  /// Loaded after the page.
  private separator: Separator | null = null
  readonly fold: HTMLButtonElement
  width = 0
  private content = { whole: 0, folded: 0 }
  private measured = { editor: 0, gutters: 54, character: 8.4 }

  constructor(
    private readonly view: EditorView,
    private readonly changed: () => void,
  ) {
    this.fold = button('cm-columnFold', '', () => this.choose({ isColumnFolded: this.isFolded ? undefined : true }))
    this.nameFold()
  }

  async addSeparator(parent: HTMLElement): Promise<void> {
    const { Separator } = await import('../shared/separator.js')
    this.separator = new Separator('cm-columnHandle', 'Width of the value column', {
      direction: () => ({ axis: 'x', sign: -1 }),
      extent: () => ({ now: this.width, least: this.least, most: this.most }),
      resize: (columnWidth) => this.choose({ columnWidth: Math.round(columnWidth), isColumnFolded: undefined }),
      reset: () => this.choose({ columnWidth: undefined, isColumnFolded: undefined }),
      keep: () => {},
    })
    this.separator.describe()
    parent.append(this.separator.dom)
  }

  remove(): void {
    this.separator?.dom.remove()
    this.fold.remove()
  }

  get isFolded(): boolean {
    return layoutChoices().isColumnFolded === true
  }

  /// Width available to a row; 0 means that values are folded.
  get row(): number {
    return this.isFolded ? 0 : Math.max(1, this.width - columnPadding)
  }

  /// Returns whether the width has changed. `isNarrow`: there is no column.
  update(isNarrow: boolean): boolean {
    const width = isNarrow ? 0 : this.wanted()
    if (width === this.width) return false
    this.width = width
    this.view.dom.style.setProperty('--value-column', `${width}px`)
    this.separator?.describe()
    return true
  }

  measure(): void {
    const { scrollDOM, contentDOM, defaultCharacterWidth } = this.view
    this.measured = { editor: scrollDOM.clientWidth, gutters: contentDOM.offsetLeft, character: defaultCharacterWidth }
  }

  /// Widest rows so far: the column grows with them and never shrinks while a program is edited.
  takeContent({ whole, folded }: { whole: number; folded: number }, isNew: boolean): void {
    const before = isNew ? { whole: 0, folded: 0 } : this.content
    this.content = { whole: Math.max(before.whole, whole), folded: Math.max(before.folded, folded) }
  }

  private get least(): number {
    return Math.ceil(this.content.folded) + columnPadding
  }
  private get most(): number {
    return Math.max(this.least, this.measured.editor - this.measured.gutters - leastCode)
  }

  private wanted(): number {
    if (this.isFolded) return this.least
    const { columnWidth } = layoutChoices()
    if (columnWidth !== undefined) return Math.min(Math.max(columnWidth, this.least), this.most)
    const { editor, gutters, character } = this.measured
    const beside = Math.floor(editor - gutters - 6 - seenCharacters * character)
    const cap = Math.min(Math.max(beside, usualLeast), usualMost)
    return Math.max(this.least, Math.min(Math.ceil(this.content.whole) + columnPadding, cap))
  }

  private choose(changed: Parameters<typeof chooseLayout>[0]): void {
    chooseLayout(changed)
    this.nameFold()
    this.changed()
  }

  private nameFold(): void {
    this.fold.textContent = this.isFolded ? 'Unfold values' : 'Fold values'
    this.fold.setAttribute('aria-pressed', String(this.isFolded))
  }
}
