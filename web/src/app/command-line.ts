import { leavesOf, type Program } from 'paddock-hlo'
import type { EngineSettings } from '../run/engine-settings.js'
import { feedsOf, linesOf } from '../inputs/feeds.js'
import type { Grid } from '../shared/grid.js'
import { inputText, type InputChoices, type Inputs } from '../inputs/inputs.js'

export interface CommandParts {
  fileName: string
  program: Program
  inputs: Inputs
  choices: InputChoices
  settings: EngineSettings
  grid: Grid | null
}

/// Returns the command that reproduces the page's run, with the same bits.
export const commandLine = (parts: CommandParts): string => commandWords(parts).map(quoted).join(' ')

/// Returns the words of the command without quotes.
export function commandWords({ fileName, program, inputs, choices, settings, grid }: CommandParts): string[] {
  const words = ['paddock', 'run', fileName, '--numerics', settings.numerics]
  if (grid !== null) words.push('--grid', `${grid.replicas}x${grid.partitions}`)
  if (settings.workBudget !== 0) words.push('--work', String(settings.workBudget))
  const parameters = leavesOf(program.entry?.arguments ?? [])
  inputs.sources.forEach((source, i) => {
    const parameter = parameters[i]
    if (source === null || parameter === undefined) return
    const value = source.kind === 'file' ? `@${source.name.replace(/^.* of /, '')}` : inputText(source, parameter, choices)
    words.push('--input', `${parameter.path}=${value}`)
  })
  for (const { channel } of feedsOf(program.text)) {
    for (const entry of linesOf(choices.feed(channel))) words.push(...(channel === 0 ? ['--infeed', entry] : ['--receive', `${channel}${entry.startsWith('@') ? '' : '='}${entry}`]))
  }
  return words
}

export const quoted = (word: string): string => (/^[\w./=:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
