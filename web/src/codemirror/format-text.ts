import { beginsStatement, bracketsOf, openingOf, token } from './program-lines.js'

/// Formats a program's text: two spaces for each region, one between words, no double empty lines.
/// Comments, strings and the content of `<...>` stay unchanged. Continuation lines keep their
/// indentation relative to the first line of the statement.
export function formatText(text: string): string {
  const lines: string[] = []
  const open: string[] = []
  let shift = 0
  for (const line of text.split('\n')) {
    const written = line.trim()
    if (written === '') {
      if (!/^$|\{$/.test(lines.at(-1) ?? '')) lines.push('')
      continue
    }
    if (written.startsWith('}') && lines.at(-1) === '') lines.pop()
    const indent = line.length - line.trimStart().length
    const isLiteral = open.length > 0 && open.at(-1) !== '{'
    const begins = !isLiteral && (beginsStatement(written) || startsRegion.test(written) || lines.length === 0) && !isUnfinished(lines)
    const depth = depthOf(open, written)
    if (begins) shift = 2 * depth - indent
    const least = begins ? 0 : 2 * depth
    lines.push(' '.repeat(Math.max(least, indent + shift)) + (isLiteral ? written : spaced(written)))
    follow(open, written)
  }
  while (lines.at(-1) === '') lines.pop()
  return `${lines.join('\n')}\n`
}

/// Lines that begin or end a region, or use the short form of a call, are statements of their own.
const startsRegion = /^(?:\}|(?:call|cond|do)\b)/

/// Whether the last of these lines is continued on the next.
function isUnfinished(lines: readonly string[]): boolean {
  const last = lines.findLast((line) => line !== '' && !/^\s*\/\//.test(line)) ?? ''
  return /(?:[,=(]|->)$/.test([...last.matchAll(token)].map(([part]) => (part.startsWith('//') ? '' : part)).join('').trimEnd())
}

/// Returns the nesting depth of a line. Regions closed by its leading brackets do not count. A
/// block's label has the depth of the operation that holds the region.
function depthOf(open: readonly string[], line: string): number {
  const regions = open.filter((bracket) => bracket === '{').length
  const closed = /^[})\]>]*/.exec(line)![0].split('}').length - 1
  return Math.max(0, regions - closed - (line.startsWith('^') ? 1 : 0))
}

/// Returns the brackets that are open after a line.
function follow(open: string[], line: string): void {
  for (const { text } of bracketsOf(line)) {
    if (openingOf(text) === undefined) open.push(text)
    else open.pop()
  }
}

/// Normalizes spaces: one between words, after commas and around `=`, outside `<...>`.
function spaced(line: string): string {
  let result = ''
  const open: string[] = []
  for (const [part] of line.matchAll(token)) {
    const isVerbatim = open.includes('<') || part.startsWith('"') || part.startsWith('//')
    follow(open, part)
    if (isVerbatim || part === '<') result += part
    else if (part === '->') result = /\]$/.test(result) ? `${result}->` : `${result.trimEnd()} -> `
    else if (part === '{') result = /[\w)>]$/.test(result) ? `${result} {` : `${result}{`
    else if (/^[)\]}]$/.test(part)) result = result.trimEnd() + part
    else result = joined(result, part, open.at(-1) === '(' ? ': ' : ' : ')
  }
  return line.startsWith('^') ? result.trim().replace(/ :$/, ':') : result.trim()
}

/// `colon` replaces the colon before a type; that of an argument directly follows its name.
function joined(before: string, words: string, colon: string): string {
  const single = words.replace(/\s*=\s*/g, ' = ').replace(/\s*,\s*/g, ', ').replace(/\s*:\s*(?=[a-z!]|$)/g, colon).replace(/\s+/g, ' ')
  return /[\s([{]$/.test(before) ? before + single.trimStart() : before + single
}
