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

/// { isNegative, isPassed, reason, hash } of one case, in portable numerics. Of a case that must be
/// refused only whether it was: the command also asks that an error covers the line named.
export async function judge(paddock, path, { text }) {
  const program = await paddock.parse(text, { name: path })
  const run = await runIfPossible(program)
  const errors = [...program.diagnostics, ...run.diagnostics].filter(({ severity }) => severity === 'error')
  if (/\/\/.*expected-error/.test(text)) {
    program.close()
    const isRefused = errors.some(({ code }) => code !== 'not-implemented')
    return { isNegative: true, isPassed: isRefused, reason: isRefused ? '' : accepted, hash: '' }
  }
  const reason = errors[0]?.message.split('\n')[0] ?? (await checkPrinting(paddock, program))
  program.close()
  return { isNegative: false, isPassed: reason === '', reason, hash: run.hash }
}

/// As the command words it.
export const accepted = 'accepted, but an error is expected'

/// What is wrong with the printed forms, or nothing.
async function checkPrinting(paddock, program) {
  for (const form of ['pretty', 'generic']) {
    const again = await paddock.parse(await program.print(form))
    const isSame = !again.hasErrors && (await again.print('generic')) === (await program.print('generic'))
    again.close()
    if (!isSame) return `its ${form} form is another program`
  }
  return ''
}

async function runIfPossible(program) {
  const isRunnable = !program.hasErrors && program.entry !== null && (program.entry.arguments.length === 0 || program.hasCommentedInputs)
  if (!isRunnable) return { diagnostics: [], hash: '' }
  const run = await program.run({ numerics: 'portable', memoryBytes: 2 ** 31 })
  run.results.forEach((tensor) => tensor?.close())
  return run
}

export const readCases = (path) => splitCases(readFileSync(path, 'utf8'))
