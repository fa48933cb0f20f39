import { StreamLanguage, type StringStream } from '@codemirror/language'
import { wordAt } from './words.js'

function token(stream: StringStream): string | null {
  const { end, kind } = wordAt(stream.string, stream.pos)
  stream.pos = end
  return kind
}

/// The words of MLIR text. What a program means is the engine's to say, not this mode's.
export const language = StreamLanguage.define({
  name: 'mlir',
  token,
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '<', '"'] }, indentOnInput: /^\s*[}\])]$/ },
})
