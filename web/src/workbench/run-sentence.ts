import type { RunResult } from 'paddock-hlo'
import { formatBytes } from '../shared/numbers.js'

/// Describes a finished run for the status line.
export function ranSentence({ workers, milliseconds, peakBytes, numerics, grid }: RunResult): string {
  const where = workers === 0 ? '' : `in ${workers} ${workers === 1 ? 'Worker' : 'Workers'} `
  const count = grid.replicas * grid.partitions
  const who = count === 1 ? '' : `, as ${count} processes`
  return `Ran ${where}in ${milliseconds.toFixed(1)} ms with ${formatBytes(peakBytes)} of memory${who}. ${bitsSentence[numerics]}`
}

const bitsSentence = { portable: 'These bits are the same on every machine.', fast: 'Other machines may round differently.' } as const
