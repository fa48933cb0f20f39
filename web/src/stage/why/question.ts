import type { Program, Range, WhyAsk, WhyRun } from 'paddock-hlo'

/// A value of the run shown, as a question names it.
export interface AskedValue {
  /// Name in the text: `%x`, `%r#1`.
  name: string
  /// Line of its definition, since several values may have the name.
  line: number
  process: number
  /// Which computation of it is shown; 0: the last one.
  execution: number
}

/// A value of the line shown.
export interface ShownValue extends AskedValue {
  /// Whether the line reads it. Then its uses are what a look at a cell shows.
  isOperand: boolean
}

/// A question about a value: a cell of it, or its first NaN or infinity.
export interface Question extends AskedValue {
  cell: readonly number[] | 'nan' | 'inf'
  isForward: boolean
}

/// A pill of a NaN or an infinity beside a line, or a cell: the value's name, and the offset of its definition.
export interface AskedPill {
  name: string
  from: number
  which: Question['cell']
  execution?: number | undefined
}

/// The stage, for the tools that explain cells.
export interface WhyHost {
  /// Returns the value that a section shows; null for what has no name in the text.
  valueOf(section: HTMLElement): ShownValue | null
  /// Returns the value defined at an offset; null if no run is shown.
  valueAt(place: { name: string; from: number }): AskedValue | null
  /// The program shown; null if nothing can be asked.
  program(): Program | null
  /// Whether the run was so short that it is repeated for a mere look.
  isQuick(): boolean
  /// Repeats the run shown, for questions.
  start(): Promise<WhyRun>
  /// Highlights a place of the program; null: none.
  light(place: Range | null): void
  /// Moves the cursor to a place of the program.
  goTo(place: Range): void
}

export const cellText = (name: string, cell: readonly number[]): string => (cell.length === 0 ? name : `${name}[${cell.join(', ')}]`)

/// Returns the cell of a question and its options, for `WhyRun.why`.
export function askOf({ name, line, process, execution, cell, isForward }: Question): [cell: string, ask: WhyAsk] {
  const ask = { process, line, forward: isForward, ...(execution === 0 ? {} : { execution }) }
  if (cell === 'nan') return [name, { ...ask, nan: true }]
  if (cell === 'inf') return [name, { ...ask, inf: true }]
  return [cellText(name, cell), ask]
}
