import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import type { ValueSummary } from 'paddock-hlo'
import { element, takeOver } from '../dom.js'
import { describeLine, sayingOf, summariesBetween, valuesField } from './value-column.js'

/// What the current line made, on a line of its own: where there is no room for a column.
class LineValue extends WidgetType {
  private readonly said: string

  constructor(private readonly summaries: readonly ValueSummary[]) {
    super()
    this.said = sayingOf(summaries)
  }

  override eq({ said }: LineValue): boolean {
    return said === this.said
  }

  /// Another line would have all that are below it laid out anew.
  override updateDOM(line: HTMLElement): boolean {
    takeOver(line.firstElementChild!, describeLine(this.summaries))
    return true
  }

  toDOM(): HTMLElement {
    const line = element('div', 'cm-lineValue')
    line.setAttribute('aria-hidden', 'true')
    line.append(describeLine(this.summaries))
    return line
  }
}

const decorations = EditorView.decorations.compute(['doc', 'selection', valuesField], (state) => {
  const { from, to } = state.doc.lineAt(state.selection.main.head)
  const summaries = summariesBetween(state, from, to)
  if (summaries.length === 0) return Decoration.none
  return Decoration.set([Decoration.widget({ widget: new LineValue(summaries), block: true, side: 1 }).range(to)])
})

const look = EditorView.baseTheme({
  '.cm-lineValue': { display: 'none' },
  '@media (max-width: 699px)': {
    // In sight also where a long line is scrolled.
    '.cm-lineValue': { display: 'block', position: 'sticky', left: '54px', width: 'calc(100vw - 60px)', boxSizing: 'border-box', padding: '0 8px 0 6px', font: '12px/22px var(--mono)', color: 'var(--muted)', overflow: 'hidden' },
  },
})

export const lineValue: Extension = [valuesField, decorations, look]
