import type { Tensor } from 'paddock-hlo'

/// Whether a tensor can be an image: rows, columns and three or four channels, as bytes or as floats from 0 to 1.
export function isImage({ shape, elementType }: Tensor): boolean {
  const channels = shape.at(-1)
  const isTall = (shape.at(-2) ?? 0) > 4 && (shape.at(-3) ?? 0) > 4
  return isTall && (channels === 3 || channels === 4) && /^(?:ui8|bf16|f16|f32|f64)$/.test(elementType)
}
