/// Lexical classes of MLIR words. Independent of the editor, so that static text can be coloured as well.

/// Names of highlighting tags; null for words without one.
export type WordKind = 'comment' | 'string' | 'variableName' | 'labelName' | 'typeName' | 'number' | 'keyword' | 'modifier' | null

/// Keywords that the grammar recognizes anywhere.
const keywords = new Set([
  'module', 'attributes', 'func', 'return', 'call', 'private', 'public', 'init', 'applies', 'across',
  'dimensions', 'reducer', 'cond', 'do', 'dense', 'array', 'loc', 'true', 'false', 'unit',
])

const typeName = /^(?:tensor|tuple|memref|complex|index|none|token|[su]?i\d+|b?f\d+\w*|tf32)$/

const forms: readonly [RegExp, WordKind][] = [
  [/\s+/y, null],
  [/\/\/.*/y, 'comment'],
  [/"(?:[^"\\]|\\.)*"?/y, 'string'],
  [/%[\w$.-]+(?:#\d+)?/y, 'variableName'],
  [/@(?:[\w$.-]+|"[^"]*")/y, 'labelName'],
  [/\^[\w$.-]+/y, 'labelName'],
  [/[#!][\w$.]+/y, 'typeName'],
  [/(?:\d+|\?)(?=(?:x(?:\d+|\?))*x[a-z!])/y, 'typeName'],
  [/x(?=\d|\?|[a-z!])/y, 'typeName'],
  [/-?0x[0-9a-fA-F]+|-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/y, 'number'],
]

const name = /[A-Za-z_][\w$]*(?:\.[\w$]+)*/y

/// Returns the word that begins at `from` in a line, and its end.
export function wordAt(line: string, from: number): { end: number; kind: WordKind } {
  for (const [form, kind] of forms) {
    form.lastIndex = from
    if (form.test(line)) return { end: form.lastIndex, kind }
  }
  name.lastIndex = from
  const word = name.exec(line)?.[0]
  if (word !== undefined) return { end: from + word.length, kind: classify(word) }
  return { end: from + String.fromCodePoint(line.codePointAt(from)!).length, kind: null }
}

function classify(word: string): WordKind {
  if (word.includes('.')) return 'keyword'
  if (typeName.test(word)) return 'typeName'
  return keywords.has(word) ? 'modifier' : null
}

/// Colours: operations are bold, values green, comments muted. Other colours are reserved for meaning.
export const wordLooks: Readonly<Partial<Record<NonNullable<WordKind>, Readonly<Record<string, string>>>>> = {
  keyword: { 'font-weight': '600' },
  modifier: { color: 'var(--ink)' },
  variableName: { color: 'var(--green)' },
  labelName: { color: 'var(--ink)', 'font-style': 'italic' },
  typeName: { color: 'var(--muted)' },
  comment: { color: 'var(--muted)', 'font-style': 'italic' },
  string: { color: 'var(--muted)' },
}
