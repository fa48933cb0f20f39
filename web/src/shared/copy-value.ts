import type { ElementArray, Tensor } from 'paddock-hlo'
import { copyText } from './copy-text.js'
import { floatText } from './numbers.js'
import { nested } from './literal.js'
import { saveFile } from './save-file.js'

const numpyTypes: Readonly<Record<string, string>> = {
  i1: 'np.bool_', i8: 'np.int8', i16: 'np.int16', i32: 'np.int32', i64: 'np.int64',
  ui8: 'np.uint8', ui16: 'np.uint16', ui32: 'np.uint32', ui64: 'np.uint64',
  index: 'np.int64',
  f16: 'np.float16', f32: 'np.float32', f64: 'np.float64', 'complex<f32>': 'np.complex64', 'complex<f64>': 'np.complex128',
}

/// Types that numpy lacks are in the package ml_dtypes, which comes with JAX.
function numpyType(elementType: string): string {
  const known = numpyTypes[elementType]
  if (known !== undefined) return known
  const integer = /^(u?)i(\d+)$/.exec(elementType)
  if (integer !== null) return `ml_dtypes.${integer[1]}int${integer[2]}`
  if (elementType === 'bf16') return 'ml_dtypes.bfloat16'
  return `ml_dtypes.${elementType.replace(/^f(\d)(.*)$/, 'float$1_$2').toLowerCase()}`
}

/// Spelling of each kind of number in a target language.
interface Spelling {
  nan: string
  infinity: string
  isTrue: string
  isFalse: string
  complex(re: string, im: string): string
  /// Floats must be recognizable as floats.
  hasPoint: boolean
}

// Literals spell NaN and infinities as their bits.
const dense: Spelling = { nan: '', infinity: '', isTrue: 'true', isFalse: 'false', complex: (re, im) => `(${re}, ${im})`, hasPoint: true }
const numpy: Spelling = { nan: 'np.nan', infinity: 'np.inf', isTrue: 'True', isFalse: 'False', complex: (re, im) => `complex(${re}, ${im})`, hasPoint: true }
const csv: Spelling = { nan: 'nan', infinity: 'inf', isTrue: '1', isFalse: '0', complex: (re, im) => `${re}${im.startsWith('-') ? '' : '+'}${im}j`, hasPoint: false }

/// `bits` returns the element's bit pattern, as a literal spells NaN and infinities.
function partText(value: number | bigint, bits: () => string, tensor: Tensor, spelling: Spelling): string {
  const part = tensor.elementType.replace(/^complex<(.*)>$/, '$1')
  if (part === 'i1') return value ? spelling.isTrue : spelling.isFalse
  if (!/^b?f\d/.test(part)) return String(value)
  const number = Number(value)
  if (!Number.isFinite(number) && spelling === dense) return bits()
  if (Number.isNaN(number)) return spelling.nan
  if (!Number.isFinite(number)) return `${number < 0 ? '-' : ''}${spelling.infinity}`
  const text = Object.is(number, -0) ? '-0' : floatText(number, part === 'f64')
  return spelling.hasPoint && /^-?\d+$/.test(text) ? `${text}.0` : text
}

async function texts(tensor: Tensor, spelling: Spelling): Promise<string[]> {
  const values = await tensor.values()
  const stored = await tensor.data()
  const isComplex = tensor.elementType.startsWith('complex')
  const one = (i: number): string => partText(values[i]!, () => bitsText(stored, i), tensor, spelling)
  const count = isComplex ? values.length / 2 : values.length
  return Array.from({ length: count }, (_, i) => (isComplex ? spelling.complex(one(2 * i), one(2 * i + 1)) : one(i)))
}

/// Formats bits: `0x7FC00000`.
function bitsText(stored: ElementArray, index: number): string {
  const width = stored.BYTES_PER_ELEMENT
  const bytes = new Uint8Array(stored.buffer, stored.byteOffset + index * width, width)
  return `0x${[...bytes].reverse().map((byte) => byte.toString(16).padStart(2, '0')).join('').toUpperCase()}`
}

export async function asDense(tensor: Tensor): Promise<string> {
  const list = tensor.shape.includes(0) ? '' : nested(await texts(tensor, dense), tensor.shape)
  return `dense<${list}> : tensor<${[...tensor.shape, tensor.elementType].join('x')}>`
}

async function asNumpy(tensor: Tensor): Promise<string> {
  const type = numpyType(tensor.elementType)
  if (tensor.shape.includes(0)) return `np.empty((${tensor.shape.map((size) => `${size}, `).join('').trimEnd()}), dtype=${type})`
  return `np.array(${nested(await texts(tensor, numpy), tensor.shape)}, dtype=${type})`
}

async function asCsv(tensor: Tensor): Promise<string> {
  const elements = tensor.shape.includes(0) ? [] : await texts(tensor, csv)
  const across = Math.max(tensor.shape.at(-1) ?? 1, 1)
  const rows = Array.from({ length: Math.ceil(elements.length / across) }, (_, i) => elements.slice(i * across, (i + 1) * across).join(','))
  return rows.join('\n')
}

const writers: Readonly<Record<string, (tensor: Tensor) => Promise<string>>> = { dense: asDense, numpy: asNumpy, CSV: asCsv }

/// Copies the tensor as text, or saves it as a file, and reports that in `said`.
export async function copyAs(tensor: Tensor, label: string, name: string, said: HTMLElement): Promise<void> {
  const write = writers[label]
  if (write === undefined) return save(tensor, name)
  await copyText(await write(tensor), said, `Copied as ${label}.`)
}

async function save(tensor: Tensor, name: string): Promise<void> {
  saveFile((await tensor.npy()) as Uint8Array<ArrayBuffer>, `${name.replace(/[^\w.-]+/g, '') || 'result'}.npy`)
}
