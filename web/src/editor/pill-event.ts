/// Asks where the first NaN or infinity of a value came from.
export const pillEvent = 'paddock-pill'

export interface PillDetail {
  /// Name of the value, and the offset of its definition.
  name: string
  from: number
  which: 'nan' | 'inf'
}
