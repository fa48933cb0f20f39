import { viewElements, type ElementType } from '../data/element-types.js'
import type { ParameterInfo } from '../protocol/functions.js'
import { integerRange } from '../data/pack-elements.js'

/// Array kinds that are accepted as the bytes of any elements.
const kindsOfBytes = ['Uint8Array', 'Uint8ClampedArray', 'DataView']

/// Checks that the elements can be taken as they lie in memory. An array of another kind would be
/// read as other numbers. Bytes with bits that a narrow type lacks are no valid elements.
export function checkElements({ name, type, elementType }: ParameterInfo, data: ArrayBufferView<ArrayBufferLike>, given?: ElementType): void {
  if (elementType === null) return
  if (given !== undefined && given !== elementType) throw new TypeError(`argument ${name}: ${type} is no ${given}, which the given tensor is`)
  const kind = kindOf(data)
  const wanted = kindOf(viewElements(elementType, new ArrayBuffer(0)))
  const isHalf = elementType === 'f16' && kind === 'Float16Array'
  if (kind !== wanted && !isHalf && !kindsOfBytes.includes(kind)) {
    throw new TypeError(`argument ${name}: ${type} takes its elements in ${wanted}, not ${kind}: ${otherWay(elementType)}`)
  }
  const range = narrowRange(elementType)
  if (range !== null) checkRange(name, elementType, data, range)
}

/// Returns the kind of an array, also for arrays of another realm.
const kindOf = (data: ArrayBufferView<ArrayBufferLike>): string => Object.prototype.toString.call(data).slice(8, -1)

const otherWay = (type: ElementType): string =>
  type.startsWith('complex') ? 'pairs of them' : `packElements('${type}', values) makes one, and a list of numbers is taken by value`

/// Returns the range of an element type that does not use all bits of a byte; null for other types.
function narrowRange(type: ElementType): [number, number] | null {
  if (/^u?i[124]$/.test(type)) return integerRange(type).map(Number) as [number, number]
  const bits = /^f([46])E/.exec(type)?.[1]
  return bits === undefined ? null : [0, 2 ** Number(bits) - 1]
}

function checkRange(name: string, type: ElementType, data: ArrayBufferView<ArrayBufferLike>, [low, high]: [number, number]): void {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const sign = low < 0 ? 128 : 0
  const value = (byte: number): number => (byte ^ sign) - sign
  const wrong = bytes.findIndex((byte) => value(byte) < low || value(byte) > high)
  if (wrong >= 0) throw new RangeError(`argument ${name}: element ${wrong} is ${value(bytes[wrong]!)}, which is no ${type}`)
}
