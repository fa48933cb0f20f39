/// Lexical classes of C++ and JavaScript in builder code, for static text.

/// `method`: of the builder, which stands for an operation.
type CodeWordKind = 'comment' | 'string' | 'number' | 'keyword' | 'method' | null

const keywords = new Set([
  'auto', 'const', 'enum', 'export', 'false', 'function', 'if', 'include', 'namespace', 'new', 'return', 'true', 'using', 'void',
])

const forms: readonly [RegExp, CodeWordKind][] = [
  [/\s+/y, null],
  [/\/\/.*/y, 'comment'],
  [/R"\((?:[^)]|\)(?!"))*\)"/y, 'string'],
  [/"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/y, 'string'],
  [/-?\d[\w.]*(?:(?<=e)[+-]\d+)?/y, 'number'],
]
const method = /\.[A-Za-z]\w*(?=\()/y
const word = /[A-Za-z_$][\w$]*/y

/// Returns the word that begins at `from`, and its end.
export function codeWordAt(text: string, from: number): { end: number; kind: CodeWordKind } {
  for (const [form, kind] of forms) {
    form.lastIndex = from
    if (form.test(text)) return { end: form.lastIndex, kind }
  }
  method.lastIndex = from
  if (method.test(text)) return { end: method.lastIndex, kind: 'method' }
  word.lastIndex = from
  const found = word.exec(text)?.[0]
  if (found === undefined) return { end: from + String.fromCodePoint(text.codePointAt(from)!).length, kind: null }
  return { end: from + found.length, kind: keywords.has(found) ? 'keyword' : null }
}
