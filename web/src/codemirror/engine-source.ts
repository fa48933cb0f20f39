import { Annotation, Facet, StateEffect, StateField, type Extension, type Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { NamePlace, OpInfo, OpTable, Program } from 'paddock-hlo'

/// What the editor's features ask of the engine. The program is the one that was read last;
/// its places are the text's only while `isCurrent`.
export interface EngineSource {
  program: Program | null
  isCurrent: boolean
}

/// On changes after which the text is the same: what is known of it stays true.
export const isSettled = Annotation.define<boolean>()

const texts = new WeakMap<Text, string>()

/// A document as one string, put together once: of megabytes that takes as long as a frame.
export function textOf(doc: Text): string {
  let text = texts.get(doc)
  if (text === undefined) texts.set(doc, (text = doc.toString()))
  return text
}

const setProgram = StateEffect.define<Program | null>()

const programField = StateField.define<EngineSource>({
  create: () => ({ program: null, isCurrent: false }),
  update(source, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setProgram)) return { program: effect.value, isCurrent: effect.value?.text === textOf(transaction.newDoc) }
    }
    if (transaction.annotation(isSettled) === true) return source
    return transaction.docChanged && source.isCurrent ? { ...source, isCurrent: false } : source
  },
})

const opTable = Facet.define<OpTable, OpTable | null>({ combine: (tables) => tables[0] ?? null })
const opTableField = StateEffect.define<OpTable>()
const tableField = StateField.define<OpTable | null>({
  create: () => null,
  update(table, transaction) {
    for (const effect of transaction.effects) if (effect.is(opTableField)) return effect.value
    return table
  },
  provide: (field) => opTable.computeN([field], (state) => (state.field(field) === null ? [] : [state.field(field)!])),
})

export function giveProgram(view: EditorView, program: Program | null): void {
  view.dispatch({ effects: setProgram.of(program) })
}

export function giveOpTable(view: EditorView, table: OpTable): void {
  view.dispatch({ effects: opTableField.of(table) })
}

/// The program that was read from the very text that is shown, or null.
export function currentProgram(view: EditorView): Program | null {
  const source = view.state.field(programField, false)
  return source?.isCurrent === true ? source.program : null
}

/// The program that was read last, perhaps before some edits.
export function latestProgram(view: EditorView): Program | null {
  return view.state.field(programField, false)?.program ?? null
}

export function tableOf(view: EditorView): OpTable | null {
  return view.state.facet(opTable)
}

/// `add` and `func` are written for `stablehlo.add` and `func.func`, too.
export function findOp(table: OpTable, written: string): OpInfo | undefined {
  return table.ops.find(({ name }) => name === written) ?? table.ops.find(({ name }) => name === `func.${written}`)
}

/// What else there is to say of a name under the pointer, such as its value; null for nothing.
export const nameDetail = Facet.define<(view: EditorView, name: NamePlace) => HTMLElement | null>()

export const engineSource: Extension = [programField, tableField]
