/// Elements of `dense<...>` as text, found and replaced one by one.

/// What stands between `dense<` and its `>`.
export interface Body {
  from: number
  to: number
}

/// The first literal of a text; null where there is none that lists its elements as numbers.
export function findBody(text: string): Body | null {
  const open = /\bdense<(?!")/.exec(text)
  if (open === null) return null
  const from = open.index + open[0].length
  const to = text.indexOf('>', from)
  return to < 0 || /[^\s\w.,+\-[\]]/.test(text.slice(from, to)) ? null : { from, to }
}

const numberPattern = /[\w.+-]+/g

/// The change of a body that gives element `index` another number; null where it has no such
/// element. One number that stands for all is written out.
export function paintedBody(body: string, shape: readonly number[], index: number, number: string): { from: number; to: number; insert: string } | null {
  const isList = body.includes('[')
  if (isList || shape.length === 0) {
    const element = [...body.matchAll(numberPattern)][index]
    if (element === undefined) return null
    return { from: element.index, to: element.index + element[0].length, insert: number }
  }
  const count = shape.reduce((product, size) => product * size, 1)
  const all = body.trim()
  if (index >= count || all === '') return null
  const elements = Array.from({ length: count }, (_, i) => (i === index ? number : all))
  return { from: 0, to: body.length, insert: nested(elements, shape) }
}

/// `[[a, b], [c, d]]`.
export function nested(elements: readonly string[], shape: readonly number[]): string {
  if (shape.length === 0) return elements[0] ?? ''
  const [size, ...rest] = shape
  const inner = rest.reduce((product, one) => product * one, 1)
  return `[${Array.from({ length: size! }, (_, i) => nested(elements.slice(i * inner, (i + 1) * inner), rest)).join(', ')}]`
}

/// A number as a literal of this type writes it.
export function numberText(value: number, elementType: string): string {
  if (elementType === 'i1') return value === 0 ? 'false' : 'true'
  if (!/^b?f\d/.test(elementType)) return BigInt(Math.round(value)).toString()
  // Six digits, because nobody paints more, and a point, because it is no integer.
  const text = String(Number(value.toPrecision(6)))
  const [mantissa, exponent] = text.split('e')
  return `${mantissa!.includes('.') ? mantissa : `${mantissa}.0`}${exponent === undefined ? '' : `e${exponent}`}`
}
