import type { Paddock } from 'paddock-hlo'
import { closeResults } from '../shared/close-results.js'

/// The outcome of the cell's program.
interface ProgramRun {
  /// One sentence.
  said: string
  /// The results in order; null for a token.
  results: readonly (string | null)[]
}

/// Elements of a result that are printed; the middle of larger ones is elided.
const mostPrinted = 200

/// Runs a program in the page's engine, with made inputs.
export async function runProgram(paddock: Paddock, text: string, signal: AbortSignal): Promise<ProgramRun> {
  const program = await paddock.parse(text)
  try {
    const [problem] = program.diagnostics.filter(({ severity }) => severity === 'error')
    if (problem !== undefined || program.entry === null) return { said: problem?.message ?? 'The program has no function main, so it does not run.', results: [] }
    const made = program.entry.arguments.map((_, i) => `random:${i + 1}`)
    const result = await program.run({ inputs: made, signal })
    try {
      if (result.status === 'stopped') return { said: 'The program was stopped.', results: [] }
      if (result.status === 'failed') return { said: result.diagnostics[0]?.message ?? 'The run failed.', results: [] }
      const results = await Promise.all(result.results.map((tensor) => tensor?.text(mostPrinted) ?? null))
      const inputs = made.length === 0 ? '' : ` on ${made.length === 1 ? 'a made input' : `${made.length} made inputs`}`
      return { said: `Ran${inputs} in ${Math.max(1, Math.round(result.milliseconds))} ms.`, results }
    } finally {
      closeResults(result)
    }
  } finally {
    program.close()
  }
}
