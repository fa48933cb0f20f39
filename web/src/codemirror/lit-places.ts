import { Facet, RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension, type Text } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import type { DimensionPlace, NamePlace, Range } from 'paddock-hlo'

/// A highlighted thing: a value, a dimension of values, or a place in the text.
export type LitThing = { name: NamePlace } | { dimension: DimensionPlace } | { place: Range }

interface Lit {
  thing: LitThing | null
  marks: DecorationSet
  /// Places where the values are defined.
  definitions: readonly number[]
}

const none: Lit = { thing: null, marks: Decoration.none, definitions: [] }
const setLit = StateEffect.define<LitThing | null>()
const line = Decoration.line({ class: 'cm-litLine' })
const namePlace = Decoration.mark({ class: 'cm-litName' })
const sizePlace = Decoration.mark({ class: 'cm-litSize' })
const textPlace = Decoration.mark({ class: 'cm-litPlace' })

/// The places, and the lines that contain them.
function mark(thing: LitThing, doc: Text): Lit {
  const builder = new RangeSetBuilder<Decoration>()
  const places = placesOf(thing)
  const place = 'dimension' in thing ? sizePlace : 'name' in thing ? namePlace : textPlace
  let marked = -1
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    if (from >= to || to > doc.length) continue
    const { from: start } = doc.lineAt(from)
    if (start !== marked) builder.add(start, start, line)
    marked = start
    // Marks the first of several lines.
    builder.add(from, Math.min(to, doc.lineAt(from).to), place)
  }
  return { thing, marks: builder.finish(), definitions: definitionsOf(thing).map(({ from }) => from) }
}

function placesOf(thing: LitThing): readonly Range[] {
  if ('place' in thing) return [thing.place]
  return 'name' in thing ? [thing.name, ...thing.name.uses] : thing.dimension.places
}

function definitionsOf(thing: LitThing): readonly Range[] {
  if ('place' in thing) return []
  return 'name' in thing ? [thing.name] : thing.dimension.values
}

const litField = StateField.define<Lit>({
  create: () => none,
  update(lit, transaction) {
    for (const effect of transaction.effects) if (effect.is(setLit)) return effect.value === null ? none : mark(effect.value, transaction.newDoc)
    return transaction.docChanged ? none : lit
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ marks }) => marks),
    EditorView.editorAttributes.from(field, ({ thing }): Record<string, string> => (thing === null ? {} : { class: 'cm-hasLit' })),
    EditorView.updateListener.of(({ view, startState, state }) => {
      const { thing } = state.field(field)
      if (thing !== (startState.field(field, false) ?? none).thing) for (const listen of state.facet(onLit)) listen(view, thing)
    }),
  ],
})

/// Highlights a value or a dimension, or nothing.
export function light(view: EditorView, thing: LitThing | null): void {
  view.dispatch({ effects: setLit.of(thing) })
}

/// Returns where the highlighted values are defined. The list keeps its identity while it is unchanged.
export const litPositions = (state: EditorState): readonly number[] => (state.field(litField, false) ?? none).definitions

/// Notifies other views of values about the highlighted thing.
export const onLit = Facet.define<(view: EditorView, thing: LitThing | null) => void>()

const look = EditorView.baseTheme({
  '&.cm-hasLit .cm-line:not(.cm-litLine)': { opacity: '0.4' },
  '.cm-litName, .cm-litSize': { backgroundColor: 'color-mix(in srgb, var(--now, #c60) 22%, transparent)', borderRadius: '2px' },
  '.cm-litPlace': { boxShadow: 'inset 0 -2px var(--now, #c60)' },
  '.cm-litSize': { boxShadow: 'inset 0 -2px var(--now, #c60)' },
})

/// Marks all places of the highlighted thing, and dims the other lines.
export const litPlaces: Extension = [litField, look]
