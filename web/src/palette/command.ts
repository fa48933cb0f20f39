import type { EditorView } from '@codemirror/view'
import type { Program, RunResult, RunValues } from 'paddock-hlo'

/// An entry of the palette.
export interface Command {
  name: string
  /// Its key or place, after the name.
  hint: string
  act(): void
}

/// The run whose values are shown.
export interface PaletteRun {
  program: Program
  result: RunResult
  process: number
  values: RunValues | null
}

export interface PaletteParts {
  /// The element with the page in its shadow.
  host: HTMLElement
  view(): EditorView
  run(): PaletteRun | null
  /// Examples by title, and what opens one.
  examples: readonly { title: string; open(): void }[]
  openFile(file: File): void
  /// Sentence about the last run, and the version and settings of the engine.
  status(): string
  engine(): string
}

/// Returns the commands that contain each word of a query; those that begin with it come first.
export function matching(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const found = commands.filter(({ name, hint }) => words.every((word) => `${name} ${hint}`.toLowerCase().includes(word)))
  const place = ({ name }: Command): number => (name.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return found.toSorted((a, b) => place(a) - place(b))
}
