import { leavesOf, type Input, type Paddock, type ParameterInfo, type Program, type Tensor } from 'paddock-hlo'
import type { FileArray } from './array-file.js'

/// Source of an argument's value. `normal` generates it from its seed, equal everywhere; `isSame`: on all processes, too.
export type Source =
  | { kind: 'normal'; seed: number; isSame?: true }
  | { kind: 'iota' }
  | { kind: 'zeros' }
  | { kind: 'ones' }
  | { kind: 'text'; text: string }
  | { kind: 'file'; name: string; array: FileArray }

export const usualSource: Extract<Source, { kind: 'normal' }> = { kind: 'normal', seed: 7 }

/// Values for a program's arguments, the source of each leaf, and a sentence about them.
export interface Inputs {
  values: (Input | null)[]
  sources: (Source | null)[]
  sentence: string
}

/// All choices of a user. Sources and sizes have the key of their argument, feeds their channel.
export interface ChosenInputs {
  sources: readonly (readonly [string, Source])[]
  sizes: readonly (readonly [string, number[]])[]
  feeds: readonly (readonly [number, string])[]
}

export const noChoices: ChosenInputs = { sources: [], sizes: [], feeds: [] }

/// The user's choices for arguments, by name and type, so that edits elsewhere keep them.
export class InputChoices {
  private readonly chosen = new Map<string, Source>()
  private readonly sizes = new Map<string, number[]>()
  private readonly feeds = new Map<number, string>()
  /// Incremented by each choice.
  version = 0

  find(parameter: ParameterInfo): Source | undefined {
    return this.chosen.get(keyOf(parameter))
  }
  /// Null removes the choice.
  choose(parameter: ParameterInfo, source: Source | null): void {
    ++this.version
    if (source === null) this.chosen.delete(keyOf(parameter))
    else this.chosen.set(keyOf(parameter), source)
  }
  /// Returns the shape of generated values: the argument's, with chosen sizes for `?`.
  shapeOf(parameter: ParameterInfo): readonly number[] {
    const sizes = this.sizes.get(keyOf(parameter))
    return parameter.shape.map((size, i) => (size >= 0 ? size : (sizes?.[i] ?? usualSize(parameter, i))))
  }
  chooseSize(parameter: ParameterInfo, dimension: number, size: number): void {
    ++this.version
    this.sizes.set(keyOf(parameter), this.shapeOf(parameter).with(dimension, size))
  }
  get hasFeeds(): boolean {
    return this.feeds.size > 0
  }
  /// Entries that the user wrote for a channel from the host, one a line; 0 is the infeed.
  feed(channel: number): string {
    return this.feeds.get(channel) ?? ''
  }
  chooseFeed(channel: number, entries: string): void {
    ++this.version
    this.feeds.set(channel, entries)
  }
  clear(): void {
    this.replace(noChoices)
  }
  get isEmpty(): boolean {
    return this.chosen.size + this.sizes.size + this.feeds.size === 0
  }
  /// Returns a copy of all choices.
  all(): ChosenInputs {
    return { sources: [...this.chosen], sizes: [...this.sizes], feeds: [...this.feeds] }
  }
  /// Replaces all choices.
  replace({ sources, sizes, feeds }: ChosenInputs): void {
    ++this.version
    refill(this.chosen, sources)
    refill(this.sizes, sizes)
    refill(this.feeds, feeds)
  }
}

export const isOpen = ({ shape }: ParameterInfo): boolean => shape.some((size) => size < 0)

/// Parses `#stablehlo.bounds<5, ?>` of a type: 5 for dimension 0, null for dimension 1.
export function boundOf({ type }: ParameterInfo, dimension: number): number | null {
  const bound = /bounds<([^>]*)>/.exec(type)?.[1]?.split(',')[dimension]?.trim()
  return bound === undefined || bound === '?' ? null : Number(bound)
}

/// Default for a size that was not chosen.
const usualSize = (parameter: ParameterInfo, dimension: number): number => Math.min(4, boundOf(parameter, dimension) ?? 4)

function refill<Key, Value>(map: Map<Key, Value>, entries: readonly (readonly [Key, Value])[]): void {
  map.clear()
  for (const [key, value] of entries) map.set(key, value)
}

/// Key of an argument's choices.
export const keyOf = ({ name, type }: ParameterInfo): string => `${name}: ${type}`

/// Returns the value that comes with a program for an argument without a choice, or null.
export type Given = (parameter: ParameterInfo, paddock: Paddock) => Source | null | Promise<Source | null>

const parametersOf = (program: Program): readonly ParameterInfo[] => (program.hasCommentedInputs ? [] : leavesOf(program.entry?.arguments ?? []))

/// Like `inputsFor`, but returns null if something must be fetched or read first.
export function inputsAtOnce(paddock: Paddock, program: Program, given: Given, choices: InputChoices): Inputs | null {
  const parameters = parametersOf(program)
  const sources: (Exclude<Source, { kind: 'file' }> | null)[] = []
  for (const parameter of parameters) {
    const source = sourceOf(paddock, parameter, given, choices)
    if (source instanceof Promise || source?.kind === 'file') return null
    sources.push(source)
  }
  const values = sources.map((source, i) => source && inputText(source, parameters[i] as ParameterInfo, choices))
  return { values: nested(program, values), sources, sentence: sentenceOf(sources, parameters) }
}

