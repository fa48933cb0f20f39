import { operationAt, searchedBy, type Cursor, type NamePlace, type OperationPlace, type Program, type WhyRun } from 'paddock-hlo'
import type { Painting } from '../../paint/brush.js'
import type { Shown } from '../picture/shown.js'
import type { Run } from './shown-run.js'

/// Values of one line, read from the engine.
export interface LineValues {
  operation: OperationPlace
  operands: readonly PlacedValue[]
  results: readonly PlacedValue[]
  /// Titles of values that the run did not compute.
  missing: ReadonlyMap<string, NamePlace>
}

export interface PlacedValue extends Shown {
  place: NamePlace
  /// Number of the computation that made it, from 1; 0: the last one of the run.
  execution: number
}

export function closeLine({ operands, results }: LineValues): void {
  for (const { tensor } of [...operands, ...results]) tensor.close()
}

/// Brushes of a line's operands and results.
export type Brushes = ReadonlyMap<NamePlace, Promise<Painting>>

/// Size available to pictures, and the element that decides their background.
export interface Pane {
  width: number
  height: number
  ground: Element
  /// The run shown, and how its cells are asked about.
  run: Run | null
  startWhy(): Promise<WhyRun>
}

export async function operationOfLine(program: Program, cursor: Cursor): Promise<OperationPlace | null> {
  const { from, to } = searchedBy(cursor)
  return operationAt(await program.operations(from, to), cursor)
}
