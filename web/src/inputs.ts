import type { Input, ParameterInfo, Program } from 'paddock-hlo'
import type { Example } from './examples.js'

/// Where an argument's value comes from. `normal` is made anew from its seed: equal everywhere.
export type Source =
  | { kind: 'normal'; seed: number }
  | { kind: 'iota' }
  | { kind: 'zeros' }
  | { kind: 'ones' }
  | { kind: 'text'; text: string }
  | { kind: 'file'; name: string; bytes: Uint8Array }

export const usualSource: Source = { kind: 'normal', seed: 7 }

/// Values for a program's arguments, and a sentence that says where they come from.
export interface Inputs {
  values: (Input | null)[]
  sources: (Source | null)[]
  sentence: string
}

/// What people chose for arguments, by name and type: an edit elsewhere loses nothing.
export class InputChoices {
  private readonly chosen = new Map<string, Source>()

  find(parameter: ParameterInfo): Source | undefined {
    return this.chosen.get(keyOf(parameter))
  }
  choose(parameter: ParameterInfo, source: Source): void {
    this.chosen.set(keyOf(parameter), source)
  }
  clear(): void {
    this.chosen.clear()
  }
}

const keyOf = ({ name, type }: ParameterInfo): string => `${name}: ${type}`

/// A program with arguments and no data runs all the same: what nobody chose is the example's
/// file of the argument's type, or made.
export async function inputsFor(program: Program, example: Example, choices: InputChoices): Promise<Inputs> {
  const parameters = program.hasCommentedInputs ? [] : (program.entry?.arguments ?? [])
  const sources = await Promise.all(parameters.map((parameter) => sourceOf(parameter, example, choices)))
  return { values: sources.map((source) => source && inputOf(source)), sources, sentence: sentenceOf(sources) }
}

async function sourceOf(parameter: ParameterInfo, example: Example, choices: InputChoices): Promise<Source | null> {
  if (parameter.elementType === null) return null
  const chosen = choices.find(parameter)
  if (chosen !== undefined) return chosen
  const file = example.inputs?.[parameter.type]
  return file === undefined ? usualSource : { kind: 'file', name: file.name, bytes: await fetchBytes(file.url) }
}

function inputOf(source: Source): Input {
  if (source.kind === 'file') return { npy: source.bytes, name: source.name }
  if (source.kind === 'text') return source.text
  return source.kind === 'normal' ? `random:${source.seed}` : source.kind
}

export function sourceText(source: Source): string {
  if (source.kind === 'normal') return `normal, seed ${source.seed}`
  if (source.kind === 'file') return source.name
  return source.kind === 'text' ? 'typed' : source.kind
}

function sentenceOf(sources: readonly (Source | null)[]): string {
  const given = sources.filter((source) => source !== null)
  const files = given.flatMap((source) => (source.kind === 'file' ? [source.name] : []))
  const isMade = given.some((source) => source.kind === 'normal')
  const parts = files.length > 0 ? [`Inputs: ${files.join(', ')}.`] : []
  if (isMade) parts.push('Inputs were made: normal, seed 7.')
  return parts.join(' ')
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
