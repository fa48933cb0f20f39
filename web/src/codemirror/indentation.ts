import { indentService, type IndentContext } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

interface Line {
  from: number
  text: string
}

const openingOf: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[' }

/// How far up the bracket that a line closes is looked for.
const farthest = 20_000

/// The last line before `end` that has something on it; a line that is just being broken ends there.
function lineAbove(context: IndentContext, end: number): Line | null {
  let line = context.simulatedBreak === end ? context.lineAt(end, -1) : null
  while (line === null || line.text.trim() === '') {
    const from = line?.from ?? end
    if (from === 0) return null
    line = context.lineAt(from - 1, -1)
  }
  return line
}

/// The line on which the bracket stands that a closing one at `end` belongs to.
function lineOfOpening(context: IndentContext, end: number, closing: string): Line | null {
  const start = context.state.doc.lineAt(Math.max(0, end - farthest)).from
  const open: RegExpExecArray[] = []
  // Brackets within strings and comments are none.
  for (const found of context.state.sliceDoc(start, end).matchAll(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|[{}()[\]]/g)) {
    const opening = openingOf[found[0]]
    if (found[0].length === 1 && opening === undefined) open.push(found)
    else if (opening !== undefined && open.at(-1)?.[0] === opening) open.pop()
  }
  const opening = open.at(-1)
  return opening !== undefined && opening[0] === openingOf[closing] ? context.lineAt(start + opening.index, -1) : null
}

/// What is left of an operation that began on a line above, such as its type.
const isContinuation = ({ text }: Line): boolean => /^\s*(?::|->|=|,|attributes\b)/.test(text)

/// The line that begins what `line` goes on with.
function firstLineOf(context: IndentContext, line: Line): Line {
  for (let first = line; ; ) {
    const above = isContinuation(first) ? lineAbove(context, first.from) : null
    if (above === null) return first
    first = above
  }
}

function indent(context: IndentContext, position: number): number | null {
  const { from, text } = context.lineAt(position)
  const closing = /^\s*([}\])])/.exec(text)?.[1]
  if (closing !== undefined) {
    const opening = lineOfOpening(context, from, closing)
    return opening === null ? null : context.lineIndent(opening.from, -1)
  }
  const above = lineAbove(context, from)
  if (above === null) return 0
  const opensRegion = /[{([]\s*(?:\/\/.*)?$/.test(above.text) || /^\s*\^.*:\s*$/.test(above.text)
  return context.lineIndent(firstLineOf(context, above).from, -1) + (opensRegion ? context.unit : 0)
}

/// A region's operations stand further in than the one that holds them, and what closes it below
/// the line that opened it.
export const indentation: Extension = indentService.of(indent)
