import { redo, undo, undoDepth } from '@codemirror/commands'
import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

const isField = (target: EventTarget | undefined): boolean => target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/// A stroke that has ended: the state after it.
export interface Stroke {
  doc: Text
  depth: number
}

/// Takes strokes back: the last one from a button, and, like every change, by Control-Z wherever the focus is.
export class StrokeHistory {
  private last: Stroke | null = null

  constructor(private readonly view: () => EditorView) {
    const { host } = view().dom.getRootNode() as ShadowRoot
    host.addEventListener('keydown', (event) => this.press(event as KeyboardEvent))
  }

  /// A stroke has ended.
  done(): Stroke {
    const { state } = this.view()
    return (this.last = { doc: state.doc, depth: undoDepth(state) })
  }

  /// Whether this stroke is the last change of the program and its inputs.
  isLast(stroke: Stroke | null): boolean {
    const { state } = this.view()
    return stroke !== null && stroke === this.last && stroke.doc === state.doc && stroke.depth === undoDepth(state)
  }

  undo(stroke: Stroke | null): void {
    if (this.isLast(stroke)) undo(this.view())
    this.last = null
  }

  private press(event: KeyboardEvent): void {
    const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
    if (!isKey || event.defaultPrevented || isField(event.composedPath()[0])) return
    event.preventDefault()
    ;(event.shiftKey ? redo : undo)(this.view())
  }
}
