import { beginsStatement, bracketsOf, openingOf, token } from './program-lines.js'

/// Sets a program's text in order: two spaces for each region, one between words, single empty lines. Comments,
/// strings and what stands in `<...>` stay as they are, and lines that continue a statement keep their
/// place relative to its first line.
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

/// A line that begins or ends a region, or calls in short, stands for itself, too.
const startsRegion = /^(?:\}|(?:call|cond|do)\b)/

/// Whether the last line of these wants another one.
function isUnfinished(lines: readonly string[]): boolean {
  const last = lines.findLast((line) => line !== '' && !/^\s*\/\//.test(line)) ?? ''
  return /(?:[,=(]|->)$/.test([...last.matchAll(token)].map(([part]) => (part.startsWith('//') ? '' : part)).join('').trimEnd())
}

/// In how many regions a line stands. Those that it closes with its first brackets count no more; a block's
/// label stands with the operation that the region is of.
function depthOf(open: readonly string[], line: string): number {
  const regions = open.filter((bracket) => bracket === '{').length
  const closed = /^[})\]>]*/.exec(line)![0].split('}').length - 1
  return Math.max(0, regions - closed - (line.startsWith('^') ? 1 : 0))
}

/// Which brackets are open behind a line.
function follow(open: string[], line: string): void {
  for (const { text } of bracketsOf(line)) {
    if (openingOf(text) === undefined) open.push(text)
    else open.pop()
  }
}

/// One space between words, behind commas and around `=`, outside `<...>`.
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

/// `colon`: before a type; an argument's stands at its name.
function joined(before: string, words: string, colon: string): string {
  const single = words.replace(/\s*=\s*/g, ' = ').replace(/\s*,\s*/g, ', ').replace(/\s*:\s*(?=[a-z!]|$)/g, colon).replace(/\s+/g, ' ')
  return /[\s([{]$/.test(before) ? before + single.trimStart() : before + single
}
