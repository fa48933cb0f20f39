import type { RunResult } from 'paddock-hlo'
import { formatBytes } from './numbers.js'

/// What the status line says of a run that finished.
export function ranSentence({ workers, milliseconds, peakBytes, numerics }: RunResult): string {
  const where = workers === 0 ? '' : `in ${workers} ${workers === 1 ? 'Worker' : 'Workers'} `
  return `Ran ${where}in ${milliseconds.toFixed(1)} ms, ${formatBytes(peakBytes)} at most, ${numerics} numerics.`
}
