import type { Program, RunResult } from 'paddock-hlo'

/// Detail of a `paddock-result` event, and of a `paddock-process` event, which reports that another
/// process was chosen. The tensors of `result` live until the next run ends.
export interface ExampleResult {
  /// The program that was run.
  program: Program
  /// Its result.
  result: RunResult
  /// Process whose values are shown, as a flattened id.
  process: number
}
