import '../data/dispose.js'
import { checkedWhole, mostBins } from '../data/checked.js'
import type { Connection } from './connection.js'
import { decodeFloats, viewElements, type ElementArray, type ElementType } from '../data/element-types.js'
import { cutWindow, type TensorWindow } from './tensor-window.js'
import type { TensorDifference } from '../protocol/difference.js'
import type { WireTensor, WireWindow } from '../protocol/values.js'

/// More rows than any tensor has.
const all = 2 ** 31 - 1

/// Region of a tensor, and the resolution. A slice is the matrix of the last two dimensions; a
/// tensor of rank 1 is one row unless `wrap` is set.
export interface WindowOptions {
  /// Index of the slice: row-major over all dimensions before the last two.
  slice?: number
  /// Row of the first cell. Default: 0.
  top?: number
  /// Column of the first cell. Default: 0.
  left?: number
  /// Number of rows. Default: the rest of the slice. Additional rows continue into the slices that
  /// follow.
  rows?: number
  /// Number of columns. Default: the rest of the row.
  columns?: number
  /// Rows of cells in each block, which gives one number. Default: 1.
  rowsPerBlock?: number
  /// Columns of cells in each block. Default: 1.
  columnsPerBlock?: number
  /// Number that represents a block: `largest` magnitude, which hides no outlier, or `min`, `max`, `mean`.
  value?: 'largest' | 'min' | 'max' | 'mean'
  /// Elements in a row, whatever the shape; all rows then form one slice. Not allowed with channels.
  wrap?: number
  /// Whether the last dimension, of at most 4, holds the channels of a cell.
  hasChannels?: boolean
}

/// Summary of all elements, by absolute value if complex.
export interface TensorSummary {
  /// Number of elements that are NaN.
  readonly nan: number
  /// Number of elements that are infinite.
  readonly infinite: number
  /// Least finite element; null if there are none.
  readonly min: number | null
  /// Greatest finite element, likewise.
  readonly max: number | null
  /// Mean of the finite elements, likewise.
  readonly mean: number | null
  /// Histogram over equal parts of min .. max, or of the requested range.
  readonly histogram: readonly number[]
}

/// A result of a run. Its elements stay in the engine's memory until they are read; `close()` or
/// garbage collection frees that memory.
export class Tensor {
  /// Element type, the storage type if it is quantized.
  readonly elementType: ElementType
  /// Sizes of the dimensions; empty for a scalar such as `f32`.
  readonly shape: readonly number[]
  /// Type in the program's notation: `tensor<2x3xf32>`.
  readonly type: string
  /// Size of the elements in bytes, as `data()` returns them.
  readonly byteSize: number

  /// @internal
  constructor(
    private readonly connection: Connection,
    private readonly wire: WireTensor,
  ) {
    this.elementType = wire.elementType as ElementType
    this.shape = wire.shape
    this.type = wire.type
    this.byteSize = wire.byteSize
    connection.watch(this, 'tensor', wire.tensor)
  }

  /// Returns the elements in row-major order, in the array that `viewElements` documents.
  async data(): Promise<ElementArray> {
    return viewElements(this.elementType, (await this.bytes(0, this.byteSize)).buffer)
  }

  /// Returns the elements in a typed array, with bf16, f16 and the smaller floats decoded; the
  /// others are those of `data()`.
  async values(): Promise<ElementArray> {
    return decodeFloats(this.elementType, await this.data())
  }

  /// Returns the elements of any real type as numbers.
  ///
  /// @throws `TypeError` for complex types, and `RangeError` for a 64-bit integer beyond 2^53, which
  /// a number cannot hold: use `bigints()`.
  async numbers(): Promise<Float64Array> {
    const values = await this.values()
    if (this.elementType.startsWith('complex')) throw new TypeError(`${this.elementType} has two numbers an element: see complex()`)
    if (!(values instanceof BigInt64Array || values instanceof BigUint64Array)) return Float64Array.from(values)
    return Float64Array.from(values as BigInt64Array, (value) => {
      const number = Number(value)
      if (Number.isSafeInteger(number)) return number
      throw new RangeError(`${value} is past 2^53, where numbers have gaps: bigints() gives it`)
    })
  }

  /// Returns the elements of an integer type of any width.
  ///
  /// @throws `TypeError` for other types.
  async bigints(): Promise<BigInt64Array | BigUint64Array> {
    const { elementType } = this
    if (!/^(u?i\d+|index)$/.test(elementType)) throw new TypeError(`${elementType} is no integer type`)
    const data = await this.data()
    if (data instanceof BigInt64Array || data instanceof BigUint64Array) return data
    const integers = data as Int8Array
    return elementType.startsWith('u') ? BigUint64Array.from(integers, BigInt) : BigInt64Array.from(integers, BigInt)
  }

