import { codeFolding, foldEffect, foldGutter, foldKeymap, foldService } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { groupedNumber } from '../shared/numbers.js'

/// Number of characters above which a literal is folded when a text is opened.
const longestLiteral = 80
const longestLaidOut = 600
/// Limit of the search for the end of a region, which runs at every key.
const longestRegion = 2_000_000
const literalEnd = 2000

interface Range {
  from: number
  to: number
}

/// Returns the range of elements of the literal that begins on a line, between `dense<[` and `]>`.
function literalFrom(state: EditorState, lineStart: number, lineEnd: number): Range | null {
  const open = state.sliceDoc(lineStart, Math.min(lineEnd, lineStart + 4000)).search(/dense(?:_resource)?<["[]/)
  if (open < 0) return null
  const from = lineStart + state.sliceDoc(lineStart + open, lineStart + open + 16).indexOf('<') + open + 2
  const to = findClose(state, from)
  return to === null || to - from <= longestLiteral ? null : { from, to }
}

/// Returns the offset of the bracket before the `>` that ends a literal; null if there is none.
function findClose(state: EditorState, from: number): number | null {
  const chunk = 1 << 16
  for (let at = from; at < state.doc.length; at += chunk) {
    const found = state.sliceDoc(at, at + chunk).indexOf('>')
    if (found >= 0) return at + found - 1
  }
  return null
}

/// Returns the fold of a region or function whose `{` ends the line, up to its `}`.
function regionFrom(state: EditorState, lineStart: number, lineEnd: number): Range | null {
  const { doc } = state
  const end = doc.sliceString(Math.max(lineStart, lineEnd - 200), lineEnd)
  if (!/\{\s*$/.test(end)) return null
  const from = lineEnd - (end.length - end.lastIndexOf('{')) + 1
  let depth = 1
  let read = 0
  for (let line = doc.lineAt(lineStart); line.number < doc.lines && read < longestRegion; ) {
    line = doc.line(line.number + 1)
    for (const part of endsOf(line)) {
      const text = doc.sliceString(part.from, part.to)
      read += text.length + 1
      for (const match of text.matchAll(/[{}]|\/\/.*|"(?:[^"\\]|\\.)*"/g)) {
        if (match[0] === '{') ++depth
        else if (match[0] === '}' && --depth === 0) return { from, to: part.from + match.index }
      }
    }
  }
  return null
}

/// Only the ends of a long line are searched, since its middle is one literal.
function endsOf({ from, to }: Range): Range[] {
  return to - from <= 2 * literalEnd ? [{ from, to }] : [{ from, to: from + literalEnd }, { from: to - literalEnd, to }]
}

const isAlias = (text: string): boolean => /^#loc\w* = loc\(/.test(text)

/// Returns the fold of the lines of `#loc4 = loc(...)` that begin here, after the first name.
function locationsFrom({ doc }: EditorState, lineStart: number): Range | null {
  if (doc.sliceString(lineStart, lineStart + 4) !== '#loc') return null
  const first = doc.lineAt(lineStart)
  if (!isAlias(first.text) || (first.number > 1 && isAlias(doc.line(first.number - 1).text))) return null
  let last = first
  while (last.number < doc.lines && isAlias(doc.line(last.number + 1).text)) last = doc.line(last.number + 1)
  return last === first ? null : { from: first.from + first.text.indexOf(' '), to: last.to }
}

const service = foldService.of((state, from, to) => locationsFrom(state, from) ?? literalFrom(state, from, to) ?? regionFrom(state, from, to))

/// Returns the placeholder `dense<[0, 512, …]>` with the number of elements.
function placeholder(_view: EditorView, onClick: (event: Event) => void, prepared: string): HTMLElement {
  const span = document.createElement('span')
  span.className = 'cm-foldPlaceholder'
  span.textContent = prepared
  span.setAttribute('aria-label', 'folded; click to unfold')
  span.onclick = onClick
  return span
}

function prepare(state: EditorState, { from, to }: Range): string {
  const isLocation = /^#loc\w*$/.test(state.sliceDoc(state.doc.lineAt(from).from, from))
  if (isLocation) return `… ${groupedNumber(state.doc.lineAt(to).number - state.doc.lineAt(from).number + 1)} locations`
  const isLiteral = /dense(?:_resource)?<["[]$/.test(state.sliceDoc(Math.max(0, from - 20), from))
  if (!isLiteral) return '…'
  const text = state.sliceDoc(from, Math.min(to, from + 1_000_000))
  const first = /^[^,\]"]{0,24}(?:,[^,\]"]{0,24})?/.exec(text)?.[0].replace(/\s+/g, ' ') ?? ''
  const count = text.startsWith('0x') ? `${groupedNumber((to - from - 2) / 2)} bytes` : `${groupedNumber((text.match(/,/g)?.length ?? 0) + 1)} elements`
  return `${first.trim()}, … ${count}`
}

/// Folds the long literals and lists of locations of a text that was just opened, or of a part of
/// it. A literal over several lines is meant to be seen, so it folds only if it is very long.
///
/// @param view The editor.
/// @param from First offset. Default: the beginning of the text.
/// @param to Offset behind the last. Default: the end of the text.
export function foldLongLiterals(view: EditorView, from = 0, to = view.state.doc.length): void {
  const { state } = view
  const effects = []
  for (let at = from, end = Math.min(to, state.doc.length); at < end; ) {
    const line = state.doc.lineAt(at)
    const locations = locationsFrom(state, line.from)
    if (locations !== null) {
      effects.push(foldEffect.of(locations))
      at = locations.to + 1
      continue
    }
    const literal = literalFrom(state, line.from, line.to)
    if (literal !== null) {
      const most = literal.to <= line.to ? longestLiteral : longestLaidOut
      if (literal.to - literal.from > most) effects.push(foldEffect.of(literal))
    }
    at = Math.max(line.to, literal?.to ?? 0) + 1
  }
  if (effects.length > 0) view.dispatch({ effects })
}

/// Folds what is long in a pasted program, as of an opened one. The text around it stays as it is.
const foldPasted = EditorView.updateListener.of(({ transactions, view }) => {
  for (const transaction of transactions) {
    if (!transaction.isUserEvent('input.paste')) continue
    transaction.changes.iterChanges((_from, _to, from, to) => {
      if (to - from > longestLaidOut) queueMicrotask(() => foldLongLiterals(view, from, to))
    })
  }
})

const look = EditorView.baseTheme({
  // Its own look has the same weight and may come later.
  '.cm-content .cm-foldPlaceholder': { background: 'none', border: '1px solid var(--line, currentColor)', borderRadius: '3px', color: 'var(--muted, inherit)', padding: '0 4px', cursor: 'pointer' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', color: 'var(--muted, inherit)' },
})

/// Folding of regions, long literals and lists of locations.
export const folding: Extension = [service, codeFolding({ placeholderDOM: placeholder, preparePlaceholder: prepare }), keymap.of(foldKeymap), foldPasted, look]

/// Gutter with the fold markers.
export const foldSigns: Extension = foldGutter({ openText: '⌄', closedText: '›' })
