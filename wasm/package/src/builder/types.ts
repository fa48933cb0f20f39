/// Types as programs write them, and what the methods of the builder take.
import type { ElementType } from '../data/element-types.js'
import type { NestedList } from '../data/nested-list.js'

/// A type as programs write it: `tensor<2x3xf32>`. `tensorOf` makes those of tensors.
export type Type = string

/// Type of a result that the operands do not determine: a type; a shape, with the element type of
/// the first operand; or an element type, with the shape of the first operand.
export type ResultType = Type | readonly number[]

/// An operand. A number or a boolean is a constant of the type of the other operands: see
/// docs/builder.md.
export type Operand<Value> = Value | number | bigint | boolean

/// Returned by the function of a region: the values that the region returns.
export type RegionResult<Value> = Value | readonly Value[] | void

/// An attribute as programs write it in the generic form: `{ text: 'dense<1> : tensor<2xi64>' }`.
export interface AttributeText {
  /// The text.
  text: string
}

/// An attribute whose form the op table leaves open. A string is its text. Whole numbers are of
/// type i64, others of type f64; lists and objects are arrays and dictionaries. As an attribute of an
/// operation, a list of whole numbers is one of elements, as `replicaGroups: [[0, 1]]` needs.
export type OpenAttribute = string | number | bigint | boolean | AttributeText | readonly OpenAttribute[] | { readonly [name: string]: OpenAttribute }

/// Integers in nested lists.
export type NestedIntegers = readonly (number | bigint | NestedIntegers)[]

/// Elements of a constant: a number, a boolean or a bigint; nested lists of them; a typed array in
/// row-major order.
export type ConstantValue = NestedList | ArrayBufferView<ArrayBufferLike> | AttributeText

/// Options of every operation, besides its own attributes.
export interface OperationOptions {
  /// Types of the results, where others than the inferred ones are meant.
  resultTypes?: readonly ResultType[]
  /// Attributes that are not the operation's own: `{ 'mhlo.sharding': '"{replicated}"' }`.
  attributes?: { readonly [name: string]: OpenAttribute }
}

/// Returns the type of tensors: `tensorOf('f32', [2, 3])` is `tensor<2x3xf32>`.
///
/// @param elementType The element type, also a quantized one.
/// @param shape The sizes; -1 means known at run time. Default: a scalar.
export function tensorOf(elementType: ElementType | (string & {}), shape: readonly number[] = []): Type {
  return `tensor<${shape.map((size) => `${size < 0 ? '?' : size}x`).join('')}${elementType}>`
}

/// A ranked tensor type, taken apart.
interface TensorType {
  elementType: string
  /// -1 for a size that is known at run time.
  shape: readonly number[]
}

const tensorForm = /^tensor<((?:(?:\d+|\?)x)*)([^*].*?)(?:, #.*)?>$/

const mostKnown = 1000
const known = new Map<Type, TensorType | null>()

/// Returns null for any other type.
export function tensorTypeOf(type: Type): TensorType | null {
  const found = known.get(type)
  if (found !== undefined) return found
  if (known.size === mostKnown) known.clear()
  const tensor = takeApart(type)
  known.set(type, tensor)
  return tensor
}

function takeApart(type: Type): TensorType | null {
  const [, sizes, elementType] = tensorForm.exec(type) ?? []
  if (sizes === undefined || elementType === undefined) return null
  return { elementType, shape: sizes.split('x').slice(0, -1).map((size) => (size === '?' ? -1 : Number(size))) }
}

const elementTypeForm = /^(?:[a-z]\w*|complex<f(?:32|64)>|!quant\..*)$/

/// Returns the text of a result's type. `first` is the type of the first operand.
export function resultTypeOf(type: ResultType, first: Type | undefined): Type {
  const tensor = first === undefined ? null : tensorTypeOf(first)
  if (typeof type !== 'string') {
    if (tensor === null) throw new TypeError(`a shape takes the element type of the first operand, which is no tensor: write tensorOf(elementType, [${type.join(', ')}])`)
    return tensorOf(tensor.elementType, type)
  }
  return tensor !== null && elementTypeForm.test(type) ? tensorOf(type, tensor.shape) : type
}
