import { dictionaryText, isText, openText } from './attribute-text.js'
import { elementsOf, type Elements } from './constant.js'
import type { BuilderModule } from './module.js'
import type { FunctionOperations, ValueOperations } from './operations.js'
import { resultTypeOf, tensorTypeOf, type ConstantValue, type OpenAttribute, type RegionResult, type ResultType, type Type } from './types.js'

/// A value of a program that is being built: an argument, or the result of an operation. Each
/// operation is a method, with the value as the first operand: `x.add(y)`.
export class Value {
  /// The function that it is a value of.
  readonly function: FunctionBuilder
  private known: Type | undefined

  /// @internal
  constructor(
    owner: FunctionBuilder,
    /// @internal
    readonly number: number,
  ) {
    this.function = owner
  }

  /// Type as programs write it: `tensor<2x3xf32>`.
  get type(): Type {
    return (this.known ??= this.function.module.typeOf(this.function.handle, this.number))
  }
  /// Shape of a tensor; -1 is a size that is known at run time.
  ///
  /// @throws `TypeError` if it is no ranked tensor.
  get shape(): readonly number[] {
    return tensorOfValue(this).shape
  }
  /// Element type of a tensor: `f32`.
  ///
  /// @throws `TypeError` if it is no ranked tensor.
  get elementType(): string {
    return tensorOfValue(this).elementType
  }
  /// Names the value in the program's text. Returns the value.
  ///
  /// @param name The name, without `%`.
  named(name: string): this {
    this.function.module.nameValue(this.function.handle, this.number, name)
    return this
  }
}

export interface Value extends ValueOperations<Value> {}

function tensorOfValue(value: Value): { shape: readonly number[]; elementType: string } {
  const tensor = tensorTypeOf(value.type)
  if (tensor === null) throw new TypeError(`${value.type} is no ranked tensor`)
  return tensor
}

/// Parts of an operation that is chosen by name.
export interface OperationParts {
  /// Attributes by the names of the op table, as programs write them.
  attributes?: Readonly<Record<string, OpenAttribute>>
  /// Functions of the regions' arguments.
  regions?: readonly ((...values: Value[]) => RegionResult<Value>)[]
  /// Types of each region's arguments, where operands do not determine them.
  argumentTypes?: readonly (readonly Type[])[]
  /// Types of the results. Default: inferred.
  resultTypes?: readonly Type[]
}

/// Makes the operations of one function, in order. Each operation is a method. Within the function
/// of a region, the same builder makes the region's operations.
export class FunctionBuilder {
  /// Arguments of the function.
  readonly arguments: readonly Value[]

  /// @internal
  constructor(
    /// @internal
    readonly module: BuilderModule,
    /// @internal
    readonly handle: number,
    /// Name of the function.
    readonly name: string,
    private readonly argumentNames: readonly string[],
  ) {
    module.readArguments(handle)
    this.arguments = this.made()
  }

  /// Returns an argument.
  ///
  /// @param which Its number or its name.
  /// @throws `RangeError` if there is none.
  argument(which: number | string): Value {
    const value = this.arguments[typeof which === 'number' ? which : this.argumentNames.indexOf(which)]
    if (value === undefined) throw new RangeError(`@${this.name} has no argument ${which}`)
    return value
  }

  /// Makes a constant.
  ///
  /// @param value A number, a boolean, a bigint, nested lists of them, or a typed array; or
  /// `{ text }`, an attribute as programs write it.
  /// @param type An element type, or a type of tensors, in which one number fills a shape. Default:
  /// numbers are f32, booleans i1 and bigints i64; a typed array has the type of its kind.
  /// @throws `TypeError` and `RangeError` if the elements are none of the type.
  constant(value: ConstantValue, type?: Type): Value {
    if (isText(value)) {
      const { text } = value
      return this.constantWith((name) => this.module.setText(this.handle, name, text))
    }
    return this.constantOf(elementsOf(value, type))
  }

  /// @internal Makes a constant of elements that are given.
  constantOf(elements: Elements): Value {
    return this.constantWith((name) => this.module.setElements(this.handle, name, elements))
  }

