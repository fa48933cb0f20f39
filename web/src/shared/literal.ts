/// Finds and replaces single elements in the text of `dense<...>` and of comments.

/// The text between `dense<` and its `>`, or after a comment's `:`.
export interface Body {
  from: number
  to: number
}

/// Returns the first literal of a text; null if none lists its elements.
export function findBody(text: string): Body | null {
  const found = /\bdense<(\s*"0x[\dA-Fa-f]*"\s*|[\s\w.,+\-[\]()]*)>/.exec(text)
  if (found === null) return null
  const from = found.index + 'dense<'.length
  return { from, to: from + found[1]!.length }
}

/// Returns the values that comments give for a name: several if processes have their own.
export function findComments(text: string, name: string): Body[] {
  const escaped = name.replace(/[^\w]/g, '\\$&')
  const heads = text.matchAll(new RegExp(`^[ \\t]*//[ \\t]*%?${escaped}(?:@\\([^)]*\\))?[ \\t]*[:=][ \\t]*`, 'gm'))
  return [...heads].map((head) => {
    const from = head.index + head[0].length
    return { from, to: from + extentOf(text.slice(from)) }
  })
}

/// A list extends to its closing bracket, anything else to the end of its line.
function extentOf(text: string): number {
  if (!text.startsWith('[')) return /^\S*/.exec(text)![0].length
  let depth = 0
  for (const { 0: bracket, index } of text.matchAll(/[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1
    if (depth === 0) return index + 1
  }
  return text.length
}

/// The body is the bits of all elements, in hexadecimal digits.
export const isBits = (body: string): boolean => body.includes('"')

const numberPattern = /[\w.+-]+/g
const pairPattern = /\([^()]*\)/g

/// Returns the change of a body that sets element `index` to another text; null if there is no such
/// element. A splat is expanded.
export function paintedBody(body: string, shape: readonly number[], index: number, element: string): { from: number; to: number; insert: string } | null {
  const isList = body.includes('[')
  if (isList || shape.length === 0) {
    const found = [...body.matchAll(element.startsWith('(') ? pairPattern : numberPattern)][index]
    if (found === undefined) return null
    return { from: found.index, to: found.index + found[0].length, insert: element }
  }
  const count = shape.reduce((product, size) => product * size, 1)
  const all = body.trim()
  if (index >= count || all === '') return null
  const elements = Array.from({ length: count }, (_, i) => (i === index ? element : all))
  return { from: 0, to: body.length, insert: nested(elements, shape) }
}

/// Formats `[[a, b], [c, d]]`.
export function nested(elements: readonly string[], shape: readonly number[]): string {
  if (shape.length === 0) return elements[0] ?? ''
  const [size, ...rest] = shape
  const inner = rest.reduce((product, one) => product * one, 1)
  return `[${Array.from({ length: size! }, (_, i) => nested(elements.slice(i * inner, (i + 1) * inner), rest)).join(', ')}]`
}
