import { StreamLanguage, type StringStream } from '@codemirror/language'
import { wordAt } from './words.js'

function token(stream: StringStream): string | null {
  const { end, kind } = wordAt(stream.string, stream.pos)
  stream.pos = end
  return kind
}

/// Tokens of MLIR text. This mode has no semantics: the engine checks programs.
export const language = StreamLanguage.define({
  name: 'mlir',
  token,
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '<', '"'] }, indentOnInput: /^\s*[}\])]$/ },
})
