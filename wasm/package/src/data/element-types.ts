/// Memory layout of element types, and the typed array for each.

/// The element types, in the order of their numbers in core/types/element_type.h.
export const elementTypes = [
  'i1', 'i2', 'i4', 'i8', 'i16', 'i32', 'i64', 'ui2', 'ui4', 'ui8', 'ui16', 'ui32', 'ui64',
  'f4E2M1FN', 'f6E2M3FN', 'f6E3M2FN', 'f8E3M4', 'f8E4M3', 'f8E4M3FN', 'f8E4M3FNUZ', 'f8E4M3B11FNUZ', 'f8E5M2', 'f8E5M2FNUZ', 'f8E8M0FNU',
  'bf16', 'f16', 'f32', 'f64', 'complex<f32>', 'complex<f64>', 'index',
] as const

/// Spelling of the type in StableHLO.
export type ElementType = (typeof elementTypes)[number]

/// Result type of `Tensor.data`: see `viewElements`.
export type ElementArray =
  | Uint8Array<ArrayBuffer> | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer> | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer> | BigUint64Array<ArrayBuffer>

/// Returns the elements in the typed array of their kind. i1 and unsigned types up to 8 bits are a
/// Uint8Array, signed ones an Int8Array. i64 and index are a BigInt64Array, ui64 is a
/// BigUint64Array. Complex numbers are pairs in a float array. bf16 and f16 are their bits in a
/// Uint16Array, floats of 8 bits or fewer their bits in a Uint8Array: `decodeFloats` decodes them.
///
/// @param type The element type.
/// @param bytes The elements in row-major order.
/// @throws `RangeError` if the bytes are no whole number of elements.
export function viewElements(type: ElementType, bytes: ArrayBuffer): ElementArray {
  switch (type) {
    case 'i2': case 'i4': case 'i8': return new Int8Array(bytes)
    case 'i16': return new Int16Array(bytes)
    case 'i32': return new Int32Array(bytes)
    case 'i64': case 'index': return new BigInt64Array(bytes)
    case 'ui16': case 'bf16': case 'f16': return new Uint16Array(bytes)
    case 'ui32': return new Uint32Array(bytes)
    case 'ui64': return new BigUint64Array(bytes)
    case 'f32': case 'complex<f32>': return new Float32Array(bytes)
    case 'f64': case 'complex<f64>': return new Float64Array(bytes)
    default: return new Uint8Array(bytes)
  }
}

/// Encoding of a float type that has no typed array.
export interface FloatFormat { exponentBits: number; mantissaBits: number; bias: number; nan: 'none' | 'ieee' | 'ones' | 'minusZero' }

export const floatFormats: Partial<Record<ElementType, FloatFormat>> = {
  bf16: { exponentBits: 8, mantissaBits: 7, bias: 127, nan: 'ieee' },
  f16: { exponentBits: 5, mantissaBits: 10, bias: 15, nan: 'ieee' },
  f4E2M1FN: { exponentBits: 2, mantissaBits: 1, bias: 1, nan: 'none' },
  f6E2M3FN: { exponentBits: 2, mantissaBits: 3, bias: 1, nan: 'none' },
  f6E3M2FN: { exponentBits: 3, mantissaBits: 2, bias: 3, nan: 'none' },
  f8E3M4: { exponentBits: 3, mantissaBits: 4, bias: 3, nan: 'ieee' },
  f8E4M3: { exponentBits: 4, mantissaBits: 3, bias: 7, nan: 'ieee' },
  f8E4M3FN: { exponentBits: 4, mantissaBits: 3, bias: 7, nan: 'ones' },
  f8E4M3FNUZ: { exponentBits: 4, mantissaBits: 3, bias: 8, nan: 'minusZero' },
  f8E4M3B11FNUZ: { exponentBits: 4, mantissaBits: 3, bias: 11, nan: 'minusZero' },
  f8E5M2: { exponentBits: 5, mantissaBits: 2, bias: 15, nan: 'ieee' },
  f8E5M2FNUZ: { exponentBits: 5, mantissaBits: 2, bias: 16, nan: 'minusZero' },
}

function decodeFloat(code: number, format: FloatFormat): number {
  const { exponentBits, mantissaBits, bias, nan } = format
  const magnitudeBits = exponentBits + mantissaBits
  const isNegative = (code >> magnitudeBits) & 1
  const magnitude = code & ((1 << magnitudeBits) - 1)
  const exponent = magnitude >> mantissaBits
  const mantissa = magnitude & ((1 << mantissaBits) - 1)
  const sign = isNegative ? -1 : 1
  if (nan === 'minusZero' && isNegative && magnitude === 0) return NaN
  if (nan === 'ones' && magnitude === (1 << magnitudeBits) - 1) return NaN
  if (nan === 'ieee' && exponent === (1 << exponentBits) - 1) return mantissa === 0 ? sign * Infinity : NaN
  if (exponent === 0) return sign * mantissa * 2 ** (1 - bias - mantissaBits)
  return sign * (1 + mantissa / (1 << mantissaBits)) * 2 ** (exponent - bias)
}

/// Decodes floats that have no typed array; returns other elements unchanged.
///
/// @param type The element type.
/// @param elements The elements as `viewElements` or `Tensor.data` returns them.
export function decodeFloats(type: ElementType, elements: ElementArray): ElementArray {
  if (type === 'f8E8M0FNU') return Float64Array.from(elements as Uint8Array, (code) => (code === 255 ? NaN : 2 ** (code - 127)))
  const format = floatFormats[type]
  return format === undefined ? elements : Float32Array.from(elements as Uint16Array, (code) => decodeFloat(code, format))
}
