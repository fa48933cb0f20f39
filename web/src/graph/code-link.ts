import { StateEffect } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { light, onLit, type LitThing } from '../codemirror/lit-places.js'

interface CodeEvents {
  /// Something is lit in the code by the code itself; null: nothing.
  onLit(thing: LitThing | null): void
  /// The pointer is over a place of the text; null: over none.
  onPointer(offset: number | null): void
  /// The cursor is at an offset.
  onCursor(offset: number): void
  /// Something of the editor has changed, which may be its program or its values.
  onChange(): void
}

/// Connects a graph with an editor, whose extensions it adds once.
export class CodeLink {
  /// The place that the graph lit itself, which it need not follow.
  private own: LitThing | null = null
  private pointer: number | null = null

  constructor(
    private readonly view: EditorView,
    private readonly events: CodeEvents,
  ) {
    view.dispatch({
      effects: StateEffect.appendConfig.of([
        onLit.of((_, thing) => thing !== this.own && events.onLit(thing)),
        EditorView.updateListener.of((update) => this.follow(update)),
        EditorView.domEventHandlers({
          mousemove: ({ clientX, clientY }, view) => this.point(view.posAtCoords({ x: clientX, y: clientY })),
          mouseleave: () => this.point(null),
        }),
      ]),
    })
  }

  light(place: { from: number; to: number } | null): void {
    if (this.own === null && place === null) return
    this.own = place && { place }
    light(this.view, this.own)
  }

  private follow(update: ViewUpdate): void {
    if (update.selectionSet) this.events.onCursor(update.state.selection.main.head)
    this.events.onChange()
  }

  private point(offset: number | null): void {
    const line = offset === null ? null : this.view.state.doc.lineAt(offset).from
    if (line === this.pointer) return
    this.pointer = line
    this.events.onPointer(offset)
  }
}
