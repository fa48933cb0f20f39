/// The type at the end of an operation's line.
interface LineType {
  /// Offset of its colon.
  from: number
  to: number
  /// Types of operands, up to the arrow; null if there is no arrow.
  operands: { from: number; to: number } | null
}

/// Number of characters that are searched for a type.
const longestType = 1500

/// Types contain no quotes, braces or equals signs, which attributes do.
const wholeType = /^:\s+(?:\(|tensor\b|tuple\b|memref\b|complex\b|index\b|none\b|!|[su]?i\d|b?f\d|tf32)[\w<>?!.,:()[\]#@*\s-]*$/

/// Returns the position of the type that ends a line; null if none does.
export function typeAtEnd(line: string): LineType | null {
  const start = Math.max(0, line.length - longestType)
  const text = line.slice(start).replace(/\s+$/, '').replace(/\s+loc\((?:[^()"]|"[^"]*"|\([^()]*\))*\)$/, '')
  const colon = Math.max(text.lastIndexOf(' : ') + 1, /^\s*: /.test(text) ? text.indexOf(':') : 0)
  if (colon === 0 && !text.startsWith(': ')) return null
  const type = text.slice(colon)
  if (!wholeType.test(type)) return null
  const from = start + colon
  const arrow = type.indexOf(' -> ')
  const begin = /^:\s+/.exec(type)![0].length
  const operands = arrow < 0 || type[begin] !== '(' ? null : { from: from + begin, to: from + arrow }
  return { from, to: from + type.length, operands }
}
