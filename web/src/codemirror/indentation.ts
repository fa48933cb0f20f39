import { indentService, type IndentContext } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { beginsStatement, bracketsOf, openingOf, type Bracket } from './program-lines.js'

interface Line {
  from: number
  text: string
}

/// Limit of the search upwards for the bracket that a line closes.
const farthest = 20_000

/// Returns the last line before `end` that is not empty; a line that is being broken ends there.
function lineAbove(context: IndentContext, end: number): Line | null {
  let line = context.simulatedBreak === end ? context.lineAt(end, -1) : null
  while (line === null || line.text.trim() === '') {
    const from = line?.from ?? end
    if (from === 0) return null
    line = context.lineAt(from - 1, -1)
  }
  return line
}

/// Returns the unmatched brackets of a text, opening and closing. Brackets of types are ignored,
/// since half a line may leave them open.
function unmatched(text: string): { open: Bracket[]; closing: Bracket[] } {
  const open: Bracket[] = []
  const closing: Bracket[] = []
  for (const bracket of bracketsOf(text)) {
    if (bracket.text === '<' || bracket.text === '>') continue
    const opening = openingOf(bracket.text)
    if (opening === undefined) open.push(bracket)
    else if (open.at(-1)?.text === opening) open.pop()
    else closing.push(bracket)
  }
  return { open, closing }
}

/// Returns the line of the innermost bracket that is open at `end`; for a closing bracket, the line of its counterpart.
function lineOfOpening(context: IndentContext, end: number, closing?: string): Line | null {
  const start = context.state.doc.lineAt(Math.max(0, end - farthest)).from
  const opening = unmatched(context.state.sliceDoc(start, end)).open.at(-1)
  if (opening === undefined || (closing !== undefined && opening.text !== openingOf(closing))) return null
  return context.lineAt(start + opening.at, -1)
}

/// Returns the first line of the statement that `line` continues or ends.
function firstLineOf(context: IndentContext, line: Line): Line {
  for (let first = line; ; ) {
    const above = lineBefore(context, first)
    if (above === null) return first
    first = above
  }
}

function lineBefore(context: IndentContext, line: Line): Line | null {
  const closing = unmatched(line.text).closing.at(-1)
  if (closing !== undefined) return lineOfOpening(context, line.from + closing.at, closing.text)
  // Other lines continue an operation with its attributes or its type.
  if (beginsStatement(line.text)) return null
  const above = lineAbove(context, line.from)
  // After a line with an open bracket, the line begins the bracket's content and continues nothing.
  return above !== null && unmatched(above.text).open.length === 0 ? above : null
}

function indent(context: IndentContext, position: number): number | null {
  const { from, text } = context.lineAt(position)
  const columnOf = (line: Line): number => context.lineIndent(firstLineOf(context, line).from, -1)
  const outer = /^\s*([}\])^])/.exec(text)?.[1]
  if (outer !== undefined) {
    const opening = lineOfOpening(context, from, outer === '^' ? undefined : outer)
    return opening === null ? null : columnOf(opening)
  }
  const above = lineAbove(context, from)
  if (above === null) return 0
  const opensRegion = /[{([]\s*(?:\/\/.*)?$/.test(above.text) || /^\s*\^.*:\s*$/.test(above.text)
  return columnOf(above) + (opensRegion ? context.unit : 0)
}

/// Operations of a region are indented relative to the operation that holds them. Labels and
/// closing brackets align with the line that opened the region.
export const indentation: Extension = indentService.of(indent)
