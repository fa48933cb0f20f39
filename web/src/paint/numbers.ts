/// Numbers in the spelling of literals, and as users type them.

/// One element: a number, or the parts of a complex one.
export type Element = readonly [number | bigint] | readonly [re: number, im: number]

/// Returns the real type of a complex type's parts; any other type unchanged.
const partType = (elementType: string): string => /^complex<(.*)>$/.exec(elementType)?.[1] ?? elementType

/// Parses a typed element. Returns null if the type has no such element.
export function parseElement(text: string, elementType: string): Element | null {
  const trimmed = text.trim()
  if (elementType === 'i1' && /^(?:true|false)$/.test(trimmed)) return [trimmed === 'true' ? 1 : 0]
  if (elementType.startsWith('complex')) {
    const parts = trimmed.replace(/^\((.*)\)$/, '$1').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
    return parts.length > 2 || parts.some(Number.isNaN) ? null : [parts[0]!, parts[1] ?? 0]
  }
  // A BigInt, since an integer may have more digits than a double holds.
  if (/^-?\d+$/.test(trimmed)) return [BigInt(trimmed)]
  const number = Number(trimmed)
  return trimmed === '' || Number.isNaN(number) ? null : [number]
}

/// Returns the magnitude that a picture shows: the absolute value of a complex number.
export function magnitude([re, im]: Element): number {
  return im === undefined ? Number(re) : Math.hypot(Number(re), im)
}

/// Formats an element as a literal of this type.
export function elementText(element: Element, elementType: string): string {
  const parts = element.map((part) => numberText(part, partType(elementType)))
  return elementType.startsWith('complex') ? `(${parts[0]}, ${parts[1] ?? numberText(0, partType(elementType))})` : parts[0]!
}

/// Integers are clamped to the range of the type.
function numberText(value: number | bigint, type: string): string {
  if (type === 'i1') return Number(value) === 0 ? 'false' : 'true'
  if (!/^b?f\d/.test(type)) return integerText(typeof value === 'bigint' ? value : BigInt(Math.round(value)), type)
  // Six digits, enough for painting, and a point, which marks a float.
  const text = String(Number(Number(value).toPrecision(6)))
  const [mantissa, exponent] = text.split('e')
  return `${mantissa!.includes('.') ? mantissa : `${mantissa}.0`}${exponent === undefined ? '' : `e${exponent}`}`
}

function integerText(value: bigint, type: string): string {
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? 64)
  const isUnsigned = type.startsWith('u')
  const low = isUnsigned ? 0n : -(1n << (bits - 1n))
  const high = (1n << (isUnsigned ? bits : bits - 1n)) - 1n
  return String(value < low ? low : value > high ? high : value)
}
