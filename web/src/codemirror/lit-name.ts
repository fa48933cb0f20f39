import { Facet, RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension, type Text } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import type { NamePlace } from 'paddock-hlo'

interface Lit {
  name: NamePlace | null
  marks: DecorationSet
}

const none: Lit = { name: null, marks: Decoration.none }
const setLit = StateEffect.define<NamePlace | null>()
const place = Decoration.mark({ class: 'cm-litName' })
const line = Decoration.line({ class: 'cm-litLine' })

/// The definition and the uses, and the lines that they stand on.
function mark(name: NamePlace, doc: Text): Lit {
  const builder = new RangeSetBuilder<Decoration>()
  let marked = -1
  for (const { from, to } of [name, ...name.uses].toSorted((a, b) => a.from - b.from)) {
    if (from >= to || to > doc.length) continue
    const { from: start } = doc.lineAt(from)
    if (start !== marked) builder.add(start, start, line)
    marked = start
    builder.add(from, to, place)
  }
  return { name, marks: builder.finish() }
}

const litField = StateField.define<Lit>({
  create: () => none,
  update(lit, transaction) {
    for (const effect of transaction.effects) if (effect.is(setLit)) return effect.value === null ? none : mark(effect.value, transaction.newDoc)
    return transaction.docChanged ? none : lit
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ marks }) => marks),
    EditorView.editorAttributes.from(field, ({ name }): Record<string, string> => (name === null ? {} : { class: 'cm-hasLit' })),
    EditorView.updateListener.of(({ view, startState, state }) => {
      const { name } = state.field(field)
      if (name !== (startState.field(field, false) ?? none).name) for (const listen of state.facet(onLitName)) listen(view, name)
    }),
  ],
})

/// Lights a value, or none.
export function lightName(view: EditorView, name: NamePlace | null): void {
  view.dispatch({ effects: setLit.of(name) })
}

/// Where the lit value is defined, or null.
export const litPosition = (state: EditorState): number | null => state.field(litField, false)?.name?.from ?? null

/// Who else shows values hears which one is lit.
export const onLitName = Facet.define<(view: EditorView, name: NamePlace | null) => void>()

const look = EditorView.baseTheme({
  '&.cm-hasLit .cm-line:not(.cm-litLine)': { opacity: '0.4' },
  '.cm-litName': { backgroundColor: 'color-mix(in srgb, var(--now, #c60) 22%, transparent)', borderRadius: '2px' },
})

/// A value stands out with its definition and its uses, and the other lines step back.
export const litName: Extension = [litField, look]
