/// Asks where the first NaN or infinity of a value came from, or one of its cells.
export const pillEvent = 'paddock-pill'

export interface PillDetail {
  /// Name of the value, and the offset of its definition.
  name: string
  from: number
  which: 'nan' | 'inf' | readonly number[]
  /// Which computation of the value, from 1. Default: the last one.
  execution?: number | undefined
}
