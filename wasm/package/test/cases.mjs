// The cases of files, cut as `paddock test` cuts them, and their verdicts through the package.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/// Files below `path`, sorted; `path` itself if it is a file.
export function findPrograms(path) {
  if (!statSync(path).isDirectory()) return [path]
  const isProgram = (name) => name.endsWith('.mlir')
  return readdirSync(path, { recursive: true }).filter(isProgram).sort().map((name) => join(path, name))
}

/// [{ number, text, firstLine }], numbered from 1 with the pieces that hold no program.
export function splitCases(text) {
  const cases = []
  let lines = []
  let firstLine = 1
  let number = 1
  const cut = (nextLine) => {
    const hasProgram = lines.some((line) => line.trim() !== '' && !line.trim().startsWith('//'))
    if (hasProgram) cases.push({ number, text: lines.join('\n') + '\n', firstLine })
    ++number
    firstLine = nextLine
    lines = []
  }
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '// -----') cut(index + 2)
    else lines.push(line)
  })
  cut(0)
  return cases
}

/// { verdict: 'passed' | 'failed', reason, hash } of one case, in portable numerics.
export async function judge(paddock, path, { text }) {
  const program = await paddock.parse(text, { name: path })
  const run = await runIfPossible(program)
  program.close()
  const errors = [...program.diagnostics, ...run.diagnostics].filter(({ severity }) => severity === 'error')
  if (/\/\/.*expected-error/.test(text)) {
    const isRefused = errors.some(({ code }) => code !== 'not-implemented')
    return { verdict: isRefused ? 'passed' : 'failed', reason: isRefused ? '' : 'accepted', hash: '' }
  }
  const reason = errors[0]?.message.split('\n')[0] ?? ''
  return { verdict: reason === '' ? 'passed' : 'failed', reason, hash: run.hash }
}

async function runIfPossible(program) {
  const isRunnable = !program.hasErrors && program.entry !== null && (program.entry.arguments.length === 0 || program.hasCommentedInputs)
  if (!isRunnable) return { diagnostics: [], hash: '' }
  const run = await program.run({ numerics: 'portable', memoryBytes: 2 ** 31 })
  run.results.forEach((tensor) => tensor?.close())
  return run
}

export const readCases = (path) => splitCases(readFileSync(path, 'utf8'))
