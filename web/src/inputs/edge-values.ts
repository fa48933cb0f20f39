import type { ElementType, ParameterInfo } from 'paddock-hlo'

/// Limit of the elements that are written out.
export const mostEdgeElements = 16_384

/// Bits of a float type: exponent, mantissa, and whether its greatest code is infinity or NaN.
interface FloatBits {
  exponent: number
  mantissa: number
  /// `ieee`: infinities and NaNs; `ones`: the code of all ones is NaN; `minusZero`: the code of -0 is; `none`: neither.
  special: 'ieee' | 'ones' | 'minusZero' | 'none'
}

const bits = (exponent: number, mantissa: number, special: FloatBits['special']): FloatBits => ({ exponent, mantissa, special })

const floats: Partial<Record<ElementType, FloatBits>> = {
  f64: bits(11, 52, 'ieee'),
  f32: bits(8, 23, 'ieee'),
  f16: bits(5, 10, 'ieee'),
  bf16: bits(8, 7, 'ieee'),
  f8E5M2: bits(5, 2, 'ieee'),
  f8E4M3: bits(4, 3, 'ieee'),
  f8E3M4: bits(3, 4, 'ieee'),
  f8E4M3FN: bits(4, 3, 'ones'),
  f8E4M3FNUZ: bits(4, 3, 'minusZero'),
  f8E5M2FNUZ: bits(5, 2, 'minusZero'),
  f8E4M3B11FNUZ: bits(4, 3, 'minusZero'),
  f6E2M3FN: bits(2, 3, 'none'),
  f6E3M2FN: bits(3, 2, 'none'),
  f4E2M1FN: bits(2, 1, 'none'),
}

/// Ties of rounding to whole numbers, which every float type has. The smallest types round some of them.
const ties = ['0.5', '1.5', '2.5', '-0.5', '-1.5', '-2.5']

/// Returns zeros, ones, the special codes, the greatest and least numbers, and ties, as literals of the type.
function floatEdges({ exponent, mantissa, special }: FloatBits): string[] {
  const width = BigInt(1 + exponent + mantissa)
  const sign = 1n << (width - 1n)
  const unit = 1n << BigInt(mantissa)
  const ones = sign - 1n
  const infinity = ones - (unit - 1n)
  const digits = Math.ceil(Number(width) / 4)
  const hex = (code: bigint): string => `0x${code.toString(16).toUpperCase().padStart(digits, '0')}`
  const nan = { ieee: [infinity | (unit >> 1n)], ones: [ones], minusZero: [sign], none: [] }[special]
  const infinite = special === 'ieee' ? [infinity, sign | infinity] : []
  const greatest = { ieee: infinity - 1n, ones: ones - 1n, minusZero: ones, none: ones }[special]
  const minusZero = special === 'minusZero' ? [] : [sign]
  return ['0.0', ...minusZero.map(hex), '1.0', '-1.0', ...[...nan, ...infinite, greatest, sign | greatest, 1n, sign | 1n, unit].map(hex), ...ties]
}

/// Returns 0, 1, -1, the ends of the type and their neighbours, and the width, beyond which shifts are special.
function integerEdges(type: string): string[] {
  const isUnsigned = type.startsWith('u')
  const width = type === 'index' ? 64 : Number(/\d+/.exec(type)![0])
  const least = isUnsigned ? 0n : -(1n << BigInt(width - 1))
  const greatest = isUnsigned ? (1n << BigInt(width)) - 1n : -least - 1n
  const all = [0n, 1n, -1n, least, greatest, least + 1n, greatest - 1n, 2n, BigInt(width - 1), BigInt(width)]
  return [...new Set(all.filter((one) => one >= least && one <= greatest))].map(String)
}

/// Returns the edge values of an element type as literals.
function edgesOf(type: ElementType): string[] {
  if (type === 'i1') return ['false', 'true']
  if (type === 'f8E8M0FNU') return ['1.0', '0x00', '0xFE', '0xFF', '0.5', '2.0']
  const part = /^complex<(f\d+)>$/.exec(type)?.[1]
  if (part !== undefined) return complexEdges(floatEdges(floats[part as ElementType]!))
  const format = floats[type]
  return format === undefined ? integerEdges(type) : floatEdges(format)
}

/// Pairs each part with itself, with zero, and with its opposite in the list.
function complexEdges(parts: readonly string[]): string[] {
  const pairs = parts.flatMap((part, i) => [[part, '0.0'], ['0.0', part], [part, parts[(i * 3 + 1) % parts.length]!]] as const)
  return [...new Set(pairs.map(([real, imaginary]) => `(${real}, ${imaginary})`))]
}

/// Writes the elements of a shape as nested lists.
function nestedText(shape: readonly number[], elements: readonly string[]): string {
  if (shape.length === 0) return elements[0] ?? ''
  const [size, ...inner] = shape as [number, ...number[]]
  const part = elements.length / Math.max(size, 1)
  return `[${Array.from({ length: size }, (_, i) => nestedText(inner, elements.slice(i * part, (i + 1) * part))).join(', ')}]`
}

/// Returns 0, 1, -1, 2, -2 ...: after equal pairs come those of neighbours, such as both zeros.
const apart = (block: number): number => (block % 2 === 1 ? (block + 1) / 2 : -block / 2)

/// Returns edge values for an argument, as the text of an input; null if it has too many elements. Arguments of one program
/// meet in all pairs, as far as there are elements for them: `index` is that of the argument, and the next `turn` continues.
export function edgeText({ elementType }: ParameterInfo, shape: readonly number[], index: number, turn: number): string | null {
  const count = shape.reduce((product, size) => product * size, 1)
  if (elementType === null || count > mostEdgeElements) return null
  const edges = edgesOf(elementType)
  const { length } = edges
  const at = (i: number): string => edges[(i + index * apart(Math.floor(i / length) % length) + index * length * length) % length]!
  return nestedText(shape, Array.from({ length: count }, (_, i) => at(i + turn * count)))
}
