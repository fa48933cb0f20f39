/// Elements of `dense<...>` and of comments as text, found and replaced one by one.

/// What stands between `dense<` and its `>`, or behind a comment's `:`.
export interface Body {
  from: number
  to: number
}

/// The first literal of a text; null where there is none that says its elements.
export function findBody(text: string): Body | null {
  const found = /\bdense<(\s*"0x[\dA-Fa-f]*"\s*|[\s\w.,+\-[\]()]*)>/.exec(text)
  if (found === null) return null
  const from = found.index + 'dense<'.length
  return { from, to: from + found[1]!.length }
}

/// The values that comments give for a name; several where processes have their own.
export function findComments(text: string, name: string): Body[] {
  const escaped = name.replace(/[^\w]/g, '\\$&')
  const heads = text.matchAll(new RegExp(`^[ \\t]*//[ \\t]*%?${escaped}(?:@\\([^)]*\\))?[ \\t]*[:=][ \\t]*`, 'gm'))
  return [...heads].map((head) => {
    const from = head.index + head[0].length
    return { from, to: from + extentOf(text.slice(from)) }
  })
}

/// A list goes on until its brackets are closed, anything else to the end of its line.
function extentOf(text: string): number {
  if (!text.startsWith('[')) return /^\S*/.exec(text)![0].length
  let depth = 0
  for (const { 0: bracket, index } of text.matchAll(/[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1
    if (depth === 0) return index + 1
  }
  return text.length
}

/// The elements are the bits of all, in hexadecimal digits.
export const isBits = (body: string): boolean => body.includes('"')

const numberPattern = /[\w.+-]+/g
const pairPattern = /\([^()]*\)/g

/// The change of a body that gives element `index` another text; null where it has no such
/// element. One element that stands for all is written out.
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

/// `[[a, b], [c, d]]`.
export function nested(elements: readonly string[], shape: readonly number[]): string {
  if (shape.length === 0) return elements[0] ?? ''
  const [size, ...rest] = shape
  const inner = rest.reduce((product, one) => product * one, 1)
  return `[${Array.from({ length: size! }, (_, i) => nested(elements.slice(i * inner, (i + 1) * inner), rest)).join(', ')}]`
}
