/// Returns a function from stored integers of a quantized type to real numbers. Null if the type is
/// not quantized, or has scales for parts of a dimension.
export function realNumbers(type: string): ((stored: number, indices: readonly number[]) => number) | null {
  const [, dimension, parameters] = /!quant\.uniform<[^,]*?:b?f\d+(?::(\d+))?,\s*(.+?)>{2,}$/.exec(type) ?? []
  if (parameters === undefined) return null
  if (dimension === undefined) {
    const one = scaleAndZero(parameters)
    return one && ((stored) => (stored - one.zero) * one.scale)
  }
  const list = /^\{([^{}]*)\}$/.exec(parameters)?.[1]?.split(',').map(scaleAndZero)
  if (list === undefined || list.some((one) => one === null)) return null
  return (stored, indices) => {
    const one = list[indices[Number(dimension)] ?? 0]
    return one == null ? NaN : (stored - one.zero) * one.scale
  }
}

/// Parses `0.1:3`; an omitted zero point is 0.
function scaleAndZero(text: string): { scale: number; zero: number } | null {
  const [scale, zero = '0'] = text.trim().split(':')
  const found = { scale: Number(scale), zero: Number(zero) }
  return Number.isFinite(found.scale) && Number.isFinite(found.zero) ? found : null
}
