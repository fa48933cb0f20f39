/// Calls of XLA's operations in the document's notation, which core/api/xla/written_call.h reads.
import type { ElementType } from '../data/element-types.js'
import { isText } from './attribute-text.js'
import { elementsOf, type Elements } from './constant.js'
import { tensorOf, type ConstantValue } from './types.js'
import { elementTypeOf, methodRows, type ArgumentKind, type MethodRow, type PrimitiveType } from './xla-operations.js'

/// Meaning of a call's arguments for its builder.
export interface CallContext {
  /// Returns the name of a value; undefined if it is none.
  valueName(value: unknown): string | undefined
  /// Returns the name of a computation or a function; undefined if it is neither.
  functionName(computation: unknown): string | undefined
  /// Sets the elements that the call names `literal`.
  setLiteral(elements: Elements): void
}

const whole = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'
const list = (value: unknown, write: (one: unknown) => string | undefined): string | undefined => {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return undefined
  const written = Array.from(value as ArrayLike<unknown>, write)
  return written.includes(undefined) ? undefined : `{${written.join(', ')}}`
}
const number = (value: unknown): string | undefined => (whole(value) ? String(value) : undefined)
const shapeForm = /^[\w[\](){}, ]+$/

/// Returns the text of an argument; undefined if it is of another kind.
const writers: Readonly<Record<ArgumentKind, (value: unknown, context: CallContext, more: readonly unknown[]) => string | undefined>> = {
  value: (value, context) => context.valueName(value),
  values: (value, context) => list(value, (one) => context.valueName(one)),
  integers: (value) => list(value, number),
  lists: (value) => list(value, (one) => list(one, number)),
  number,
  string: (value) => (typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : undefined),
  padding: (value) => (typeof value === 'string' && /^[a-z]+$/.test(value) ? `k${value[0]!.toUpperCase()}${value.slice(1)}` : undefined),
  type: (value) => (typeof value === 'string' && /^\w+$/.test(value) ? value : undefined),
  shape: (value) => (typeof value === 'string' && shapeForm.test(value) ? value : undefined),
  literal: (value, context, [shape]) => writeLiteral(value as ConstantValue, shape, context),
  function: (value, context) => context.functionName(value),
}

const kindWords: Readonly<Record<ArgumentKind, string>> = {
  value: 'a value', values: 'a list of values', integers: 'a list of whole numbers', lists: 'a list of lists of whole numbers', number: 'a number', string: 'a string',
  padding: 'a padding', type: 'an element type', shape: "a shape such as 'f32[2,3]'", literal: 'a number, a list, an array or { text }', function: 'a computation or a function',
}

function writeLiteral(value: ConstantValue, shape: unknown, context: CallContext): string | undefined {
  if (isText(value)) return value.text
  context.setLiteral(elementsOf(value, shape === undefined ? undefined : typeOf(shape)))
  return 'literal'
}

/// Returns the type in StableHLO of an element type or the shape of an array.
function typeOf(shape: unknown): string {
  const [, name, sizes] = /^(\w+)(?:\[([\d, ]*)\])?$/.exec(String(shape)) ?? []
  const element = Object.hasOwn(elementTypeOf, name ?? '') ? (elementTypeOf[name as PrimitiveType] as ElementType) : undefined
  if (element === undefined) throw new TypeError(`${String(shape)} is no element type and no shape of an array`)
  if (sizes === undefined) return element
  return tensorOf(element, sizes.trim() === '' ? [] : sizes.split(',').map(Number))
}

/// The rows of each method: several if it may be called in several ways, the shortest first.
const rowsOf = new Map<string, MethodRow[]>()

/// Returns the names of all methods, and whether the first parameter of each is a value.
export function methods(): readonly (readonly [method: string, isFluent: boolean])[] {
  if (rowsOf.size === 0) for (const row of methodRows) rowsOf.set(row[1], [...(rowsOf.get(row[1]) ?? []), row])
  return [...rowsOf].map(([method, [row]]) => [method, row![2][0]?.[1] === 'value'])
}

/// Returns the text of a call. Throws a `TypeError` if an argument is of another kind than its
/// parameter. Too few arguments are the reader's to report.
export function writeCall(method: string, given: readonly unknown[], context: CallContext): string {
  const rows = rowsOf.get(method)!
  const used = given.slice(0, given.findLastIndex((one) => one !== undefined) + 1)
  const [name, , parameters] = rows.find(([, , { length }]) => length >= used.length) ?? rows.at(-1)!
  const isLiteral = parameters.at(-1)?.[1] === 'literal'
  if (used.length > parameters.length + (isLiteral ? 1 : 0)) throw new TypeError(`${method}: there are too many arguments`)
  const written = used.slice(0, parameters.length).map((argument, i) => {
    const [parameter, kind] = parameters[i]!
    const text = writers[kind](argument, context, used.slice(i + 1))
    if (text === undefined) throw new TypeError(`${method}: ${parameter} must be ${kindWords[kind]}`)
    return text
  })
  return `${name}(${written.join(', ')})`
}
