// Compiles TypeScript like tsc. Documentation comments here are `///`, which tsc omits from
// declarations, so it receives them as `/** */`, on the same lines.
import ts from 'typescript'
import { join } from 'node:path'

/** Replaces `///` blocks by `/** *\/` ones, line for line; other text is unchanged. */
export function documented(text) {
  return text.replace(/(?:^[ \t]*\/\/\/(?: .*)?(?:\n|$))+/gm, (block) => {
    if (/^\s*\/\/\/ *</.test(block)) return block
    const lines = block.trimEnd().split('\n').map((line) => /^([ \t]*)\/\/\/ ?(.*)$/.exec(line).slice(1))
    const [indent] = lines[0]
    const inner = lines.map(([, words]) => words.replaceAll('*/', '*\\/'))
    const rows = inner.map((words, index) => `${indent}${index === 0 ? '/**' : ' *'}${words === '' ? '' : ` ${words}`}${index === inner.length - 1 ? ' */' : ''}`)
    return rows.join('\n') + block.slice(block.trimEnd().length)
  })
}

/**
 * Compiles by the configuration in `folder`, with the options in `changes` replaced. Throws tsc's
 * messages if there are any.
 */
export function compileSources(folder, name = 'tsconfig.json', changes = {}) {
  const { config } = ts.readConfigFile(join(folder, name), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder, changes, join(folder, name))
  const host = ts.createCompilerHost(options)
  const { readFile } = host
  host.readFile = (file) => {
    const text = readFile(file)
    return text !== undefined && file.startsWith(join(folder, 'src')) ? documented(text) : text
  }
  const program = ts.createProgram(fileNames, options, host)
  const problems = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics]
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, { ...host, getNewLine: () => '\n' }))
}
