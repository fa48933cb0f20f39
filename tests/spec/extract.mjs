// Extracts the programs of a specification in plain text, whose code blocks have lost their fences.

const startsProgram = (line) => /^(\/\/ |%|stablehlo\.func|"stablehlo\.)/.test(line)
const isComment = (line) => line.startsWith('//') || line === ''

// Returns the blocks between empty lines.
function paragraphs(lines) {
  const found = []
  let current = null
  lines.forEach((line, index) => {
    if (line.trim() === '') current = null
    else if (current) current.lines.push(line)
    else found.push((current = { number: index + 1, lines: [line] }))
  })
  return found
}

// Returns the programs, each with the number of its first line. A program continues after a single empty line.
function findPrograms(lines) {
  const programs = []
  for (const { number, lines: paragraph } of paragraphs(lines)) {
    if (!startsProgram(paragraph[0])) continue
    const last = programs.at(-1)
    const goesOn = last && number - last.number - last.lines.length === 1
    if (goesOn) last.lines.push('', ...paragraph)
    else programs.push({ number, lines: [...paragraph] })
  }
  return programs.filter((program) => !program.lines.every(isComment))
}

/** Applies `corrections`; `line` counts from 1. */
export function correct(text, corrections) {
  const lines = text.split('\n')
  for (const { line, from, to } of corrections) {
    const old = lines[line - 1]
    lines[line - 1] = from === '' && old === '' ? to : old.replaceAll(from, to)
    if (lines[line - 1] === old) throw new Error(`line ${line} has no '${from}': ${old}`)
  }
  return lines.join('\n')
}

/** Returns the programs of `text` as the blocks of a Markdown text, with the same line numbers. */
export function toMarkdown(text) {
  const lines = text.split('\n')
  const out = lines.map(() => '')
  for (const { number, lines: program } of findPrograms(lines)) {
    program.forEach((line, i) => (out[number - 1 + i] = line))
    out[number - 2] = '```mlir'
    out[number - 1 + program.length] = '```'
  }
  return out.join('\n') + '\n'
}

/** Returns the number of the block, from 1, that contains line `line`. */
export function blockAt(markdown, line) {
  const above = markdown.split('\n').slice(0, line - 1)
  return above.filter((text) => /^\s*```mlir(\s|$)/.test(text)).length
}
