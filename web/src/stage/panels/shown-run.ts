import type { Program, RunResult, RunValues } from 'paddock-hlo'

/// A run and the process of it that is shown.
export interface Run {
  program: Program
  result: RunResult
  process: number
  /// Values at the moment shown: by default the end.
  values: RunValues | null
}
