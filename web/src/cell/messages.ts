/// Messages between the page and the cell's frame. The frame runs code that the page does not trust,
/// so the page takes only what `readMessage` returns: plain values of known kinds and bounded sizes.

/// Handed to the frame once, with a port for the answers.
export interface CellStart {
  code: string
  /// Bytes of the builder's module: the frame cannot fetch, and a compiled module cannot enter it.
  wasm: ArrayBuffer
}

/// An error of the code.
export interface CellError {
  message: string
  /// Line of the code, from 1; 0 if it has none.
  line: number
  /// Code of the broken rule, such as `transpose-c2`, and its formula; empty if there is none.
  code: string
  formula: string
}

export type CellMessage =
  /// The frame's script runs.
  | { kind: 'started' }
  | { kind: 'printed'; level: 'log' | 'error'; text: string }
  /// The code has ended, and its program is `text`.
  | { kind: 'built'; text: string }
  | { kind: 'failed'; errors: readonly CellError[] }

/// Limits of what the page takes.
export const longestPrint = 20_000
export const mostPrints = 1000
export const mostErrors = 20
const longestMessage = 4000
const longestProgram = 50_000_000

/// Returns a message of the frame; null if it is none, or too large.
export function readMessage(data: unknown): CellMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  const { kind, text, level, errors } = data as Readonly<Record<string, unknown>>
  switch (kind) {
    case 'started':
      return { kind }
    case 'printed':
      return isText(text, longestPrint) && (level === 'log' || level === 'error') ? { kind, level, text } : null
    case 'built':
      return isText(text, longestProgram) ? { kind, text } : null
    case 'failed':
      return Array.isArray(errors) && errors.length <= mostErrors ? readErrors(errors) : null
    default:
      return null
  }
}

const isText = (value: unknown, longest: number): value is string => typeof value === 'string' && value.length <= longest

function readErrors(data: readonly unknown[]): CellMessage | null {
  const errors = data.map(readError)
  return errors.every((error) => error !== null) ? { kind: 'failed', errors } : null
}

function readError(data: unknown): CellError | null {
  if (typeof data !== 'object' || data === null) return null
  const { message, line, code, formula } = data as Readonly<Record<string, unknown>>
  const isPlace = typeof line === 'number' && Number.isSafeInteger(line) && line >= 0
  if (!isPlace || !isText(message, longestMessage) || !isText(code, longestMessage) || !isText(formula, longestMessage)) return null
  return { message, line, code, formula }
}

/// Returns the beginning of a text that `readMessage` takes.
export const shortened = (text: string, longest = longestMessage): string => (text.length <= longest ? text : `${text.slice(0, longest - 2)} …`)
