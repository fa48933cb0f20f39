import type { Tensor } from 'paddock-hlo'
import { asDense } from '../shared/copy-value.js'
import { shortNumber } from '../shared/numbers.js'
import { returnedNames } from '../stage/panels/lit-section.js'
import type { PaletteRun } from './command.js'

/// Elements up to which values are written into a text.
const mostElements = 10_000

/// Returns the program as an example with its inputs and results, which `paddock test` checks and the page runs.
export async function testCase({ program, result, values }: PaletteRun): Promise<string> {
  const { text, entry } = program
  if (result.status !== 'finished' || values === null) throw new Error('The run has no results to expect.')
  if (result.processes.length > 1) throw new Error('A test case is made of a run of one process.')
  if (entry === null) return `${text.trimEnd()}\n`
  const inputs = await Promise.all(entry.arguments.map(async ({ name, from }) => expectation(`%${name}`, await values.tensor(from))))
  const names = returnedNames(text.slice(entry.from, entry.to))
  const results = await Promise.all(result.results.map((tensor, i) => expectation(names[i] ?? '', tensor)))
  const body = await program.operations(entry.from, entry.to)
  const outer = body.filter(({ depth }) => depth === 0)
  const head = /^\/\/ paddock: example/.test(text) ? '' : '// paddock: example\n'
  return `${head}${inserted(text, outer[0]!.from, inputs, outer.at(-1)!.from, results).trimEnd()}\n`
}

async function expectation(name: string, tensor: Tensor | null): Promise<string> {
  if (tensor === null || name === '') throw new Error('The run kept no value of an argument or a result.')
  if (tensor.shape.reduce((product, size) => product * size, 1) > mostElements) throw new Error(`${name} is too large for a comment.`)
  return `// ${name}: ${(await asDense(tensor)).replace(/^dense<(.*)> : .*$/s, '$1')}`
}

/// Inserts lines before the lines of two offsets.
function inserted(text: string, first: number, before: readonly string[], last: number, after: readonly string[]): string {
  const lineStart = (at: number): number => text.lastIndexOf('\n', at - 1) + 1
  const [top, end] = [lineStart(first), lineStart(last)]
  const indent = /^[ \t]*/.exec(text.slice(end))![0]
  const lines = (some: readonly string[]): string => some.map((line) => `${indent}${line.replaceAll('\n', `\n${indent}// `)}\n`).join('')
  return text.slice(0, top) + lines(before) + text.slice(top, end) + lines(after) + text.slice(end)
}

/// Returns a report of a run as Markdown: the program, what it returned, and values that are NaN or infinite.
export async function runReport({ program, result, values, process }: PaletteRun, status: string, engine: string): Promise<string> {
  const fence = '`'.repeat(Math.max(3, ...[...program.text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
  const names = program.entry === null ? [] : returnedNames(program.text.slice(program.entry.from, program.entry.to))
  const rows = await Promise.all((result.processes[process] ?? result.results).map(async (tensor, i) => (tensor === null ? '' : rowOf(names[i] ?? `result ${i}`, tensor, await tensor.summary(0)))))
  const summaries = values === null ? [] : await values.summaries(0, program.text.length, process)
  const bad = summaries.filter(({ nan, infinite }) => nan + infinite > 0)
  const told = bad.slice(0, 20).map(({ name, from, nan, infinite }) => `- \`${name}\`, line ${program.text.slice(0, from).split('\n').length}: ${[nan > 0 ? `${nan} NaN` : '', infinite > 0 ? `${infinite} infinite` : ''].filter((part) => part !== '').join(', ')}`)
  return [
    '### Program', '', `${fence}mlir`, program.text.trimEnd(), fence, '',
    '### Results', '', status, '', '| value | type | min | max | mean | NaN | infinite |', '|---|---|---|---|---|---|---|', ...rows.filter((row) => row !== ''), '',
    ...(told.length > 0 ? ['### NaN and infinities', '', ...told, ''] : []),
    '### Where', '', engine, '',
  ].join('\n')
}

const rowOf = (name: string, { type }: Tensor, { min, max, mean, nan, infinite }: { min: number | null; max: number | null; mean: number | null; nan: number; infinite: number }): string =>
  `| \`${name}\` | \`${type}\` | ${[min, max, mean].map((number) => (number === null ? '' : shortNumber(number))).join(' | ')} | ${nan} | ${infinite} |`
