import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting, type StringStream } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/// Words that the grammar gives a meaning wherever they stand.
const keywords = new Set([
  'module', 'attributes', 'func', 'return', 'call', 'private', 'public', 'init', 'applies', 'across',
  'dimensions', 'reducer', 'cond', 'do', 'dense', 'array', 'loc', 'true', 'false', 'unit',
])

const typeName = /^(?:tensor|tuple|memref|complex|index|none|token|[su]?i\d+|b?f\d+\w*|tf32)$/

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null
  if (stream.match('//')) {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
  if (stream.match(/^%[\w$.-]+(?:#\d+)?/)) return 'variableName'
  if (stream.match(/^@(?:[\w$.-]+|"[^"]*")/)) return 'labelName'
  if (stream.match(/^\^[\w$.-]+/)) return 'labelName'
  if (stream.match(/^[#!][\w$.]+/)) return 'typeName'
  if (stream.match(/^(?:\d+|\?)(?=(?:x(?:\d+|\?))*x[a-z!])/)) return 'typeName'
  if (stream.match(/^x(?=\d|\?|[a-z!])/)) return 'typeName'
  if (stream.match(/^-?0x[0-9a-fA-F]+|^-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/)) return 'number'
  const word = stream.match(/^[A-Za-z_][\w$]*(?:\.[\w$]+)*/) as RegExpMatchArray | null
  if (word !== null) return classify(word[0])
  stream.next()
  return null
}

function classify(word: string): string | null {
  if (word.includes('.')) return 'keyword'
  if (typeName.test(word)) return 'typeName'
  return keywords.has(word) ? 'modifier' : null
}

const language = StreamLanguage.define({
  name: 'mlir',
  token,
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '<', '"'] } },
})

/// Nearly monochrome: operations are bold, values green, comments muted. Colour is kept for
/// what means something.
const style = HighlightStyle.define([
  { tag: tags.keyword, fontWeight: '600' },
  { tag: tags.modifier, color: 'var(--ink)' },
  { tag: tags.variableName, color: 'var(--green)' },
  { tag: tags.labelName, color: 'var(--ink)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--muted)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--muted)' },
])

/// Highlighting of MLIR text. What a program means is the engine's to say, not this mode's.
export const mlirLanguage = new LanguageSupport(language, syntaxHighlighting(style))
