import { StreamLanguage, type StringStream } from '@codemirror/language'

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

/// The words of MLIR text. What a program means is the engine's to say, not this mode's.
export const language = StreamLanguage.define({
  name: 'mlir',
  token,
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '<', '"'] }, indentOnInput: /^\s*[}\])]$/ },
})
