/// Methods for all operations of the op table, on functions and values.
import { attributeText, isText, openText } from './attribute-text.js'
import { elementsOf } from './constant.js'
import { describe, FunctionBuilder, Value } from './function-builder.js'
import type { NestedList } from '../data/nested-list.js'
import { operationRows } from './operations.js'
import type { AttributeRow, OperandRow, OperationRow } from './rows.js'
import { tensorOf, tensorTypeOf, type OpenAttribute, type RegionResult, type ResultType, type Type } from './types.js'

type Literal = number | bigint | boolean
type Region = (...values: Value[]) => RegionResult<Value>
type Options = Readonly<Record<string, unknown>>

const isLiteral = (value: unknown): value is Literal => typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'

/// Arguments of one call, read from left to right.
class Arguments {
  private next = 0

  constructor(
    private readonly method: string,
    private readonly list: readonly unknown[],
  ) {}

  take(): unknown {
    return this.list[this.next++]
  }

  /// Options may be left out before regions and at the end.
  takeOptions(): Options {
    const given = this.list[this.next]
    if (typeof given === 'function' || Array.isArray(given)) return {}
    ++this.next
    if (given === undefined || given === null) return {}
    if (typeof given !== 'object' || given instanceof Value) throw new TypeError(`${this.method}: ${describe(given)} is no object with options`)
    return given as Options
  }

  end(): void {
    if (this.next < this.list.length) throw new TypeError(`${this.method} takes ${this.next} arguments, not ${this.list.length}`)
  }
}

/// An operation of the table, ready to be made.
class Operation {
  private readonly name: string
  private readonly properties: ReadonlyMap<string, AttributeRow>
  private readonly hasLists: boolean

  constructor(private readonly row: OperationRow) {
    this.name = row[0]
    this.properties = new Map(row[3].map((attribute) => [attribute[1], attribute]))
    this.hasLists = row[2].some(([, , isList]) => isList === 1)
  }

  /// `first` is the first operand of a method of a value.
  make(f: FunctionBuilder, first: Value | null, list: readonly unknown[]): unknown {
    const [, method, operandRows, , regionRows, form, hasGivenTypes, isConstant] = this.row
    const given = new Arguments(method, list)
    const operands = operandRows.map((_, i) => (i === 0 && first !== null ? first : given.take()))
    const rows = this.resolve(f, operands)
    const types = hasGivenTypes === 1 ? (given.take() as ResultType | readonly ResultType[]) : undefined
    const value = isConstant === 1 ? given.take() : undefined
    const options = given.takeOptions()
    const regions = regionRows.map(([, , hasGivenArguments]) => ({ types: hasGivenArguments === 1 ? (given.take() as readonly Type[]) : [], made: given.take() as Region | readonly Region[] }))
    given.end()
    const isOneType = types !== undefined && form !== 'tuple' && !isList(types)

    f.module.begin(f.handle, this.name)
    const returned = f.closing(() => {
      this.addOperands(f, rows)
      this.setAttributes(f, isConstant === 1 ? { [this.row[3][0]![1]]: value, ...options } : options)
      this.addTypes(f, rows[0]?.[0], options.resultTypes ?? (types === undefined ? [] : isOneType ? [types] : types))
      return addRegions(f, regions)
    })
    f.module.end(f.handle)
    return this.results(f, { operands, isOneType, returned })
  }

  private results(f: FunctionBuilder, { operands, isOneType, returned }: { operands: readonly unknown[]; isOneType: boolean; returned: unknown }): unknown {
    const [, , operandRows, , , form] = this.row
    if (form === 'none') return undefined
    const values = f.made()
    const isOne =
      form === 'one' ||
      (form === 'type' && isOneType) ||
      (form === 'region' && returned instanceof Value) ||
      (form === 'operand' && !Array.isArray(operands[operandRows.findIndex(([, , list]) => list === 1)]))
    return isOne ? values[0] : values
  }

  private addOperands(f: FunctionBuilder, rows: readonly (readonly Value[])[]): void {
    if (!this.hasLists) return f.module.addOperands(f.handle, rows.map(([value]) => f.numberOf(value)))
    for (const row of rows) f.module.addOperands(f.handle, f.numbers(row))
  }

  private addTypes(f: FunctionBuilder, first: Value | undefined, types: unknown): void {
    if (!Array.isArray(types)) throw new TypeError(`${this.row[1]}: ${describe(types)} is no type of a result`)
    f.addResultTypes(types as readonly ResultType[], first)
  }

  private setAttributes(f: FunctionBuilder, options: Options): void {
    for (const property in options) {
      const value = options[property]
      if (value === undefined || value === null || property === 'resultTypes') continue
      const row = this.properties.get(property)
      if (row !== undefined) setAttribute(f, row, value)
      else if (property === 'attributes') setOthers(f, value as Readonly<Record<string, OpenAttribute>>)
      else throw new TypeError(`${this.row[1]} has no attribute ${property}: there is ${[...this.properties.keys(), 'resultTypes', 'attributes'].join(', ')}`)
    }
  }

