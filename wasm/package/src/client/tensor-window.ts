import type { WirePreview, WireWindow } from '../protocol/values.js'

/// Content of a window: its blocks in row-major order, with the channels of each together.
export interface TensorWindow {
  /// Number of rows of blocks.
  readonly rows: number
  /// Number of columns of blocks.
  readonly columns: number
  /// Number of channels of each block; 1 unless `hasChannels` was set.
  readonly channels: number
  /// One number for the finite elements of each block, absolute values if complex; NaN if it has none.
  readonly values: Float64Array<ArrayBuffer>
  /// Kinds of elements in each block: the sum of `windowMarks`; 0 if it has no elements.
  readonly marks: Uint8Array<ArrayBuffer>
}

/// Kinds of elements in a block, as bits of `TensorWindow.marks`.
export const windowMarks = { nan: 1, infinity: 2, negativeInfinity: 4, finite: 8 } as const

/// Cuts a window out of the elements that came with a tensor. Null if the tensor has no such slice,
/// or the window's blocks are larger than a cell.
export function cutWindow({ values, marks }: NonNullable<WirePreview['cells']>, shape: readonly number[], window: WireWindow): TensorWindow | null {
  if (window.rowsPerBlock !== 1 || window.columnsPerBlock !== 1 || window.hasChannels) return null
  const all = { values: new Float64Array(values), marks: new Uint8Array(marks) }
  const count = all.values.length
  const isWrapped = window.wrap > 0
  const across = Math.max(1, isWrapped ? Math.min(window.wrap, count) : (shape.at(-1) ?? 1))
  const rowsOfSlice = isWrapped ? Math.ceil(count / across) : (shape.at(-2) ?? 1)
  const first = window.slice * rowsOfSlice + window.top
  if (count === 0 || window.slice * rowsOfSlice * across >= count) return null
  const rows = Math.max(0, Math.min(window.rows, Math.ceil(count / across) - first))
  const columns = Math.max(0, Math.min(window.columns, across - window.left))
  if (rows === 0 || columns === 0) return { rows: 0, columns: 0, channels: 1, values: new Float64Array(), marks: new Uint8Array() }
  const cut: TensorWindow = { rows, columns, channels: 1, values: new Float64Array(rows * columns).fill(NaN), marks: new Uint8Array(rows * columns) }
  for (let row = 0; row < rows; ++row) {
    const begin = (first + row) * across + window.left
    // The last row of a strip may be short.
    const end = Math.min(begin + columns, (first + row + 1) * across)
    cut.values.set(all.values.subarray(begin, end), row * columns)
    cut.marks.set(all.marks.subarray(begin, end), row * columns)
  }
  return cut
}
