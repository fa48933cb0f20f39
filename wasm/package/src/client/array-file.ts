import '../data/dispose.js'
import { checkedWhole } from '../data/checked.js'
import type { Connection } from './connection.js'
import { ProgramError, readDiagnostics } from '../protocol/diagnostics.js'
import type { ElementType } from '../data/element-types.js'
import { readerOf, type FileSource, type RangeSource } from '../data/file-source.js'
import type { FunctionInfo } from '../protocol/functions.js'
import { nowhere } from '../data/offsets.js'
import type { FileRequest, WireArray, WireFileStep } from '../protocol/files.js'
import { Tensor } from './tensor.js'

/// An array in a file.
export interface ArrayInfo {
  /// Name in the file; empty in a `.npy` file.
  readonly name: string
  /// Sizes of the dimensions.
  readonly shape: readonly number[]
  /// Element type that the file names; null if it gives only the width in bits.
  readonly elementType: ElementType | null
  /// Element types that the array can be read as, the file's own first; empty if StableHLO has no such type.
  readonly elementTypes: readonly ElementType[]
  /// The file's own code for the element type: `f4`, `BF16`.
  readonly code: string
  /// Size of the elements in bytes.
  readonly byteSize: number
}

/// Options for reading a file.
export interface ReadOptions {
  /// Stops the reading; checked between two pieces of the file, and while one is unpacked.
  signal?: AbortSignal
  /// Limit in bytes of one array, or of the file's directory. Default: the engine's limit.
  memoryBytes?: number
  /// Reports how many bytes of the file have been read: at the end its size and a header, or less if it is compressed.
  onProgress?: (progress: { bytesRead: number }) => void
}

/// An open `.npy`, `.npz` or safetensors file. `load` reads one array at a time, straight into the
/// engine, a megabyte at a time. `close()` releases the list of positions.
export class ArrayFile {
  /// The arrays of the file, in its order.
  readonly arrays: readonly ArrayInfo[]

  /// @internal
  constructor(
    private readonly connection: Connection,
    private readonly source: RangeSource,
    /// Name of the file in diagnostics.
    readonly name: string,
    private readonly file: number,
    arrays: readonly WireArray[],
  ) {
    this.arrays = arrays.map((array) => ({ ...array, elementType: array.elementType as ElementType | null, elementTypes: array.elementTypes as ElementType[] }))
    connection.watch(this, 'file', file)
  }

  /// Loads the array of this name, or the only one, as a tensor of the engine.
  ///
  /// @param name Name in the file. Default: that of the only array.
  /// @param options Limits of the reading. `elementType` interprets bits whose type the file cannot
  /// name (bf16 in a `.npy` file); a type that contradicts the file is refused.
  /// @throws `ProgramError` if the array is missing or malformed.
  async load(name = '', options: ReadOptions & { elementType?: ElementType } = {}): Promise<Tensor> {
    const { elementType = '' } = options
    return loaded(this.connection, this.source, { kind: 'loadArray', file: this.file, array: name, elementType, memoryBytes: memoryOf(options) }, options)
  }

  /// Loads the inputs of a function by name. Argument N may also be called `arr_N`, as
  /// `numpy.savez` writes it. Each array is read as its argument's element type; arguments without
  /// an array are null.
  ///
  /// @param entry The function, such as `Program.entry`.
  /// @param options Limits of the reading.
  /// @throws `ProgramError` if an array does not fit its argument.
  async inputsFor(entry: FunctionInfo, options: ReadOptions = {}): Promise<(Tensor | null)[]> {
    const inputs: (Tensor | null)[] = []
    try {
      for (const [index, parameter] of entry.arguments.entries()) {
        const array = this.arrays.find(({ name }) => name !== '' && (name === parameter.name || name === `arr_${index}`))
        const elementType = parameter.elementType ?? undefined
        inputs.push(array === undefined ? null : await this.load(array.name, { ...options, elementType }))
      }
      return inputs
    } catch (error) {
      for (const tensor of inputs) tensor?.close()
      throw error
    }
  }

  /// Releases the list of positions. Tensors that were loaded stay.
  close(): void {
    this.connection.release(this, 'file', this.file)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

/// Options for opening a file.
export interface OpenOptions extends ReadOptions {
  /// Name of the file in diagnostics.
  name?: string
}

const memoryOf = ({ memoryBytes = Number.MAX_SAFE_INTEGER }: ReadOptions): number => checkedWhole('memoryBytes', memoryBytes)

const nothing = new Uint8Array()

/// @internal
export async function openFile(connection: Connection, source: FileSource, options: OpenOptions): Promise<ArrayFile> {
  const { name = 'the file' } = options
  const reader = await readerOf(source)
  const request = { kind: 'openFile', name, size: reader.size, memoryBytes: memoryOf(options) } as const
  const { file, arrays } = await follow(connection, reader, request, options)
  return new ArrayFile(connection, reader, name, file, arrays)
}

/// @internal
export async function readRaw(
  connection: Connection,
  source: FileSource,
  options: ReadOptions & { elementType: ElementType; shape: readonly number[]; name?: string },
): Promise<Tensor> {
  const reader = await readerOf(source)
  const { name = 'the file', elementType, shape } = options
  return loaded(connection, reader, { kind: 'openRaw', name, size: reader.size, elementType, shape: shape.map((size) => checkedWhole('a size of the shape', size, -1)), memoryBytes: memoryOf(options) }, options)
}

async function loaded(connection: Connection, reader: RangeSource, request: FileRequest, options: ReadOptions): Promise<Tensor> {
  const { tensor } = await follow(connection, reader, request, options)
  return new Tensor(connection, tensor!)
}

/// Sends the engine the bytes that it requests, until it has them all.
async function follow(connection: Connection, reader: RangeSource, request: FileRequest, { signal, onProgress }: ReadOptions): Promise<WireFileStep> {
  signal?.throwIfAborted()
  let step = await connection.ask(request)
  let bytesRead = 0
  try {
    while (step.wants !== null) {
      const { offset, size } = step.wants
      const piece = size === 0 ? nothing : await reader.read(offset, size)
      signal?.throwIfAborted()
      if (piece.byteLength !== size) throw new Error(`the file gave ${piece.byteLength} bytes at ${offset} where ${size} were asked for`)
      // Copied because a transfer detaches the buffer, which may belong to the caller.
      const copy = piece.slice().buffer
      step = await connection.ask({ kind: 'piece', file: step.file, bytes: copy }, {}, [copy])
      bytesRead += size
      onProgress?.({ bytesRead })
    }
  } catch (error) {
    connection.ask({ kind: 'release', programs: [], tensors: [], sessions: [], files: [step.file], whys: [] }).catch(() => {})
    throw error
  }
  if (step.diagnostics.length > 0) throw new ProgramError(readDiagnostics(step.diagnostics, nowhere))
  return step
}
