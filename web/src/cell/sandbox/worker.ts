/// The beginning of the cell's Worker. The frame appends `runCell(...)` with the code as a function.
/// Anything here may be overwritten by the code: what it posts is checked by the page.
import { loadBuilder, tensorOf, type TextBuilder } from 'paddock-hlo/builder'
import { longestPrint, mostPrints, shortened, type CellMessage } from '../messages.js'
import { errorsOf, lineOf, plainError } from './errors.js'
import { printedText } from './printed-text.js'

/// Message that starts the code.
export interface WorkerStart {
  wasm: ArrayBuffer
  /// Line of the script with the first line of the code.
  first: number
}

type Code = (builder: TextBuilder, tensors: typeof tensorOf) => Promise<void>

const post = (message: CellMessage): void => postMessage(message)
const started = new Promise<WorkerStart>((resolve) => addEventListener('message', ({ data }: MessageEvent<WorkerStart>) => resolve(data), { once: true }))
const source = location.href
// A call within regions of regions is far below the code's own line.
;(Error as { stackTraceLimit?: number }).stackTraceLimit = 100

let prints = 0

function print(level: 'log' | 'error', values: readonly unknown[]): void {
  if (++prints > mostPrints) return
  const text = prints === mostPrints ? `Only ${mostPrints} lines are shown.` : printedText(values)
  post({ kind: 'printed', level, text: shortened(text, longestPrint) })
}

for (const name of ['log', 'info', 'debug', 'table', 'dir'] as const) console[name] = (...values: unknown[]) => print('log', values)
for (const name of ['error', 'warn', 'trace'] as const) console[name] = (...values: unknown[]) => print('error', values)

async function fail(thrown: unknown): Promise<void> {
  const { first } = await started
  post({ kind: 'failed', errors: errorsOf(thrown, lineOf((thrown as Error | null)?.stack ?? '', source, first)) })
}

async function runCell(code: Code): Promise<void> {
  try {
    const builder = await loadBuilder((await started).wasm)
    await code(builder, tensorOf)
    const text = builder.text()
    if (text.trim() === '') post({ kind: 'failed', errors: [plainError("The code made no function: builder.function('main', {}) begins one.", 0)] })
    else post({ kind: 'built', text })
  } catch (thrown) {
    await fail(thrown)
  }
}

addEventListener('unhandledrejection', ({ reason }) => void fail(reason))
Object.assign(globalThis, { runCell })
