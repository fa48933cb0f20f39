import type { RunResult } from 'paddock-hlo'

/// Closes what a run has made.
export function closeResults(result: RunResult): void {
  for (const results of result.processes) for (const tensor of results) tensor?.close()
  result.values?.close()
}
