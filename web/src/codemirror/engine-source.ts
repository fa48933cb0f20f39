import { Annotation, Facet, StateEffect, StateField, type Extension, type Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { NamePlace, OpInfo, OpTable, Program } from 'paddock-hlo'

/// The engine's program and table for the editor's features. `program` is the one read last; its
/// offsets match the text only while `isCurrent`.
interface EngineSource {
  program: Program | null
  isCurrent: boolean
}

/// Set on transactions that restore the same text, so that the program stays current.
export const isSettled = Annotation.define<boolean>()

const texts = new WeakMap<Text, string>()

/// Returns a document as a string, cached, since joining megabytes takes as long as a frame.
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

/// Returns the program of the text shown, or null if that text has not been read.
///
/// @param view The editor.
export function currentProgram(view: EditorView): Program | null {
  const source = view.state.field(programField, false)
  return source?.isCurrent === true ? source.program : null
}

/// Returns the program that was read last, possibly before recent edits.
export function latestProgram(view: EditorView): Program | null {
  return view.state.field(programField, false)?.program ?? null
}

export function tableOf(view: EditorView): OpTable | null {
  return view.state.facet(opTable)
}

/// Looks up an operation; `add` and `func` mean `stablehlo.add` and `func.func`.
export function findOp(table: OpTable, written: string): OpInfo | undefined {
  return table.ops.find(({ name }) => name === written) ?? table.ops.find(({ name }) => name === `func.${written}`)
}

/// Provides additional details for a name under the pointer, such as its value; null for none.
export const nameDetail = Facet.define<(view: EditorView, name: NamePlace) => HTMLElement | null>()

export const engineSource: Extension = [programField, tableField]
