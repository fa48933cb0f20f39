/// Parts of a tensor for a response: bytes, and windows of blocks.
import type { MainModule, TensorHandle } from './glue.js'
import { Memory } from './memory.js'
import type { Replies } from '../protocol/messages.js'
import type { WireWindow } from '../protocol/values.js'

/// Kinds of block values, in the order of the engine's enumeration.
const blockValues: readonly WireWindow['value'][] = ['largest', 'min', 'max', 'mean']

export const everyCell: WireWindow = { slice: 0, top: 0, left: 0, rows: 2 ** 31 - 1, columns: 2 ** 31 - 1, rowsPerBlock: 1, columnsPerBlock: 1, wrap: 0, hasChannels: false, value: 'largest' }

export function bytesOf(module: MainModule, handle: TensorHandle, begin: number, size: number): ArrayBuffer {
  const first = Math.min(begin, handle.byteSize())
  return new Memory(module).read(handle.address() + first, Math.min(size, handle.byteSize() - first))
}

export function windowOf(module: MainModule, tensor: TensorHandle, { value, ...place }: WireWindow): Replies['window'] {
  const { slice, top, left, rows, columns, rowsPerBlock, columnsPerBlock, wrap, hasChannels } = place
  const numbers = [slice, top, left, rows, columns, rowsPerBlock, columnsPerBlock, wrap, hasChannels ? 1 : 0]
  const handle = tensor.window(numbers.join(','), blockValues.indexOf(value))
  if (handle === null) throw new Error('this tensor has no such window, or it would hold more than 4 194 304 numbers')
  const count = handle.count()
  const memory = new Memory(module)
  const reply = {
    rows: handle.rows(),
    columns: handle.columns(),
    channels: handle.channels(),
    values: memory.read(handle.values(), 8 * count),
    marks: memory.read(handle.marks(), count),
  }
  handle.delete()
  return reply
}
