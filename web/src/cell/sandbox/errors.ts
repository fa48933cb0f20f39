import { ProgramError } from 'paddock-hlo/builder'
import { mostErrors, shortened, type CellError } from '../messages.js'

/// Returns the line of the cell's code, from 1, on which an error of it was thrown; 0 if the code is
/// not in its stack. `source` is the address of the Worker's script, `first` the script's line with
/// the code's first line.
export function lineOf(stack: string, source: string, first: number): number {
  for (let at = stack.indexOf(source); at >= 0; at = stack.indexOf(source, at + 1)) {
    const line = Number(/^:(\d+)/.exec(stack.slice(at + source.length, at + source.length + 12))?.[1] ?? 0)
    if (line >= first) return line - first + 1
  }
  return 0
}

/// Returns what the page shows of something thrown.
export function errorsOf(thrown: unknown, line: number): CellError[] {
  if (!(thrown instanceof ProgramError)) return [plainError(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `thrown: ${String(thrown)}`, line)]
  return thrown.diagnostics.slice(0, mostErrors).map(({ message, code, formula }) => ({ message: shortened(message), line, code: shortened(code), formula: shortened(formula) }))
}

export const plainError = (message: string, line: number): CellError => ({ message: shortened(message), line, code: '', formula: '' })
