import { StateEffect, StateField, type EditorState, type Text, type Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/// Number of occurrences of each definition in a text.
export type Definitions = ReadonlyMap<string, number>

interface Known {
  present: Definitions
  /// Definitions of the program whose run is shown; null if none is.
  ran: Definitions | null
}

const setRan = StateEffect.define<Definitions | null>()

/// Only the first characters of a line are read: literals have megabytes.
const longestDefinition = 400

/// Returns the definitions of a line, without numbers: a statement with results, or a function's arguments.
function definitionsIn(line: string): readonly string[] {
  const text = line.slice(0, longestDefinition)
  if (/^\s*%[^=]*=/.test(text)) return [text.replace(/\/\/.*|\bloc\(.*/, '').replace(/dense<[^>]*>?/g, 'dense<>').replace(/\s+/g, ' ').trim()]
  return /\bfunc\b/.test(text) ? (text.match(/%[\w$.-]+\s*:\s*(?:[^,()<>{]|<[^>]*>)+/g) ?? []) : []
}

interface Lines {
  first: number
  last: number
}

function count(doc: Text, parts: readonly Lines[], into: Map<string, number>, step: 1 | -1): void {
  for (const { first, last } of parts) {
    for (let number = first; number <= last; ++number) {
      for (const definition of definitionsIn(doc.line(number).text)) into.set(definition, (into.get(definition) ?? 0) + step)
    }
  }
}

function countAll(doc: Text): Definitions {
  const all = new Map<string, number>()
  count(doc, [{ first: 1, last: doc.lines }], all, 1)
  return all
}

/// Adds lines to sorted ranges, each line once.
function addLines(parts: Lines[], doc: Text, from: number, to: number): void {
  const first = doc.lineAt(from).number
  const last = doc.lineAt(to).number
  const before = parts.at(-1)
  if (before !== undefined && first <= before.last) before.last = Math.max(before.last, last)
  else parts.push({ first, last })
}

function afterChanges(present: Definitions, { changes, startState, newDoc }: Transaction): Definitions {
  const [old, fresh]: [Lines[], Lines[]] = [[], []]
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    addLines(old, startState.doc, fromA, toA)
    addLines(fresh, newDoc, fromB, toB)
  })
  const difference = new Map<string, number>()
  count(startState.doc, old, difference, -1)
  count(newDoc, fresh, difference, 1)
  const changed = [...difference].filter(([, by]) => by !== 0)
  // Most edits change no definition.
  if (changed.length === 0) return present
  const next = new Map(present)
  for (const [definition, by] of changed) {
    const times = (next.get(definition) ?? 0) + by
    if (times > 0) next.set(definition, times)
    else next.delete(definition)
  }
  return next
}

/// Tracks the definitions of a text, which identify its program: an edit keeps most of them, a paste does not.
export const sameProgram = StateField.define<Known>({
  create: ({ doc }) => ({ present: countAll(doc), ran: null }),
  update(known, transaction) {
    const present = transaction.docChanged ? afterChanges(known.present, transaction) : known.present
    let { ran } = known
    for (const effect of transaction.effects) if (effect.is(setRan)) ran = effect.value
    return present === known.present && ran === known.ran ? known : { present, ran }
  },
})

export const definitionsOf = (state: EditorState): Definitions => state.field(sameProgram).present

/// Sets the definitions of the program whose run is shown; null: none.
export function setShownDefinitions(view: EditorView, ran: Definitions | null): void {
  if (view.state.field(sameProgram).ran !== ran) view.dispatch({ effects: setRan.of(ran) })
}

/// Whether a text is still the program with these definitions: at least half of them remain.
export function isStill(before: Definitions, present: Definitions): boolean {
  if (present === before) return true
  let [kept, all] = [0, 0]
  for (const [definition, times] of before) {
    all += times
    kept += Math.min(times, present.get(definition) ?? 0)
  }
  return all === 0 ? present.size === 0 : kept > 0 && 2 * kept >= all
}

/// Whether the text is still the program whose run is shown.
export function isSameProgram(state: EditorState): boolean {
  const { present, ran } = state.field(sameProgram)
  return ran !== null && isStill(ran, present)
}
