import { windowMarks, type Tensor } from 'paddock-hlo'
import { floatText, shortNumber } from '../../shared/numbers.js'
import { realNumbers } from './quantized.js'

interface CellNumber {
  value: number
  mark: number
}

/// Formats at most six digits, as pictures and tables do.
export function markedText({ value, mark }: CellNumber): string {
  return mark & windowMarks.finite ? shortNumber(value) : specialText(mark)
}

/// Formats all digits, and the meaning in this type.
export function wholeText({ value, mark }: CellNumber, { type, elementType }: Tensor, indices: readonly number[]): string {
  if (!(mark & windowMarks.finite)) return specialText(mark)
  if (elementType === 'i1') return value === 0 ? 'false' : 'true'
  // Windows hold doubles, which lack the last digits of larger integers.
  if (/i64$/.test(elementType) && Math.abs(value) > Number.MAX_SAFE_INTEGER) return `about ${shortNumber(value, 15)}`
  const text = (Object.is(value, -0) ? '-0' : floatText(value, elementType === 'f64')).replace('-', '−')
  const real = realNumbers(type)
  if (real !== null) return `${text}, which means ${shortNumber(real(value, indices))}`
  return elementType.startsWith('complex') ? `${text} in magnitude` : text
}

function specialText(mark: number): string {
  return shortNumber(mark & windowMarks.nan ? NaN : mark & windowMarks.infinity ? Infinity : -Infinity)
}
