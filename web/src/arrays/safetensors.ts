import type { ElementType } from 'paddock-hlo'
import type { FileArray } from './array-file.js'

// https://github.com/huggingface/safetensors: the length of a JSON header as u64, the header, the bytes.
const types: Readonly<Record<string, { elementType: ElementType; width: number }>> = {
  BOOL: { elementType: 'i1', width: 1 },
  I8: { elementType: 'i8', width: 1 },
  I16: { elementType: 'i16', width: 2 },
  I32: { elementType: 'i32', width: 4 },
  I64: { elementType: 'i64', width: 8 },
  U8: { elementType: 'ui8', width: 1 },
  U16: { elementType: 'ui16', width: 2 },
  U32: { elementType: 'ui32', width: 4 },
  U64: { elementType: 'ui64', width: 8 },
  F8_E4M3: { elementType: 'f8E4M3FN', width: 1 },
  F8_E5M2: { elementType: 'f8E5M2', width: 1 },
  F8_E8M0: { elementType: 'f8E8M0FNU', width: 1 },
  F16: { elementType: 'f16', width: 2 },
  BF16: { elementType: 'bf16', width: 2 },
  F32: { elementType: 'f32', width: 4 },
  F64: { elementType: 'f64', width: 8 },
  C64: { elementType: 'complex<f32>', width: 8 },
}

const isSizes = (value: unknown): value is number[] => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0)

/// The tensors of the file, as views of it. Throws with a sentence if it is broken; a tensor of a
/// type that StableHLO has not is left out.
export function readSafetensors(bytes: Uint8Array): FileArray[] {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  const header = parseHeader(new TextDecoder().decode(bytes.subarray(8, 8 + length)))
  const data = bytes.subarray(8 + length)
  return Object.entries(header).flatMap(([name, entry]) => (name === '__metadata__' ? [] : readTensor(name, entry, data)))
}

function parseHeader(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new Error('the header of the safetensors file is no JSON')
  }
}

function readTensor(name: string, entry: unknown, data: Uint8Array): FileArray[] {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>
  if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(offsets)) throw new Error(`${name} of the safetensors file has no type, shape or offsets`)
  const type = types[dtype]
  if (type === undefined) return []
  const [begin = 0, end = 0] = offsets
  const count = shape.reduce((product, size) => product * size, 1)
  if (end > data.length || end - begin !== count * type.width) throw new Error(`${name} of the safetensors file has ${end - begin} bytes, not the ${count * type.width} of its shape`)
  return [{ name, elementType: type.elementType, shape, input: { data: data.subarray(begin, end), shape } }]
}
