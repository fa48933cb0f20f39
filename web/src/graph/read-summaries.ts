import type { RunValues, ValueSummary } from 'paddock-hlo'
import type { Summaries } from './measures.js'

/// Code units of text that one request covers.
const pieceSize = 8_000

/// Reads the summaries of all values of a run in pieces. Null if `isWanted` no longer holds.
export async function readSummaries(values: RunValues, length: number, process: number, isWanted: () => boolean): Promise<Summaries | null> {
  const found = new Map<number, ValueSummary[]>()
  for (let from = 0; from < length; from += pieceSize) {
    const some = await values.summaries(from, Math.min(from + pieceSize, length), process)
    if (!isWanted()) return null
    for (const one of some) found.set(one.from, [...(found.get(one.from) ?? []).filter(({ name, part }) => name !== one.name || part !== one.part), one])
  }
  return found
}
