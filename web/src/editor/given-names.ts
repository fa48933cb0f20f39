import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { textOf } from '../codemirror/engine-source.js'
import { givenName } from '../codemirror/given-names.js'
import { element } from '../shared/dom.js'

const show = StateEffect.define<boolean>()

/// Whether given names are shown in place of `%17`.
const shownField = StateField.define<boolean>({
  create: () => false,
  update: (before, { effects }) => effects.reduce((is, effect) => (effect.is(show) ? effect.value : is), before),
})

export const showsGivenNames = (view: EditorView): boolean => view.state.field(shownField, false) ?? false

export function showGivenNames(view: EditorView, isShown: boolean): void {
  view.dispatch({ effects: show.of(isShown) })
}

/// Number of characters above which a name is shortened in the middle.
const longestName = 28
const definition = /(%[\w$][\w$.-]*)(?::\d+)?(?: = .*?|: [^%\n]*?) loc\(((?:"(?:[^"\\]|\\.)*"|[^()"]|\((?:"(?:[^"\\]|\\.)*"|[^()"]|\([^()]*\))*\))*)\)/g

/// Given names of the values of a function, which begins at `from`: `%0` to `attention/dot_general`,
/// numbered if several values share one.
interface Scope {
  from: number
  names: ReadonlyMap<string, string>
}

let read: { text: string; scopes: readonly Scope[] } = { text: '', scopes: [] }

/// Returns the scopes of a text in order. The last text's are cached.
function scopesIn(text: string): readonly Scope[] {
  if (read.text !== text) read = { text, scopes: text.includes('loc(') ? findScopes(text) : [] }
  return read.scopes
}

/// Returns whether a value of the text has a given name.
export const hasGivenNames = (text: string): boolean => scopesIn(text).some(({ names }) => names.size > 0)

/// Each function has its own `%0`.
function findScopes(text: string): Scope[] {
  const begins = [0, ...[...text.matchAll(/"?func\.func\b/g)].map(({ index }) => index)]
  return begins.map((from, i) => ({ from, names: findNames(text.slice(from, begins[i + 1]), text) }))
}

/// Aliases are resolved in the whole text.
function findNames(part: string, text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const [, name, location] of part.matchAll(definition)) {
    const given = givenName(location!, text)
    if (given === null || given === name!.slice(1) || names.has(name!)) continue
    const count = (counts.get(given) ?? 0) + 1
    counts.set(given, count)
    names.set(name!, count === 1 ? given : `${given} ${count}`)
  }
  return names
}

const short = (name: string): string => (name.length <= longestName ? name : `${name.slice(0, 10)}…${name.slice(11 - longestName)}`)

class GivenName extends WidgetType {
  constructor(
    private readonly name: string,
    private readonly given: string,
  ) {
    super()
  }

  override eq({ name, given }: GivenName): boolean {
    return name === this.name && given === this.given
  }

  toDOM(): HTMLElement {
    const dom = element('span', 'cm-givenName')
    dom.textContent = short(this.given)
    dom.title = `${this.name}: ${this.given}`
    return dom
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/// Only on lines without a cursor, so that the edited line shows the actual text.
class GivenNames {
  decorations: DecorationSet

  constructor(view: EditorView) {
    this.decorations = find(view)
  }

  update({ docChanged, viewportChanged, selectionSet, startState, state, view }: ViewUpdate): void {
    const isTurned = startState.field(shownField) !== state.field(shownField)
    if (isTurned || (state.field(shownField) && (docChanged || viewportChanged || selectionSet))) this.decorations = find(view)
  }
}

function find(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view
  if (!state.field(shownField)) return Decoration.none
  const scopes = scopesIn(textOf(state.doc))
  const found: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges) {
    for (const match of state.sliceDoc(from, to).matchAll(/%[\w$][\w$.-]*/g)) {
      const at = from + match.index
      const given = scopes.findLast((scope) => scope.from <= at)?.names.get(match[0])
      if (given !== undefined && !hasCursor(state, at)) found.push(Decoration.replace({ widget: new GivenName(match[0], given) }).range(at, at + match[0].length))
    }
  }
  return Decoration.set(found, true)
}

function hasCursor({ doc, selection }: EditorState, at: number): boolean {
  const { from, to } = doc.lineAt(at)
  return selection.ranges.some((range) => range.from <= to && from <= range.to)
}

const plugin = ViewPlugin.fromClass(GivenNames, { decorations: (names) => names.decorations })

const look = EditorView.baseTheme({ '.cm-givenName': { color: 'var(--green)', fontStyle: 'italic' } })

/// Shows names from `loc(...)` in place of the numbers that a compiler assigned.
export const givenNames: Extension = [shownField, plugin, look]
