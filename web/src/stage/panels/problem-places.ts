import type { EditorView } from '@codemirror/view'
import type { Paddock } from 'paddock-hlo'
import type { Grid } from '../../shared/grid.js'

/// Requests of the list of problems.
export interface ProblemPlaces {
  view(): EditorView
  say(sentence: string): void
  engine(): Promise<Paddock>
  /// Runs the program on another grid; absent if the grid cannot be chosen.
  runOn?: ((grid: Grid) => void) | undefined
}
