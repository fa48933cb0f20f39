import { redo, undo, undoDepth } from '@codemirror/commands'
import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

const isField = (target: EventTarget | undefined): boolean => target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/// Takes strokes back: the last one from a button, and, like every change, by Control-Z wherever the focus is.
export class StrokeHistory {
  private last: { doc: Text; depth: number } | null = null

  constructor(private readonly view: () => EditorView) {
    document.addEventListener('keydown', (event) => this.press(event))
  }

  /// A stroke has ended.
  done(): void {
    const { state } = this.view()
    this.last = { doc: state.doc, depth: undoDepth(state) }
  }

  /// Whether a stroke is the last change of the program and its inputs.
  get isStrokeLast(): boolean {
    const { state } = this.view()
    return this.last !== null && this.last.doc === state.doc && this.last.depth === undoDepth(state)
  }

  undo(): void {
    if (this.isStrokeLast) undo(this.view())
    this.last = null
  }

  private press(event: KeyboardEvent): void {
    const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
    if (!isKey || event.defaultPrevented) return
    const path = event.composedPath()
    const { host } = this.view().dom.getRootNode() as ShadowRoot
    if (isField(path[0]) || !path.includes(host)) return
    event.preventDefault()
    ;(event.shiftKey ? redo : undo)(this.view())
  }
}
