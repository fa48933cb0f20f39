// The cases in test files, split as `paddock test` splits them, and their verdicts through the package.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/// Returns the files below `path`, sorted, or `path` itself if it is a file.
export function findPrograms(path) {
  if (!statSync(path).isDirectory()) return [path]
  const isProgram = (name) => name.endsWith('.mlir')
  return readdirSync(path, { recursive: true }).filter(isProgram).sort().map((name) => join(path, name))
}

/// Returns [{ number, text, firstLine, isExact }]. Numbers start at 1 and also count pieces without a
/// program. Cases are exact, all of a file, where a line of it is `// paddock: exact`.
export function splitCases(text) {
  const isExact = text.split('\n').some((line) => line.trim() === '// paddock: exact')
  const cases = []
  let lines = []
  let firstLine = 1
  let number = 1
  const cut = (nextLine) => {
    const hasProgram = lines.some((line) => line.trim() !== '' && !line.trim().startsWith('//'))
    if (hasProgram) cases.push({ number, text: lines.join('\n') + '\n', firstLine, isExact })
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

/// Returns { isNegative, isPassed, reason, hash } of a case, in portable numerics. For a case that
/// must be refused this checks only that it was; the command also requires an error on the named
/// line. As for the command, a violation of a rule that upstream alone has counts as a refusal,
/// though it is a warning, unless the file is exact.
export async function verdictOf(paddock, path, { text, isExact }) {
  const program = await paddock.parse(text, { name: path })
  const run = await runIfPossible(program)
  const diagnostics = [...program.diagnostics, ...run.diagnostics]
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (/\/\/.*expected-error/.test(text)) {
    program.close()
    const breaksUpstreamRule = diagnostics.some(({ message }) => message.endsWith(ofUpstreamAlone))
    const isRefused = errors.some(({ code }) => code !== 'not-implemented') || (breaksUpstreamRule && !isExact)
    return { isNegative: true, isPassed: isRefused, reason: isRefused ? '' : accepted, hash: '' }
  }
  const reason = errors[0]?.message.split('\n')[0] ?? (await checkPrinting(paddock, program))
  program.close()
  return { isNegative: false, isPassed: reason === '', reason, hash: run.hash }
}

/// The end of each warning about a rule that upstream alone has.
const ofUpstreamAlone = "the specification allows it, StableHLO's own verifier does not"

/// The message of the command about a program that should have been refused.
export const accepted = 'accepted, but an error is expected'

/// Returns the problem with the printed forms, or nothing.
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
  // Token arguments need no input: the run makes them.
  const needsInputs = program.entry?.arguments.some(({ type }) => type !== '!stablehlo.token') === true
  const isRunnable = !program.hasErrors && program.entry !== null && (!needsInputs || program.hasCommentedInputs)
  if (!isRunnable) return { diagnostics: [], hash: '' }
  const run = await program.run({ numerics: 'portable', memoryBytes: 2 ** 31 })
  run.results.forEach((tensor) => tensor?.close())
  return run
}

export const readCases = (path) => splitCases(readFileSync(path, 'utf8'))

const bareReturn = /^\s*(?:func\.)?return\s*$/
const withoutStrings = (line) => line.replace(/\/\/.*|"[^"]*"/g, '')

/// Returns the program with the operands of its checks as results of its function, so that their
/// bits can be compared. Null if there is no such function or it has results.
export function withCheckedResults(text) {
  const lines = text.split('\n')
  const heads = lines.flatMap((line, index) => (/^\s*func\.func (?:public )?@[\w.$-]+\(\) \{\s*$/.test(line) ? [index] : []))
  const head = heads.find((index) => lines[index].includes('@main(')) ?? (heads.length === 1 ? heads[0] : undefined)
  if (head === undefined) return null
  // Collects the first operand of each check at the top level of the function, with the type after the colon.
  const checked = new Map()
  let depth = 1
  for (let i = head + 1; i < lines.length; ++i) {
    const check = depth === 1 && /^\s*check\.expect_\w+ (%[\w$.#-]+),.*? : ((?:tensor<|!).*)$/.exec(lines[i])
    if (check) checked.set(check[1], firstType(check[2]))
    if (depth === 1 && bareReturn.test(lines[i])) {
      if (checked.size === 0) return null
      const types = [...checked.values()].join(', ')
      lines[head] = lines[head].replace('() {', `() -> (${types}) {`)
      lines[i] = `  return ${[...checked.keys()].join(', ')} : ${types}`
      return lines.join('\n')
    }
    const code = withoutStrings(lines[i])
    depth += code.split('{').length - code.split('}').length
    if (depth < 1) return null
  }
  return null
}

/// Returns the first of a list of types, such as `tensor<2x!quant.uniform<i8:f32, 0.5>>`, without attributes after it.
function firstType(types) {
  let depth = 0
  for (let i = 0; i < types.length; ++i) {
    if ('<({'.includes(types[i])) ++depth
    if ('>)}'.includes(types[i])) --depth
    if (depth === 0 && ', '.includes(types[i])) return types.slice(0, i)
  }
  return types.trimEnd()
}
