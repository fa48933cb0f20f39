import './dispose.js'
import { checkedWhole } from './checked.js'
import type { Connection } from './connection.js'
import { ProgramError, readDiagnostics } from './diagnostics.js'
import type { ElementType } from './element-types.js'
import { readerOf, type FileSource, type RangeSource } from './file-source.js'
import type { FunctionInfo } from './functions.js'
import { nowhere } from './offsets.js'
import type { FileRequest, WireArray, WireFileStep } from './protocol-files.js'
import { Tensor } from './tensor.js'

/// An array of a file.
export interface ArrayInfo {
  /// Empty in a `.npy` file.
  readonly name: string
  readonly shape: readonly number[]
  /// What the file says that its elements are; null where it names only their bits.
  readonly elementType: ElementType | null
  /// What they may be read as, first what the file names; empty where StableHLO has no such type.
  readonly elementTypes: readonly ElementType[]
  /// The file's own word for it: `f4`, `BF16`.
  readonly code: string
  readonly byteSize: number
}

/// How a file is read.
export interface ReadOptions {
  /// Heeded between two pieces of the file, and while one unpacks.
  signal?: AbortSignal
  /// As many bytes as an array, or what tells of the arrays, may take; left out: what the engine has.
  memoryBytes?: number
  /// How much of the file has been read for it: in the end its bytes and a header, fewer if they are packed.
  onProgress?: (progress: { bytesRead: number }) => void
}

/// A `.npy`, `.npz` or safetensors file that has been looked into. Arrays are read when they are
/// asked for, and nothing else is: `close()` forgets where they lie.
export class ArrayFile {
  readonly arrays: readonly ArrayInfo[]

  /// @internal
  constructor(
    private readonly connection: Connection,
    private readonly source: RangeSource,
    readonly name: string,
    private readonly file: number,
    arrays: readonly WireArray[],
  ) {
    this.arrays = arrays.map((array) => ({ ...array, elementType: array.elementType as ElementType | null, elementTypes: array.elementTypes as ElementType[] }))
    connection.watch(this, 'file', file)
  }

  /// The array of this name, or the only one, as a tensor of the engine. `elementType` gives meaning
  /// to bits that the file cannot name (bf16 in a `.npy` file); another type than the file's is
  /// refused. Rejects with a `ProgramError` if the array is not there or broken.
  async load(name = '', options: ReadOptions & { elementType?: ElementType } = {}): Promise<Tensor> {
    const { elementType = '' } = options
    return loaded(this.connection, this.source, { kind: 'loadArray', file: this.file, array: name, elementType, memoryBytes: memoryOf(options) }, options)
  }

  /// The inputs of a function: of each argument the array of its name, or called `arr_N` as
  /// `numpy.savez` calls argument N, of the argument's element type. Arguments without one are left
  /// out. Rejects with a `ProgramError` if an array cannot be one.
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

  close(): void {
    this.connection.release(this, 'file', this.file)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

/// How a file is looked into.
export interface OpenOptions extends ReadOptions {
  /// What diagnostics call it.
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

/// Gives the engine the bytes that it asks for, until it has them all.
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
      // What is handed over is gone, and these bytes may be somebody's.
      const copy = piece.slice().buffer
      step = await connection.ask({ kind: 'piece', file: step.file, bytes: copy }, {}, [copy])
      bytesRead += size
      onProgress?.({ bytesRead })
    }
  } catch (error) {
    connection.ask({ kind: 'release', programs: [], tensors: [], sessions: [], files: [step.file] }).catch(() => {})
    throw error
  }
  if (step.diagnostics.length > 0) throw new ProgramError(readDiagnostics(step.diagnostics, nowhere))
  return step
}
