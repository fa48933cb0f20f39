import type { EditorState } from '@codemirror/state'
import type { OpInfo, OpTable } from 'paddock-hlo'
import { findOp } from './engine-source.js'
import { beginsStatement } from './program-lines.js'

/// The statement around a position, parsed only up to it: usually half a line.
export interface Statement {
  before: string
  from: number
  info: OpInfo | undefined
}

const opWord = /^\s*(?:%[\w$.:#, %-]+=\s*)?"?([A-Za-z_][\w$]*(?:\.[\w$]+)*)/
/// For a longer line only the end is read; the operation's name is not in it.
const longestLine = 20_000

/// An operation may span lines; it began at the last line that starts like a statement.
export function statementAt({ doc }: EditorState, position: number, table: OpTable): Statement {
  let line = doc.lineAt(position)
  const beginsHere = (): boolean => {
    const start = doc.sliceString(line.from, Math.min(line.to, line.from + 400))
    return beginsStatement(start) || /^\s*\}/.test(start)
  }
  for (let i = 0; i < 12 && line.number > 1 && !beginsHere(); ++i) line = doc.line(line.number - 1)
  const written = opWord.exec(doc.sliceString(line.from, Math.min(position, line.from + 400)))?.[1]
  const before = doc.sliceString(Math.max(line.from, position - longestLine), position)
  return { before, from: line.from, info: written === undefined ? undefined : findOp(table, written) }
}

/// Attributes that custom forms write under other words.
const customWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DotDimensions: { contracting_dims: 'dot_dimension_numbers', batching_dims: 'dot_dimension_numbers' },
  ConvolutionDimensions: { dim_numbers: 'dimension_numbers' },
  Window: { stride: 'window_strides', pad: 'padding', lhs_dilate: 'lhs_dilation', rhs_dilate: 'rhs_dilation', reverse: 'window_reversal' },
}

/// Keywords that an operation's pretty form writes before `=`, each with its attribute.
export function prettyWords({ format }: OpInfo): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const [, word, attribute, custom] of format.matchAll(/`(\w+)`\s+`=`\s+`?\[?`?\s*\$(\w+)|custom<(\w+)>/g)) {
    if (custom === undefined) words.set(word!, attribute!)
    else for (const [name, of] of Object.entries(customWords[custom] ?? {})) words.set(name, of)
  }
  return words
}
