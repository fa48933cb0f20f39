/// Differences between two tensors.

/// Differences of a tensor from a reference of its shape. A complex element counts as two numbers, and two NaNs are equal.
export interface TensorDifference {
  /// Number of elements.
  readonly count: number
  /// Elements whose numbers differ. Zeros of either sign are equal.
  readonly differing: number
  /// Elements that are NaN or infinite in only one tensor, or infinities of opposite sign.
  readonly nonFinite: number
  /// Largest difference of finite elements.
  readonly absolute: number
  /// Largest difference relative to the reference's element, where that is not 0.
  readonly relative: number
  /// Largest difference over the largest magnitude of the reference; `Infinity` if that is 0 everywhere.
  readonly scaled: number
  /// Largest distance in representable numbers; null unless both have one floating-point or complex type.
  readonly ulp: number | null
  /// Row-major index of the element that differs most; -1 if none does.
  readonly worst: number
}

/// Size of the numbers that the engine writes (wasm/why/difference_numbers.h).
export const differenceBytes = 64

export function readDifference(bytes: ArrayBuffer): TensorDifference {
  const [count, differing, nonFinite, absolute, relative, scaled, ulp, worst] = new Float64Array(bytes) as unknown as [number, number, number, number, number, number, number, number]
  return { count, differing, nonFinite, absolute, relative, scaled, ulp: ulp < 0 ? null : ulp, worst }
}
