import { StateEffect, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'

const definition = /^\s*(%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*\s*=)/
/// Longer lists of names would leave no room for the line itself.
const longestNames = 40

const setScrolled = StateEffect.define<null>()
const held = Decoration.mark({ class: 'cm-nameInView' })

/// Keeps the names that lines define at the left edge while code is scrolled sideways.
class NamesInView {
  decorations: DecorationSet = Decoration.none
  private isScrolled = false

  constructor(private readonly view: EditorView) {
    view.scrollDOM.addEventListener('scroll', this.follow, { passive: true })
  }

  update({ docChanged, viewportChanged, selectionSet, transactions }: ViewUpdate): void {
    const isTurned = transactions.some(({ effects }) => effects.some((effect) => effect.is(setScrolled)))
    if (!isTurned && !(this.isScrolled && (docChanged || viewportChanged || selectionSet))) return
    this.decorations = this.isScrolled ? this.find() : Decoration.none
    if (this.isScrolled && selectionSet) this.leadBack()
  }

  /// Scrolls back to the start of the line when the cursor enters its names.
  private leadBack(): void {
    const { head } = this.view.state.selection.main
    const { from, text } = this.view.state.doc.lineAt(head)
    const names = definition.exec(text.slice(0, 200))
    if (names === null || head > from + names[0].length) return
    queueMicrotask(() => this.view.dispatch({ effects: EditorView.scrollIntoView(from, { x: 'nearest', xMargin: 8 }) }))
  }

  destroy(): void {
    this.view.scrollDOM.removeEventListener('scroll', this.follow)
  }

  private readonly follow = (): void => {
    const { scrollDOM, contentDOM, dom } = this.view
    const isScrolled = scrollDOM.scrollLeft > 0
    if (isScrolled === this.isScrolled) return
    this.isScrolled = isScrolled
    if (isScrolled) dom.style.setProperty('--gutters', `${contentDOM.offsetLeft}px`)
    this.view.dispatch({ effects: setScrolled.of(null) })
  }

  private find(): DecorationSet {
    const { state, visibleRanges } = this.view
    const { head } = state.selection.main
    const found: Range<Decoration>[] = []
    for (const { from, to } of visibleRanges) {
      for (let at = from; at <= to; ) {
        const line = state.doc.lineAt(at)
        const names = definition.exec(state.sliceDoc(line.from, Math.min(line.to, line.from + 200)))
        if (names !== null && names[1]!.length <= longestNames) {
          const end = line.from + names[0].length
          const isAtCursor = line.from <= head && head <= end
          if (!isAtCursor) found.push(held.range(end - names[1]!.length, end))
        }
        at = line.to + 1
      }
    }
    return Decoration.set(found, true)
  }
}

const plugin = ViewPlugin.fromClass(NamesInView, { decorations: (names) => names.decorations })

const look = EditorView.baseTheme({
  '.cm-nameInView': { position: 'sticky', left: 'calc(var(--gutters, 54px) + 6px)', zIndex: '1', paddingRight: '8px', marginRight: '-8px', background: 'linear-gradient(to left, transparent, var(--ground) 8px)' },
})

export const namesInView: Extension = [plugin, look]