  private constantWith(setValue: (name: string) => void): Value {
    this.module.begin(this.handle, 'stablehlo.constant')
    this.closing(() => setValue('value'))
    this.module.end(this.handle)
    return this.made()[0]!
  }

  /// Calls a function.
  ///
  /// @param callee A function of this program that has returned, or whose result types were given.
  /// @param operands Its arguments.
  call(callee: FunctionBuilder, operands: readonly Value[]): Value[] {
    if (callee.module !== this.module) throw new TypeError(`@${callee.name} is a function of another builder`)
    this.module.callFunction(this.handle, callee.handle, this.numbers(operands))
    return this.made()
  }

  /// Ends the function.
  ///
  /// @param results The values that it returns.
  /// @param attributes Attributes of each result: `[{ 'jax.result_info': '"loss"' }]`.
  return(results: Value | readonly Value[] = [], attributes: readonly Readonly<Record<string, OpenAttribute>>[] = []): void {
    this.module.return(this.handle, this.numbers(listOf(results)), attributes.map(dictionaryText))
  }

  /// Makes any operation of the op table, by its full name.
  ///
  /// @param name The name: `stablehlo.add`.
  /// @param operands All operands, in the order of the op table.
  /// @param parts The rest.
  operation(name: string, operands: readonly Value[], { attributes = {}, regions = [], argumentTypes = [], resultTypes = [] }: OperationParts = {}): Value[] {
    const { module, handle } = this
    const numbers = this.numbers(operands)
    module.begin(handle, name)
    this.closing(() => {
      for (const [attribute, value] of Object.entries(attributes)) module.setText(handle, attribute, openText(value))
      module.addOperands(handle, numbers)
      for (const type of resultTypes) module.addResultType(handle, type)
      for (const [i, region] of regions.entries()) if (this.region(region, argumentTypes[i] ?? []) === null) break
    })
    module.end(handle)
    return this.made()
  }

  /// @internal Runs what adds parts to an open operation, which is dropped if that throws.
  closing<T>(add: () => T): T {
    try {
      return add()
    } catch (error) {
      this.module.cancel(this.handle)
      throw error
    }
  }

  /// @internal Makes a region of the open operation, and returns what its function returned. Returns
  /// null if the operation is wrong already, which its end reports.
  region(make: (...values: Value[]) => RegionResult<Value>, argumentTypes: readonly Type[]): { returned: RegionResult<Value> } | null {
    if (typeof make !== 'function') throw new TypeError('a region is a function of its arguments')
    if (!this.module.beginRegion(this.handle, argumentTypes)) return null
    const returned = make(...this.made())
    this.module.endRegion(this.handle, this.numbers(listOf(returned ?? [])))
    return { returned }
  }

  /// @internal Returns the values that the last call made.
  made(): Value[] {
    const { first, count } = this.module
    const values: Value[] = []
    for (let i = 0; i < count; ++i) values.push(new Value(this, first + i))
    return values
  }

  /// @internal Returns the numbers of values, all of which are of this builder.
  numbers(values: readonly unknown[]): number[] {
    return values.map((value) => this.numberOf(value))
  }

  /// @internal
  numberOf(value: unknown): number {
    if (!(value instanceof Value)) throw new TypeError(`${describe(value)} is no value of a program`)
    if (value.function.module !== this.module) throw new TypeError('the value is one of another builder')
    return value.number
  }

  /// @internal Adds the types of results, given in any of their forms.
  addResultTypes(types: readonly ResultType[], first: Value | undefined): void {
    for (const type of types) this.module.addResultType(this.handle, resultTypeOf(type, first?.type))
  }
}

export interface FunctionBuilder extends FunctionOperations<Value> {}

/// Returns a text for messages.
export function describe(value: unknown): string {
  return value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a ${typeof value}`
}

/// Returns a list of one value for the value.
function listOf(values: Value | readonly Value[]): readonly Value[] {
  return Array.isArray(values) ? (values as readonly Value[]) : [values as Value]
}
