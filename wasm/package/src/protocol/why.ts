/// Messages about where a number came from.
import type { WireDiagnostic } from './values.js'

/// Asks a run for the chain of a cell. It may take long: `stop` can name it.
export interface WhyRequest {
  kind: 'why'
  why: number
  /// `%x[3, 5]`; a value, if `bad` is not 0; or empty: the first bad cell of the run.
  cell: string
  /// 0: the cell itself. 1: the first NaN. 2: the first infinity.
  bad: 0 | 1 | 2
  isForward: boolean
  followsAll: boolean
  process: number
  /// 0: the last one.
  execution: number
  /// 0: the first in the text.
  line: number
  cells: number
  depth: number
  terms: number
  /// Whether it was stopped before it began.
  isStopped: boolean
}

export interface WhyReplies {
  /// 0: it did not start.
  whyStart: { why: number; replicas: number; partitions: number; diagnostics: WireDiagnostic[] }
  why: {
    /// `none`: no operation gives such an element. `absent`: there is no such cell, see `problem`.
    status: 'answered' | 'none' | 'absent' | 'failed' | 'stopped'
    /// The chain as the command prints it.
    json: string
    text: string
    problem: string
    /// Reasons why the run failed.
    diagnostics: WireDiagnostic[]
  }
}
