import type { ElementType, Input } from 'paddock-hlo'

/// An array of a file: its name there, and a value that an argument can take.
export interface FileArray {
  name: string
  /// Null where the file does not say it in a way that is known here; the engine reads it all the same.
  elementType: ElementType | null
  shape: readonly number[]
  input: Exclude<Input, string>
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, i) => bytes[i] === byte)
const npyMagic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]
const zipMagic = [0x50, 0x4b, 0x03, 0x04]

/// A length below the file's, and then a JSON object.
function isSafetensors(bytes: Uint8Array): boolean {
  if (bytes.length < 10 || bytes[8] !== 0x7b) return false
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true)
  return length >= 2n && length <= BigInt(bytes.length - 8)
}

/// The arrays of a .npy, .npz or .safetensors file, told by what is in it; null if it is none of
/// them. Rejects with a sentence if it is broken.
export async function readArrays(fileName: string, bytes: Uint8Array): Promise<FileArray[] | null> {
  if (startsWith(bytes, npyMagic)) return [npyFile(fileName, bytes)]
  if (isSafetensors(bytes)) return (await import('./safetensors.js')).readSafetensors(bytes)
  if (!startsWith(bytes, zipMagic)) return null
  const files = await (await import('./npz.js')).unpackNpz(bytes)
  return files.length === 0 ? null : files.map(({ name, bytes }) => npyFile(name, bytes))
}

const npyTypes: Readonly<Record<string, ElementType>> = {
  b1: 'i1', i1: 'i8', i2: 'i16', i4: 'i32', i8: 'i64', u1: 'ui8', u2: 'ui16', u4: 'ui32', u8: 'ui64',
  f2: 'f16', f4: 'f32', f8: 'f64', c8: 'complex<f32>', c16: 'complex<f64>',
}

/// The engine reads the file; here only its header is looked at, to find the argument it is for.
export function npyFile(name: string, bytes: Uint8Array): FileArray {
  const header = new TextDecoder('latin1').decode(bytes.subarray(0, 512))
  const shape = /'shape': \(([\d, ]*)\)/.exec(header)?.[1]?.match(/\d+/g)?.map(Number) ?? []
  const code = /'descr': '[<>|=]([a-z]\d+)'/.exec(header)?.[1] ?? ''
  return { name: name.replace(/\.npy$/, ''), elementType: npyTypes[code] ?? null, shape, input: { npy: bytes, name } }
}
