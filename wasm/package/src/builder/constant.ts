/// Elements of constants, from numbers, nested lists and typed arrays.
import type { ElementType } from '../data/element-types.js'
import type { NestedList } from '../data/nested-list.js'
import { packElements } from '../data/pack-elements.js'
import { tensorTypeOf, type Type } from './types.js'

/// Elements of a dense attribute.
export interface Elements {
  elementType: ElementType
  shape: readonly number[]
  data: ArrayBufferView<ArrayBufferLike>
  /// Whether `data` has one element, which all are.
  isSplat: boolean
}

/// Kinds of arrays that hold the elements of a type as they are.
const arrayTypes: Readonly<Record<string, ElementType>> = {
  Int8Array: 'i8', Uint8Array: 'ui8', Uint8ClampedArray: 'ui8', Int16Array: 'i16', Uint16Array: 'ui16', Int32Array: 'i32', Uint32Array: 'ui32',
  BigInt64Array: 'i64', BigUint64Array: 'ui64', Float16Array: 'f16', Float32Array: 'f32', Float64Array: 'f64',
}
const kindOf = (data: ArrayBufferView<ArrayBufferLike>): string => Object.prototype.toString.call(data).slice(8, -1)

/// Returns the elements of a constant. `type` is a type of tensors, or an element type; without it
/// numbers are f32, booleans i1 and bigints i64, and arrays have the type of their kind.
export function elementsOf(value: NestedList | ArrayBufferView<ArrayBufferLike>, type?: Type): Elements {
  const tensor = type === undefined ? null : tensorTypeOf(type)
  const elementType = (tensor?.elementType ?? type) as ElementType | undefined
  if (tensor?.shape.some((size) => size < 0)) throw new TypeError(`a constant has no open sizes, and ${type} has`)
  return ArrayBuffer.isView(value) ? ofArray(value, elementType, tensor?.shape) : ofList(value, elementType, tensor?.shape)
}

function ofArray(data: ArrayBufferView<ArrayBufferLike>, given: ElementType | undefined, shape?: readonly number[]): Elements {
  const elementType = given ?? arrayTypes[kindOf(data)]
  if (elementType === undefined) throw new TypeError(`a constant in a ${kindOf(data)} needs its type`)
  const bytesEach = packElements(elementType, [0]).BYTES_PER_ELEMENT * (elementType.startsWith('complex') ? 2 : 1)
  return { elementType, shape: shape ?? [Math.floor(data.byteLength / bytesEach)], data, isSplat: false }
}

function ofList(value: NestedList, given: ElementType | undefined, shape?: readonly number[]): Elements {
  const numbers: (number | bigint | boolean)[] = []
  const sizes = flatten(value, numbers)
  const elementType = given ?? typeAlone(numbers[0])
  const isComplex = elementType.startsWith('complex')
  if (isComplex && sizes.at(-1) !== 2) throw new TypeError('a complex number is a pair of numbers')
  const own = isComplex ? sizes.slice(0, -1) : sizes
  const count = (list: readonly number[]): number => list.reduce((product, size) => product * size, 1)
  const isSplat = shape !== undefined && own.length === 0 && shape.length > 0
  if (shape !== undefined && !isSplat && count(shape) !== count(own)) throw new RangeError(`${count(own)} elements for a shape of ${count(shape)}`)
  return { elementType, shape: shape ?? own, data: packElements(elementType, numbers), isSplat }
}

const typeAlone = (first: number | bigint | boolean | undefined): ElementType =>
  typeof first === 'boolean' ? 'i1' : typeof first === 'bigint' ? 'i64' : 'f32'

/// Appends the numbers in a list, and returns its shape.
function flatten(value: NestedList, numbers: (number | bigint | boolean)[]): number[] {
  if (!Array.isArray(value)) {
    numbers.push(numberOf(value as Exclude<NestedList, readonly NestedList[]>))
    return []
  }
  const list = value as readonly NestedList[]
  let shape: number[] = []
  list.forEach((item, index) => {
    const inner = flatten(item, numbers)
    if (index > 0 && inner.join() !== shape.join()) throw new TypeError('the rows of a list have different lengths')
    shape = inner
  })
  return [list.length, ...shape]
}

function numberOf(value: Exclude<NestedList, readonly NestedList[]>): number | bigint | boolean {
  if (typeof value !== 'string') {
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value
    throw new TypeError(`${String(value)} is no element of a constant`)
  }
  return /^-?\d+$/.test(value) ? BigInt(value) : Number(value)
}
