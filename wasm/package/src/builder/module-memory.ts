/// Memory of an instance of paddock-builder.wasm, into which texts, lists and tensors are taken for
/// one call.
import { elementTypes } from '../data/element-types.js'
import { Offsets } from '../data/offsets.js'
import { ProgramError, readDiagnostics } from '../protocol/diagnostics.js'
import type { WireDiagnostic } from '../protocol/values.js'
import type { Elements } from './constant.js'

type Numbers = (...numbers: number[]) => number

const scratchSize = 1 << 16
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function wholeOf(value: unknown): bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean') throw new TypeError(`${String(value)} is no whole number`)
  const whole = BigInt(value)
  if (BigInt.asIntN(64, whole) !== whole) throw new RangeError(`${value} has more than 64 bits`)
  return whole
}

/// Throws errors, which have no place in a text.
export function throwErrors(json: string): never {
  const found = readDiagnostics(JSON.parse(json) as WireDiagnostic[], new Offsets('', new Uint32Array(0)))
  const errors = found.filter(({ severity }) => severity === 'error').map((one) => ({ ...one, line: 0, column: 0, endLine: 0, endColumn: 0 }))
  throw new ProgramError(errors)
}

export class ModuleMemory {
  private readonly memory: WebAssembly.Memory
  protected readonly exports: Readonly<Record<string, Numbers>>
  private readonly names = new Map<string, number>()
  private readonly scratch: number
  private top = 0
  private overflow: number[] = []
  private words = new Uint32Array(0)

  constructor(instance: WebAssembly.Instance) {
    this.memory = instance.exports.memory as WebAssembly.Memory
    this.exports = instance.exports as unknown as Record<string, Numbers>
    this.exports._initialize?.()
    this.scratch = this.exports.malloc!(scratchSize)
    this.release()
  }

  /// A view loses its length when the memory grows.
  private view(): Uint32Array {
    if (this.words.length === 0) this.words = new Uint32Array(this.memory.buffer)
    return this.words
  }
  private bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at >>> 0, size)
  }
  protected word(at: number): number {
    return this.view()[at >>> 2]!
  }

  /// Frees the texts and lists of the last call.
  protected release(): void {
    this.top = this.scratch
    if (this.overflow.length === 0) return
    for (const at of this.overflow) this.exports.free!(at)
    this.overflow.length = 0
  }

  protected take(size: number): number {
    const rounded = (size + 7) & ~7
    if (this.top + rounded <= this.scratch + scratchSize) {
      this.top += rounded
      return this.top - rounded
    }
    const at = this.exports.malloc!(size)
    if (at === 0) throw new RangeError(`the builder has no memory for ${size} more bytes`)
    this.overflow.push(at)
    return at
  }

  protected text(text: string): number {
    if (text.includes('\0')) throw new TypeError('a text of a program has no zero character')
    const at = this.take(3 * text.length + 1)
    const { written } = encoder.encodeInto(text, this.bytes(at, 3 * text.length))
    this.bytes(at + written, 1)[0] = 0
    return at
  }

  /// Names of operations and attributes are kept.
  protected name(name: string): number {
    const known = this.names.get(name)
    if (known !== undefined) return known
    const at = this.exports.malloc!(3 * name.length + 1)
    const { written } = encoder.encodeInto(name, this.bytes(at, 3 * name.length))
    this.bytes(at + written, 1)[0] = 0
    this.names.set(name, at)
    return at
  }

  protected list(numbers: readonly number[]): number {
    const at = this.take(4 * numbers.length)
    const view = this.view()
    for (let i = 0; i < numbers.length; ++i) view[(at >>> 2) + i] = numbers[i]!
    return at
  }

  protected texts(texts: readonly (string | null)[]): number {
    return this.list(texts.map((text) => (text === null ? 0 : this.text(text))))
  }

  protected integers(values: ArrayLike<number | bigint | boolean>): number {
    const at = this.take(8 * values.length)
    const integers = new BigInt64Array(this.memory.buffer, at >>> 0, values.length)
    for (let i = 0; i < values.length; ++i) integers[i] = wholeOf(values[i])
    return at
  }

  protected decode(at: number, size: number): string {
    return decoder.decode(this.bytes(at, size >>> 0))
  }

  protected takeBytes(handle: number): string {
    const text = this.decode(this.exports.paddock_bytes_data!(handle), this.exports.paddock_bytes_size!(handle))
    this.exports.paddock_bytes_free!(handle)
    return text
  }

  /// Makes a tensor of elements, of one if they are a splat, for the function, which also gets the
  /// place of the sizes.
  protected withTensor<Result>({ elementType, shape, data, isSplat }: Elements, use: (tensor: number, sizes: number) => Result): Result {
    const number = elementTypes.indexOf(elementType)
    if (number < 0) throw new TypeError(`${elementType} is no element type of a constant`)
    const sizes = this.integers(shape)
    const at = this.take(data.byteLength)
    this.bytes(at, data.byteLength).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    const out = this.take(4)
    const status = this.exports.paddock_tensor_copy!(number, sizes, isSplat ? 0 : shape.length, at, data.byteLength, out)
    if (status !== 0) throw new RangeError(`the elements are no ${elementType} of the shape [${shape.join(', ')}]`)
    const tensor = this.word(out)
    const result = use(tensor, sizes)
    this.exports.paddock_tensor_free!(tensor)
    return result
  }
}
