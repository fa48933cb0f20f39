/// Checks of arguments: invalid ones are refused with a sentence before the engine sees them.

/// Returns a whole number within these bounds, or throws a RangeError.
export function checkedWhole(name: string, value: number, least = 0, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`
  throw new RangeError(`${name} is ${String(value)}, and must be a whole number from ${least}${upTo}`)
}

/// Returns one of these words, or throws a TypeError.
export function checkedWord<T extends string>(name: string, value: T, words: readonly T[]): T {
  if (words.includes(value)) return value
  throw new TypeError(`${name} is ${String(value)}, and must be ${words.map((word) => `'${word}'`).join(' or ')}`)
}

/// Returns a number of units from 0 to Infinity, or throws a TypeError.
export function checkedAmount(name: string, value: number, units: string): number {
  if (typeof value === 'number' && value >= 0) return value
  throw new TypeError(`${name} is ${String(value)}, and must be a number of ${units}`)
}

/// Greatest number of bins in a histogram.
export const mostBins = 65_536