  /// Returns the elements of a complex type.
  ///
  /// @throws `TypeError` for other types.
  async complex(): Promise<{ real: Float32Array | Float64Array; imaginary: Float32Array | Float64Array }> {
    if (!this.elementType.startsWith('complex')) throw new TypeError(`${this.elementType} is no complex type`)
    const pairs = (await this.data()) as Float32Array | Float64Array
    const part = (offset: number): Float32Array | Float64Array => pairs.filter((_, index) => index % 2 === offset)
    return { real: part(0), imaginary: part(1) }
  }

  /// Returns a .npy file of this tensor. `Paddock.writeFile` writes other formats, and large files in pieces.
  async npy(): Promise<Uint8Array> {
    const { parts } = await this.connection.ask({ kind: 'layOut', format: 'npy', arrays: [{ name: '', tensor: this.wire.tensor }] })
    const [{ bytes, tensor }] = parts as [{ bytes: ArrayBuffer; tensor: WireTensor | null }]
    const same = tensor && new Tensor(this.connection, tensor)
    const file = new Uint8Array(bytes.byteLength + this.byteSize)
    file.set(new Uint8Array(bytes))
    if (same !== null) file.set(await same.bytes(0, this.byteSize), bytes.byteLength)
    same?.close()
    return file
  }

  /// @internal Returns some of the bytes, as they are stored.
  async bytes(begin: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes } = await this.connection.ask({ kind: 'read', tensor: this.wire.tensor, begin, size })
    return new Uint8Array(bytes)
  }

  /// @internal
  isIn(connection: Connection): boolean {
    return connection === this.connection
  }

  /// @internal Returns its number in messages to that engine.
  numberIn(connection: Connection): number {
    if (!this.isIn(connection)) throw new TypeError('the tensor is one of another engine')
    return this.wire.tensor
  }

  /// Prints the tensor. With more elements than `elideAbove`, the middle of each dimension is elided.
  ///
  /// @param elideAbove Number of elements. Default: 1000.
  async text(elideAbove = 1000): Promise<string> {
    return (await this.connection.ask({ kind: 'show', tensor: this.wire.tensor, elideAbove })).text
  }

  /// Returns a region at the requested resolution: a picture of millions of elements costs as many
  /// numbers as it has pixels.
  ///
  /// @param options The region and the resolution. Default: the first slice, cell by cell.
  /// @throws `Error` if there is no such region, and for windows of more than 4 194 304 numbers.
  async window(options: WindowOptions = {}): Promise<TensorWindow> {
    const whole = (size: number | undefined, otherwise: number): number => Math.min(Math.floor(size ?? otherwise), all)
    const top = whole(options.top, 0)
    const window: WireWindow = {
      slice: whole(options.slice, 0),
      top,
      left: whole(options.left, 0),
      rows: whole(options.rows, Math.max(0, this.rowsOfSlice(options) - top)),
      columns: whole(options.columns, all),
      rowsPerBlock: whole(options.rowsPerBlock, 1),
      columnsPerBlock: whole(options.columnsPerBlock, 1),
      wrap: whole(options.wrap, 0),
      hasChannels: options.hasChannels ?? false,
      value: options.value ?? 'largest',
    }
    const cells = this.wire.preview?.cells
    const cut = cells == null ? null : cutWindow(cells, this.shape, window)
    if (cut !== null) return cut
    const reply = await this.connection.ask({ kind: 'window', tensor: this.wire.tensor, window })
    return { ...reply, values: new Float64Array(reply.values), marks: new Uint8Array(reply.marks) }
  }

  private rowsOfSlice({ wrap = 0, hasChannels = false }: WindowOptions): number {
    const shape = hasChannels ? this.shape.slice(0, -1) : this.shape
    const count = shape.reduce((product, size) => product * size, 1)
    return wrap > 0 && !hasChannels ? Math.ceil(count / wrap) : (shape.at(-2) ?? 1)
  }

  /// Computes extremes, mean, and a histogram of equal parts of min .. max, or of `range`. Reads
  /// every element.
  ///
  /// @param bins Number of parts of the histogram. Default: 64.
  /// @param range Range of the histogram. Default: min .. max.
  async summary(bins = 64, range?: { low: number; high: number }): Promise<TensorSummary> {
    checkedWhole('bins', bins, 0, mostBins)
    const { preview } = this.wire
    if (range === undefined && preview?.bins === bins) return preview.summary
    const { low, high } = range ?? { low: NaN, high: NaN }
    return this.connection.ask({ kind: 'summary', tensor: this.wire.tensor, bins, low, high })
  }

  /// Computes the differences from a reference, as `paddock diff` does. Null if the shapes differ.
  ///
  /// @param reference A tensor of the same engine. Its element type may be another one.
  async compare(reference: Tensor): Promise<TensorDifference | null> {
    return (await this.connection.ask({ kind: 'compare', tensor: this.wire.tensor, reference: reference.numberIn(this.connection) })).difference
  }

  /// Frees the tensor's memory in the engine.
  close(): void {
    this.connection.release(this, 'tensor', this.wire.tensor)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}
