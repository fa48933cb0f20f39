/// Formats numbers, shapes and sizes.

/// Integers below this are written whole.
const mostWhole = 1e7

/// Formats with at most `digits` significant digits and a true minus: 1.25, 1 048 576, 1.04858e9. A
/// rounded number never looks like an integer.
export function shortNumber(value: number, digits = 6): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  return groupedDigits(plainNumber(value, digits)).replaceAll('-', '−')
}

function plainNumber(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits))
  if (Math.abs(value) < mostWhole) return String(Number.isInteger(value) ? value : rounded)
  if (rounded === value && Math.abs(value) < 1e15) return String(value)
  return value.toExponential(digits - 1).replace(/\.?0*e\+?/, 'e')
}

/// Inserts thin spaces before the point if there are five digits or more.
function groupedDigits(text: string): string {
  return text.replace(/^(-?)(\d{5,})(?=$|\.)/, (_, sign: string, whole: string) => sign + whole.replace(/\B(?=(?:\d{3})+$)/g, '\u2009'))
}

/// Returns the shortest decimal that reads back to the same f64 (`isDouble`) or f32, and so to the
/// same value of any smaller float.
export function floatText(value: number, isDouble: boolean): string {
  if (isDouble || !Number.isFinite(value)) return String(value)
  for (let digits = 1; digits < 9; ++digits) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return String(Number(text))
  }
  return String(Number(value.toPrecision(9)))
}

/// Inserts thin spaces between groups of three digits: 1 048 576.
export function groupedNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+(?!\d))/g, '\u2009')
}

/// Formats a type as `4x8 f32`; for a scalar the element type alone.
export function shapeText(shape: readonly number[], elementType: string): string {
  return shape.length === 0 ? elementType : `${shape.join('x')} ${elementType}`
}

/// Formats a size with three digits and a unit: 23.0 kB.
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** power).toPrecision(3)} ${units[power]}`
}

/// Formats elements in the engine's JSON on one line: `[1, −2.5]`.
export function elementsText(elements: unknown, isComplex: boolean, digits = 4): string {
  if (Array.isArray(elements)) {
    const isPair = isComplex && elements.length === 2 && !Array.isArray(elements[0])
    const parts = elements.map((one) => elementsText(one, isComplex, digits)).join(', ')
    return isPair ? `(${parts})` : `[${parts}]`
  }
  if (typeof elements === 'number') return shortNumber(elements, digits)
  if (elements === 'Infinity') return '∞'
  if (elements === '-Infinity') return '−∞'
  return String(elements).replace('-', '−')
}
