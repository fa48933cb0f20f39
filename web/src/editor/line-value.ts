import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { element, takeOver } from '../shared/dom.js'
import { describeLine } from './describe-value.js'
import { narrowField, narrowness } from './narrow.js'
import { isStale, sayingOf, valuesBetween, valuesField, type PlacedValue } from './value-column.js'

/// The values of the current line, on a line of their own, for editors without room for a column.
class LineValue extends WidgetType {
  private readonly said: string

  constructor(private readonly values: readonly PlacedValue[]) {
    super()
    this.said = sayingOf(values) + String(isStale(values))
  }

  override eq({ said }: LineValue): boolean {
    return said === this.said
  }

  /// Updates the line in place: a new one would invalidate the layout of all lines below.
  override updateDOM(line: HTMLElement): boolean {
    takeOver(line.firstElementChild!, describe(this.values))
    return this.pale(line)
  }

  toDOM(): HTMLElement {
    const line = element('div', 'cm-lineValue')
    line.setAttribute('aria-hidden', 'true')
    line.append(describe(this.values))
    this.pale(line)
    return line
  }

  private pale(line: HTMLElement): true {
    line.firstElementChild!.classList.toggle('cm-value-stale', isStale(this.values))
    return true
  }
}

/// Padding left and right of the values, in pixels, as in the style below.
const around = 74
const describe = (values: readonly PlacedValue[]): HTMLElement => describeLine(values.map(({ summary }) => summary), Math.max(innerWidth - around, 1))

/// Only in narrow editors, since changed decorations invalidate the layout of the text.
const decorations = EditorView.decorations.compute(['doc', 'selection', valuesField, narrowField], (state) => {
  if (!state.field(narrowField)) return Decoration.none
  const { from, to } = state.doc.lineAt(state.selection.main.head)
  const values = valuesBetween(state, from, to)
  if (values.length === 0) return Decoration.none
  return Decoration.set([Decoration.widget({ widget: new LineValue(values), block: true, side: 1 }).range(to)])
})

const look = EditorView.baseTheme({
  // Stays visible when a long line is scrolled sideways.
  '.cm-lineValue': {
    position: 'sticky', left: '54px', width: 'calc(100vw - 60px)', boxSizing: 'border-box', padding: '0 8px 0 6px', font: '12px/22px var(--mono)', color: 'var(--muted)', overflow: 'hidden',
  },
})

export const lineValue: Extension = [narrowness, valuesField, decorations, look]
