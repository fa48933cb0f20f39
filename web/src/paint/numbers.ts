/// Numbers as literals write them, and as people type them.

/// One element: a number, or the parts of a complex one.
export type Element = readonly [number | bigint] | readonly [re: number, im: number]

/// The part of a complex type that is a number type; any other type itself.
const partType = (elementType: string): string => /^complex<(.*)>$/.exec(elementType)?.[1] ?? elementType

/// What somebody typed, or null where it is no element of the type.
export function parseElement(text: string, elementType: string): Element | null {
  const trimmed = text.trim()
  if (elementType === 'i1' && /^(?:true|false)$/.test(trimmed)) return [trimmed === 'true' ? 1 : 0]
  if (elementType.startsWith('complex')) {
    const parts = trimmed.replace(/^\((.*)\)$/, '$1').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
    return parts.length > 2 || parts.some(Number.isNaN) ? null : [parts[0]!, parts[1] ?? 0]
  }
  // More digits than a double has.
  if (/^-?\d+$/.test(trimmed)) return [BigInt(trimmed)]
  const number = Number(trimmed)
  return trimmed === '' || Number.isNaN(number) ? null : [number]
}

/// As large as a picture has it: of a complex number its absolute value.
export function magnitude([re, im]: Element): number {
  return im === undefined ? Number(re) : Math.hypot(Number(re), im)
}

/// An element as a literal of this type writes it.
export function elementText(element: Element, elementType: string): string {
  const parts = element.map((part) => numberText(part, partType(elementType)))
  return elementType.startsWith('complex') ? `(${parts[0]}, ${parts[1] ?? numberText(0, partType(elementType))})` : parts[0]!
}

/// Integers beyond the type are its last ones.
function numberText(value: number | bigint, type: string): string {
  if (type === 'i1') return Number(value) === 0 ? 'false' : 'true'
  if (!/^b?f\d/.test(type)) return integerText(typeof value === 'bigint' ? value : BigInt(Math.round(value)), type)
  // Six digits, because nobody paints more, and a point, because it is no integer.
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
