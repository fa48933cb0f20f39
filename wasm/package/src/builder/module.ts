/// The module paddock-builder.wasm: the functions of core/c/builder.h. One instance holds one program,
/// and is collected with it.
import type { Elements } from './constant.js'
import { ModuleMemory, throwErrors } from './module-memory.js'

const failedValue = 0xffffffff

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

export class BuilderModule extends ModuleMemory {
  private readonly builder: number
  /// Values of the last call that made some: their first number and their count.
  first = 0
  count = 0

  constructor(instance: WebAssembly.Instance) {
    super(instance)
    const out = this.take(4)
    this.check(this.exports.paddock_builder_create!(out))
    this.builder = this.word(out)
  }

  /// Throws the errors in a list of diagnostics.
  private fail(diagnostics: number): never {
    const out = this.take(4)
    this.exports.paddock_diagnostics_json!(diagnostics, out)
    this.exports.paddock_diagnostics_free!(diagnostics)
    throwErrors(this.takeBytes(this.word(out)))
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

  setElements(f: number, name: string, elements: Elements): void {
    this.release()
    this.check(
      this.withTensor(elements, (tensor, sizes) =>
        elements.isSplat
          ? this.exports.paddock_function_builder_set_splat!(f, this.name(name), tensor, sizes, elements.shape.length)
          : this.exports.paddock_function_builder_set_tensor!(f, this.name(name), tensor),
      ),
    )
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

/// Returns an instance of the module. Its imports that are not given, notices of grown memory and
/// output on an abort, are stubs.
export async function instantiatePart(module: WebAssembly.Module, given: Readonly<Record<string, (...numbers: number[]) => number>> = {}): Promise<WebAssembly.Instance> {
  const imports: Record<string, Record<string, (...numbers: number[]) => number>> = {}
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = given[name] ?? (() => 0)
  return WebAssembly.instantiate(module, imports)
}

/// Returns the module of a new builder.
export async function instantiateBuilder(module: WebAssembly.Module): Promise<BuilderModule> {
  return new BuilderModule(await instantiatePart(module))
}