/// Groups the values of leaves by argument: a tuple takes a list.
function nested(program: Program, leaves: readonly (Input | null)[]): (Input | null)[] {
  let at = 0
  const valueOf = ({ elements }: ParameterInfo): Input | null => (elements === null ? (leaves[at++] ?? null) : elements.map(valueOf))
  return leaves.length === 0 ? [] : (program.entry?.arguments ?? []).map(valueOf)
}

/// Determines the inputs of a program. Arguments with neither a choice nor a given value are
/// generated, so that every program can run.
export async function inputsFor(paddock: Paddock, program: Program, given: Given, choices: InputChoices): Promise<Inputs> {
  const parameters = parametersOf(program)
  const sources = await Promise.all(parameters.map((parameter) => sourceOf(paddock, parameter, given, choices)))
  const lost: string[] = []
  const values = sources.map(async (source, i) => {
    const parameter = parameters[i] as ParameterInfo
    if (source?.kind !== 'file') return source && inputText(source, parameter, choices)
    return loadArray(paddock, source.array, parameter).catch((error: Error) => {
      lost.push(`${source.name} can no longer be read: ${error.message}.`)
      return null
    })
  })
  return { values: nested(program, await Promise.all(values)), sources, sentence: [sentenceOf(sources, parameters), ...lost].join(' ') }
}

function sourceOf(paddock: Paddock, parameter: ParameterInfo, given: Given, choices: InputChoices): Source | null | Promise<Source> {
  if (parameter.elementType === null) return null
  const source = choices.find(parameter) ?? given(parameter, paddock)
  return source instanceof Promise ? source.then((one) => one ?? usualSource) : (source ?? usualSource)
}

/// Loads the array as the argument's element type if its bits can have that type; otherwise the run
/// reports the mismatch.
export function loadArray(paddock: Paddock, array: FileArray, { elementType }: ParameterInfo): Promise<Tensor> {
  const isMeant = elementType !== null && array.elementTypes.includes(elementType)
  return array.load(paddock, isMeant ? elementType : array.elementTypes[0]!)
}

/// Returns the text of the source in the engine's and the command's syntax.
export function inputText(source: Exclude<Source, { kind: 'file' }>, parameter: ParameterInfo, choices: InputChoices): string {
  if (source.kind === 'text') return source.text
  const rule = source.kind === 'normal' ? `random:${source.seed}${source.isSame ? '@all' : ''}` : source.kind
  if (!isOpen(parameter)) return rule
  const open = choices.shapeOf(parameter).filter((_, i) => (parameter.shape[i] ?? 0) < 0)
  const type = parameter.type.replace(/, #.*$/, '>').replace(/\?/g, () => String(open.shift()))
  return `${rule} : ${type}`
}

/// Describes the numbers that `random` generates for an argument.
export function madeKind({ elementType, ranges }: ParameterInfo): string {
  if (ranges.length === 0) return 'normal'
  return elementType === 'i1' ? 'booleans' : 'whole numbers'
}

/// Describes their range, and the operation that determines it.
function rangesText({ elementType, ranges, rangesUse }: ParameterInfo): string {
  if (ranges.length === 0 || (elementType === 'i1' && rangesUse === '')) return ''
  const parts = [...new Set(ranges.map(([low, high]) => (low === high ? minus(low) : `${minus(low)} to ${minus(high)}`)))]
  return ` ${parts.join(', ')}${rangesUse === '' ? '' : `, for ${rangesUse.replace(/ of stablehlo\./, ' of ')}`}`
}

const minus = (number: number): string => String(number).replace('-', '−')

export function sourceText(source: Source, parameter?: ParameterInfo): string {
  if (source.kind === 'normal') return `${parameter === undefined ? 'normal' : madeKind(parameter) + rangesText(parameter)}, seed ${source.seed}${source.isSame ? ', equal on all processes' : ''}`
  if (source.kind === 'file') return source.name
  return source.kind === 'text' ? 'typed' : source.kind
}

function sentenceOf(sources: readonly (Source | null)[], parameters: readonly ParameterInfo[]): string {
  const given = sources.filter((source) => source !== null)
  const files = given.flatMap((source) => (source.kind === 'file' ? [source.name] : []))
  const made = sources.flatMap((source, i) => (source === null || /text|file/.test(source.kind) ? [] : source.kind === 'normal' ? madeKind(parameters[i]!) : source.kind))
  const seeds = given.flatMap((source) => (source.kind === 'normal' ? `seed ${source.seed}` : []))
  const parts = files.length > 0 ? [`Inputs: ${files.join(', ')}.`] : []
  if (made.length > 0) parts.push(`Inputs were made: ${[...new Set([...made, ...seeds])].join(', ')}.`)
  return parts.join(' ')
}