  /// Returns the operands of each row, with constants for numbers.
  private resolve(f: FunctionBuilder, operands: readonly unknown[]): (readonly Value[])[] {
    const rows = this.row[2]
    const lists = operands.map((operand, i) => (rows[i]![2] === 0 ? [operand] : operand === undefined || operand === null ? [] : Array.isArray(operand) ? (operand as unknown[]) : [operand]))
    for (const list of lists) {
      for (const operand of list) if (!isLiteral(operand)) f.numberOf(operand)
    }
    if (!lists.some((list) => list.some(isLiteral))) return lists as Value[][]
    return lists.map((list, i) => list.map((operand, k) => (isLiteral(operand) ? this.literal(f, operand, i, k, lists) : (operand as Value))))
  }

  /// Makes the constant that a number stands for.
  private literal(f: FunctionBuilder, number: Literal, i: number, k: number, lists: readonly (readonly unknown[])[]): Value {
    const row = this.row[2][i]!
    const [name, , , isScalar, alone] = row
    const like = likeOf(row, this.row[2], k, lists)
    const tensor = like === null ? null : tensorTypeOf(like.type)
    const elementType = tensor?.elementType ?? (typeof number === 'boolean' ? 'i1' : alone)
    if (elementType === '' || (tensor === null && isScalar === 0)) {
      throw new TypeError(`${this.row[1]}: no other operand determines the type of ${name}: write constant(${number}, type)`)
    }
    return f.constantOf(elementsOf(number, tensorOf(elementType, isScalar === 1 ? [] : tensor!.shape)))
  }
}

/// Returns the value whose type a number has: of the same row if that has scalars, which are of one
/// type, or of the first other row that is described by the same words. There its counterpart counts.
function likeOf(row: OperandRow, rows: readonly OperandRow[], k: number, lists: readonly (readonly unknown[])[]): Value | null {
  const isValue = (value: unknown): value is Value => value instanceof Value
  for (const [i, other] of rows.entries()) {
    if (other[1] !== row[1] || (other === row && row[3] === 0)) continue
    const found = other !== row && isValue(lists[i]![k]) ? lists[i]![k] : lists[i]!.find(isValue)
    if (isValue(found)) return found
  }
  return null
}

/// Whether the types are several: a shape is one.
const isList = (types: unknown): boolean => Array.isArray(types) && (types.length === 0 || typeof types[0] !== 'number')

function setAttribute(f: FunctionBuilder, row: AttributeRow, value: unknown): void {
  const [name, property, form] = row
  if (form === 'unit' && value === false) return
  if (isText(value)) return f.module.setText(f.handle, name, value.text)
  if (form === 'i64_array' || form === 'bool_array') {
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw new TypeError(`${property} is a list, not ${describe(value)}`)
    return f.module.setIntegers(f.handle, name, value as ArrayLike<number | bigint | boolean>)
  }
  if (form === 'i64_elements') return f.module.setElements(f.handle, name, elementsOf(value as never, 'i64'))
  if (form === 'elements') return f.module.setElements(f.handle, name, elementsOf(value as never))
  if (form === 'any' && isIntegers(value)) return f.module.setElements(f.handle, name, elementsOf(value, 'i64'))
  f.module.setText(f.handle, name, form === 'unit' ? 'unit' : attributeText(row, value))
}

/// Whether it is a list of whole numbers, of any depth.
const isIntegers = (value: unknown): value is NestedList =>
  Array.isArray(value) && value.every((one) => typeof one === 'bigint' || Number.isInteger(one) || isIntegers(one))

function setOthers(f: FunctionBuilder, attributes: Readonly<Record<string, OpenAttribute>>): void {
  for (const [name, value] of Object.entries(attributes)) f.module.setText(f.handle, name, openText(value))
}

/// Returns what the first region returned. After a mistake the end of the operation reports it.
function addRegions(f: FunctionBuilder, regions: readonly { types: readonly Type[]; made: Region | readonly Region[] }[]): unknown {
  let first: unknown
  for (const [i, { types, made }] of regions.entries()) {
    for (const [k, region] of (Array.isArray(made) ? (made as readonly Region[]) : [made as Region]).entries()) {
      const done = f.region(region, types)
      if (done === null) return first
      if (i === 0 && k === 0) first = done.returned
    }
  }
  return first
}

let isDefined = false

/// Defines the methods, once. Bundlers drop modules that are imported for their effects alone.
export function defineOperations(): void {
  if (isDefined) return
  isDefined = true
  for (const row of operationRows) defineOperation(row)
}

function defineOperation(row: OperationRow): void {
  const [, method, operands] = row
  const operation = new Operation(row)
  const define = (prototype: object, make: unknown): void => void Object.defineProperty(prototype, method, { value: make, writable: true, configurable: true })
  define(FunctionBuilder.prototype, function (this: FunctionBuilder, ...list: unknown[]) {
    return operation.make(this, null, list)
  })
  if (operands.length === 0) return
  define(Value.prototype, function (this: Value, ...list: unknown[]) {
    return operation.make(this.function, this, list)
  })
}
