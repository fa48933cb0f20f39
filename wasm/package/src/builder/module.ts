/// The module paddock-builder.wasm: the functions of core/c/builder.h, with texts, lists and tensors
/// taken into its memory. One instance holds one program, and is collected with it.
import { Offsets } from '../data/offsets.js'
import { ProgramError, readDiagnostics } from '../protocol/diagnostics.js'
import type { WireDiagnostic } from '../protocol/values.js'
import type { Elements } from './constant.js'

type Numbers = (...numbers: number[]) => number

/// Element types in the order of their numbers in core/c/base.h.
const elementTypes = [
  'i1', 'i2', 'i4', 'i8', 'i16', 'i32', 'i64', 'ui2', 'ui4', 'ui8', 'ui16', 'ui32', 'ui64', 'f4E2M1FN', 'f6E2M3FN', 'f6E3M2FN', 'f8E3M4', 'f8E4M3',
  'f8E4M3FN', 'f8E4M3FNUZ', 'f8E4M3B11FNUZ', 'f8E5M2', 'f8E5M2FNUZ', 'f8E8M0FNU', 'bf16', 'f16', 'f32', 'f64', 'complex<f32>', 'complex<f64>', 'index',
]

const failedValue = 0xffffffff
const scratchSize = 1 << 16
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/// Parts of a function's declaration.
interface Declaration {
  names: readonly string[]
  types: readonly string[]
  /// A dictionary for each parameter, or null.
  attributes: readonly (string | null)[]
  resultTypes: readonly string[] | null
  isPrivate: boolean
  isDeclaration: boolean
  ownAttributes: string | null
}

function wholeOf(value: unknown): bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean') throw new TypeError(`${String(value)} is no whole number`)
  const whole = BigInt(value)
  if (BigInt.asIntN(64, whole) !== whole) throw new RangeError(`${value} has more than 64 bits`)
  return whole
}

export class BuilderModule {
  private readonly memory: WebAssembly.Memory
  private readonly exports: Readonly<Record<string, Numbers>>
  private readonly names = new Map<string, number>()
  private readonly scratch: number
  private readonly builder: number
  private top = 0
  private overflow: number[] = []
  private words = new Uint32Array(0)
  /// Values of the last call that made some: their first number and their count.
  first = 0
  count = 0

  constructor(instance: WebAssembly.Instance) {
    this.memory = instance.exports.memory as WebAssembly.Memory
    this.exports = instance.exports as unknown as Record<string, Numbers>
    this.exports._initialize?.()
    this.scratch = this.exports.malloc!(scratchSize)
    this.release()
    this.check(this.exports.paddock_builder_create!(this.take(4)))
    this.builder = this.word(this.scratch)
  }

