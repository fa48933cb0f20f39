import type { EditorView } from '@codemirror/view'
import { addAssistance } from '../editor/editor.js'
import { button } from '../shared/dom.js'

/// Switches between names of `loc(...)` and `%17`, for programs whose values have names in their locations.
export class NamesChip {
  readonly dom = button('chip names', 'Given names', () => void this.turn())

  constructor(private readonly view: () => EditorView) {
    this.dom.hidden = true
    this.dom.setAttribute('aria-pressed', 'false')
    this.dom.title = 'Shows given names from loc(...) in place of %17'
  }

  private async turn(): Promise<void> {
    const view = this.view()
    const [{ showGivenNames, showsGivenNames }] = await Promise.all([import('../editor/given-names.js'), addAssistance(view)])
    const isShown = !showsGivenNames(view)
    showGivenNames(view, isShown)
    this.dom.setAttribute('aria-pressed', String(isShown))
  }

  /// Offers itself for a text that has names, while `isCurrent` holds.
  async offer(text: string, isCurrent: () => boolean): Promise<void> {
    const hasNames = text.includes('loc(') && (await import('../editor/given-names.js')).hasGivenNames(text)
    if (isCurrent()) this.dom.hidden = !hasNames
  }
}
