import { StateEffect, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { element } from '../shared/dom.js'
import { typeAtEnd } from './line-type.js'

/// Width of a muted character relative to others: the font size below.
const quietPart = 6 / 7
const longestLine = 20_000

/// Placeholder for the types of operands.
class Elided extends WidgetType {
  constructor(private readonly types: string) {
    super()
  }

  override eq({ types }: Elided): boolean {
    return types === this.types
  }

  toDOM(): HTMLElement {
    const dots = element('span', 'cm-elidedTypes')
    dots.textContent = '…'
    dots.title = this.types
    return dots
  }

  override ignoreEvent(): boolean {
    return false
  }
}

const quiet = Decoration.mark({ class: 'cm-quietType' })
const setColumns = StateEffect.define<null>()

/// Types at the ends of lines are small and muted. Those of operands are hidden on lines without
/// room, except on lines with a cursor.
class QuietTypes {
  decorations: DecorationSet
  /// Number of characters that fit beside the value column; null before the first layout.
  private columns: number | null = null
  private cursorLines = ''

  constructor(private readonly view: EditorView) {
    this.decorations = this.find()
    this.measure()
  }

  update(update: ViewUpdate): void {
    const { docChanged, viewportChanged, selectionSet, transactions, geometryChanged } = update
    if (geometryChanged) this.measure()
    const isResized = transactions.some(({ effects }) => effects.some((effect) => effect.is(setColumns)))
    const before = this.cursorLines
    const isElsewhere = selectionSet && (this.cursorLines = this.linesWithCursor().join()) !== before
    if (docChanged || viewportChanged || isResized || isElsewhere) this.decorations = this.find()
  }

  /// Called after layout, so that no key forces one for this.
  private measure(): void {
    const read = ({ scrollDOM, contentDOM, defaultCharacterWidth }: EditorView): number => {
      const gutters = contentDOM.offsetLeft
      const column = Number.parseFloat(this.view.dom.style.getPropertyValue('--value-column')) || 0
      return Math.floor((scrollDOM.clientWidth - gutters - column - 6) / defaultCharacterWidth)
    }
    const write = (columns: number, view: EditorView): void => {
      if (columns === this.columns) return
      this.columns = columns
      // Deferred, since a dispatch during measurement is not allowed.
      queueMicrotask(() => view.dom.isConnected && view.dispatch({ effects: setColumns.of(null) }))
    }
    this.view.requestMeasure({ key: this, read, write })
  }

  private linesWithCursor(): number[] {
    const { doc, selection } = this.view.state
    return selection.ranges.map(({ head }) => doc.lineAt(head).from)
  }

  private find(): DecorationSet {
    const { state, visibleRanges } = this.view
    const whole = new Set(this.linesWithCursor())
    const found: Range<Decoration>[] = []
    let last = -1
    for (const { from, to } of visibleRanges) {
      for (let at = from; at <= to; ) {
        const line = state.doc.lineAt(at)
        if (line.from > last && line.length <= longestLine) found.push(...this.ofLine(line.text, line.from, whole.has(line.from)))
        last = line.from
        at = line.to + 1
      }
    }
    return Decoration.set(found, true)
  }

  private ofLine(text: string, start: number, isWhole: boolean): Range<Decoration>[] {
    const type = typeAtEnd(text)
    if (type === null) return []
    const found = [quiet.range(start + type.from, start + type.to)]
    const { operands, from, to } = type
    const length = text.length - (1 - quietPart) * (to - from)
    if (isWhole || operands === null || this.columns === null || length <= this.columns) return found
    const widget = new Elided(text.slice(operands.from, operands.to))
    found.push(Decoration.replace({ widget }).range(start + operands.from, start + operands.to))
    return found
  }
}

const plugin = ViewPlugin.fromClass(QuietTypes, { decorations: (types) => types.decorations })

const look = EditorView.baseTheme({
  '.cm-quietType': { fontSize: '0.857em', color: 'var(--muted)' },
  '.cm-elidedTypes': { padding: '0 2px', cursor: 'pointer' },
})

export const quietTypes: Extension = [plugin, look]
