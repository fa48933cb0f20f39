import { floatFormats, viewElements, type ElementArray, type ElementType, type FloatFormat } from './element-types.js'

/// Numbers; for 64-bit integers also bigints, for i1 also booleans. Complex numbers are pairs, in sequence.
export type ElementValues = ArrayLike<number | bigint | boolean>

/// Packs values as a tensor of `type` stores them. Floats are rounded to nearest, ties to even,
/// like the engine's; integers must fit. The inverse of `decodeFloats`.
///
/// @param type The element type.
/// @param values The values.
/// @throws `RangeError` if an integer does not fit.
export function packElements(type: ElementType, values: ElementValues): ElementArray {
  const format = floatFormats[type]
  const bytesEach = viewElements(type, new ArrayBuffer(16)).BYTES_PER_ELEMENT
  const elements = viewElements(type, new ArrayBuffer(values.length * bytesEach))
  if (format !== undefined) return fill(elements, values, (value) => encodeFloat(Number(value), format))
  if (type === 'f8E8M0FNU') return fill(elements, values, (value) => encodePowerOfTwo(Number(value)))
  if (elements instanceof Float32Array || elements instanceof Float64Array) return fill(elements, values, Number)
  const [low, high] = integerRange(type)
  if (elements instanceof BigInt64Array || elements instanceof BigUint64Array) {
    for (let i = 0; i < values.length; ++i) elements[i] = wholeBigint(type, values[i]!, low, high)
    return elements
  }
  return fill(elements, values, (value) => Number(wholeBigint(type, value, low, high)))
}

type NumberArray = Exclude<ElementArray, BigInt64Array | BigUint64Array>

function fill(elements: ElementArray, values: ElementValues, encode: (value: number | bigint | boolean) => number): ElementArray {
  const numbers = elements as NumberArray
  for (let i = 0; i < values.length; ++i) numbers[i] = encode(values[i]!)
  return elements
}

/// Returns the least and the greatest value of the type.
export function integerRange(type: ElementType): [bigint, bigint] {
  if (type === 'index') return integerRange('i64')
  const bits = BigInt(/^u?i(\d+)$/.exec(type)?.[1] ?? refuseType(type))
  if (type === 'i1') return [0n, 1n]
  return type.startsWith('u') ? [0n, (1n << bits) - 1n] : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
}

function refuseType(type: string): never {
  throw new TypeError(`'${type}' is no element type`)
}

function wholeBigint(type: ElementType, value: number | bigint | boolean, low: bigint, high: bigint): bigint {
  const isWhole = typeof value !== 'number' || Number.isInteger(value)
  const whole = isWhole ? BigInt(value) : 0n
  if (isWhole && whole >= low && whole <= high) return whole
  throw new RangeError(`${value} is no ${type}, which holds whole numbers from ${low} to ${high}`)
}

/// Encodes a value. Beyond the greatest finite one this gives infinity if the format has it, else
/// NaN if it has that, else the greatest value.
function encodeFloat(value: number, { exponentBits, mantissaBits, bias, nan }: FloatFormat): number {
  const magnitudeBits = exponentBits + mantissaBits
  const ones = (1 << magnitudeBits) - 1
  const infinity = ((1 << exponentBits) - 1) << mantissaBits
  const minusZero = 1 << magnitudeBits
  const sign = value < 0 || Object.is(value, -0) ? minusZero : 0
  if (Number.isNaN(value)) return { none: ones, ieee: infinity | (1 << (mantissaBits - 1)), ones, minusZero }[nan]
  const overflow = { none: sign | ones, ieee: sign | infinity, ones: sign | ones, minusZero }[nan]
  const greatest = { none: ones, ieee: infinity - 1, ones: ones - 1, minusZero: ones }[nan]
  const code = roundToCode(Math.abs(value), mantissaBits, bias)
  if (code > greatest) return overflow
  return nan === 'minusZero' && code === 0 ? 0 : sign | code
}

/// Rounds to nearest, ties to even. The divisions by powers of two are exact.
function roundToCode(magnitude: number, mantissaBits: number, bias: number): number {
  if (magnitude === 0 || magnitude === Infinity) return magnitude
  const exponent = Math.max(exponentOf(magnitude), 1 - bias)
  const units = magnitude / 2 ** (exponent - mantissaBits)
  const below = Math.floor(units)
  const rest = units - below
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
  // The leading bit of normal numbers adds one to the exponent, and so does a carry.
  return (exponent + bias - 1) * 2 ** mantissaBits + rounded
}

/// 2^-127 is the least value; a tie rounds up.
function encodePowerOfTwo(value: number): number {
  if (Number.isNaN(value) || value < 0) return 255
  if (value < 2 ** -127) return 0
  const exponent = exponentOf(value)
  const rounded = value / 2 ** exponent >= 1.5 ? exponent + 1 : exponent
  return rounded > 127 ? 255 : rounded + 127
}

/// Returns the exponent of the highest bit.
function exponentOf(value: number): number {
  const high = new DataView(new ArrayBuffer(8))
  high.setFloat64(0, value)
  return ((high.getUint16(0) >> 4) & 0x7ff) - 1023
}