  /// A view loses its length when the memory grows.
  private view(): Uint32Array {
    if (this.words.length === 0) this.words = new Uint32Array(this.memory.buffer)
    return this.words
  }
  private bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at >>> 0, size)
  }
  private word(at: number): number {
    return this.view()[at >>> 2]!
  }

  /// Frees the texts and lists of the last call.
  private release(): void {
    this.top = this.scratch
    if (this.overflow.length === 0) return
    for (const at of this.overflow) this.exports.free!(at)
    this.overflow.length = 0
  }

  private take(size: number): number {
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

  private text(text: string): number {
    if (text.includes('\0')) throw new TypeError('a text of a program has no zero character')
    const at = this.take(3 * text.length + 1)
    const { written } = encoder.encodeInto(text, this.bytes(at, 3 * text.length))
    this.bytes(at + written, 1)[0] = 0
    return at
  }

  /// Names of operations and attributes are kept.
  private name(name: string): number {
    const known = this.names.get(name)
    if (known !== undefined) return known
    const at = this.exports.malloc!(3 * name.length + 1)
    const { written } = encoder.encodeInto(name, this.bytes(at, 3 * name.length))
    this.bytes(at + written, 1)[0] = 0
    this.names.set(name, at)
    return at
  }

  private list(numbers: readonly number[]): number {
    const at = this.take(4 * numbers.length)
    const view = this.view()
    for (let i = 0; i < numbers.length; ++i) view[(at >>> 2) + i] = numbers[i]!
    return at
  }

  private texts(texts: readonly (string | null)[]): number {
    return this.list(texts.map((text) => (text === null ? 0 : this.text(text))))
  }

  private integers(values: ArrayLike<number | bigint | boolean>): number {
    const at = this.take(8 * values.length)
    const integers = new BigInt64Array(this.memory.buffer, at >>> 0, values.length)
    for (let i = 0; i < values.length; ++i) integers[i] = wholeOf(values[i])
    return at
  }

  private takeBytes(handle: number): string {
    const text = decoder.decode(this.bytes(this.exports.paddock_bytes_data!(handle), this.exports.paddock_bytes_size!(handle) >>> 0))
    this.exports.paddock_bytes_free!(handle)
    return text
  }

  /// Throws the errors in a list of diagnostics, which have no place in a text.
  private fail(diagnostics: number): never {
    const out = this.take(4)
    this.exports.paddock_diagnostics_json!(diagnostics, out)
    const wire = JSON.parse(this.takeBytes(this.word(out))) as WireDiagnostic[]
    this.exports.paddock_diagnostics_free!(diagnostics)
    const found = readDiagnostics(wire, new Offsets('', new Uint32Array(0)))
    const errors = found.filter(({ severity }) => severity === 'error').map((one) => ({ ...one, line: 0, column: 0, endLine: 0, endColumn: 0 }))
    throw new ProgramError(errors)
  }

  /// Throws the reason if a call failed, which the builder then forgets.
  private check(status: number): void {
    if (status === 0) return
    if (status !== 1) throw new TypeError(`the builder refuses the call at this moment (${status})`)
    this.release()
    const out = this.take(4)
    this.exports.paddock_builder_take_diagnostics!(this.builder, out)
    this.fail(this.word(out))
  }

  /// Makes a call that stores the first number of new values and their count.
  private checkMade(status: number, out: number): void {
    this.check(status)
    this.first = this.word(out)
    this.count = this.word(out + 4)
  }

  setModuleAttribute(name: string, text: string): void {
    this.release()
    this.check(this.exports.paddock_builder_set_attribute!(this.builder, this.text(name), this.text(text)))
  }

  addModuleOperation(name: string, attributes: readonly (readonly [string, string])[]): void {
    this.release()
    const names = this.texts(attributes.map(([one]) => one))
    const values = this.texts(attributes.map(([, text]) => text))
    this.check(this.exports.paddock_builder_add_operation!(this.builder, this.text(name), names, values, attributes.length))
  }

  /// Returns a function's handle.
  addFunction(name: string, declaration: Declaration): number {
    const { names, types, attributes, resultTypes, isPrivate, isDeclaration, ownAttributes } = declaration
    this.release()
    const given = [
      this.texts(names), this.texts(types), this.texts(attributes), names.length,
      this.texts(resultTypes ?? []), resultTypes?.length ?? 0, resultTypes === null ? 0 : 1,
      isPrivate ? 1 : 0, isDeclaration ? 1 : 0, ownAttributes === null ? 0 : this.text(ownAttributes),
    ]
    const options = this.list([4 * (given.length + 1), ...given])
    const out = this.take(4)
    this.check(this.exports.paddock_builder_add_function!(this.builder, this.text(name), options, out))
    return this.word(out)
  }

  readArguments(f: number): void {
    this.release()
    const out = this.take(8)
    this.checkMade(this.exports.paddock_function_builder_arguments!(f, out, out + 4), out)
  }

  begin(f: number, name: string): void {
    this.check(this.exports.paddock_function_builder_begin!(f, this.name(name)))
  }

  addOperands(f: number, values: readonly number[]): void {
    this.release()
    this.check(this.exports.paddock_function_builder_add_operands!(f, this.list(values), values.length))
  }

  setText(f: number, name: string, text: string): void {
    this.release()
    this.check(this.exports.paddock_function_builder_set_attribute!(f, this.name(name), this.text(text)))
  }

  setIntegers(f: number, name: string, values: ArrayLike<number | bigint | boolean>): void {
    this.release()
    this.check(this.exports.paddock_function_builder_set_integers!(f, this.name(name), this.integers(values), values.length))
  }

  setElements(f: number, name: string, { elementType, shape, data, isSplat }: Elements): void {
    this.release()
    const number = elementTypes.indexOf(elementType)
    if (number < 0) throw new TypeError(`${elementType} is no element type of a constant`)
    const sizes = this.integers(shape)
    const at = this.take(data.byteLength)
    this.bytes(at, data.byteLength).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    const out = this.take(4)
    const status = this.exports.paddock_tensor_copy!(number, sizes, isSplat ? 0 : shape.length, at, data.byteLength, out)
    this.check(0)
    if (status !== 0) throw new RangeError(`the elements are no ${elementType} of the shape [${shape.join(', ')}]`)
    const tensor = this.word(out)
    const set = isSplat
      ? this.exports.paddock_function_builder_set_splat!(f, this.name(name), tensor, sizes, shape.length)
      : this.exports.paddock_function_builder_set_tensor!(f, this.name(name), tensor)
    this.exports.paddock_tensor_free!(tensor)
    this.check(set)
  }

  addResultType(f: number, type: string): void {
    this.release()
    this.check(this.exports.paddock_function_builder_add_result_type!(f, this.text(type)))
  }

  /// Returns false if the operation is wrong already, which its end reports.
  beginRegion(f: number, argumentTypes: readonly string[]): boolean {
    this.release()
    const types = this.texts(argumentTypes)
    const out = this.take(8)
    const status = this.exports.paddock_function_builder_begin_region!(f, types, argumentTypes.length, out, out + 4)
    if (status !== 0) return false
    this.checkMade(status, out)
    if (this.first !== failedValue) return true
    this.endRegion(f, [])
    return false
  }

  endRegion(f: number, values: readonly number[]): void {
    this.release()
    this.check(this.exports.paddock_function_builder_end_region!(f, this.list(values), values.length))
  }

  end(f: number): void {
    this.release()
    const out = this.take(8)
    this.checkMade(this.exports.paddock_function_builder_end!(f, out, out + 4), out)
  }

  cancel(f: number): void {
    this.check(this.exports.paddock_function_builder_cancel!(f))
  }

  callFunction(f: number, callee: number, values: readonly number[]): void {
    this.release()
    const operands = this.list(values)
    const out = this.take(8)
    this.checkMade(this.exports.paddock_function_builder_call!(f, callee, operands, values.length, out, out + 4), out)
  }

  return(f: number, values: readonly number[], attributes: readonly (string | null)[]): void {
    this.release()
    const texts = attributes.length === 0 ? 0 : this.texts(values.map((_, i) => attributes[i] ?? null))
    this.check(this.exports.paddock_function_builder_return!(f, this.list(values), values.length, texts))
  }

  nameValue(f: number, value: number, name: string): void {
    this.release()
    this.check(this.exports.paddock_function_builder_name!(f, value, this.text(name)))
  }

  typeOf(f: number, value: number): string {
    this.release()
    const out = this.take(4)
    this.check(this.exports.paddock_function_builder_type!(f, value, out))
    return this.takeBytes(this.word(out))
  }

  programText(): string {
    this.release()
    const out = this.take(8)
    const status = this.exports.paddock_builder_text!(this.builder, out, out + 4)
    this.check(0)
    if (status !== 0) this.fail(this.word(out + 4))
    this.exports.paddock_diagnostics_free!(this.word(out + 4))
    return this.takeBytes(this.word(out))
  }
}

/// Returns an instance of the module. All its imports, notices of grown memory and output on an
/// abort, are stubs.
export async function instantiatePart(module: WebAssembly.Module): Promise<WebAssembly.Instance> {
  const imports: Record<string, Record<string, () => number>> = {}
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0
  return WebAssembly.instantiate(module, imports)
}

/// Returns the module of a new builder.
export async function instantiateBuilder(module: WebAssembly.Module): Promise<BuilderModule> {
  return new BuilderModule(await instantiatePart(module))
}
