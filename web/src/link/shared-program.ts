import type { ChosenInputs, Source } from '../inputs/inputs.js'
import type { EngineSettings } from '../run/engine-settings.js'
import { readGrid, type Grid } from '../shared/grid.js'
import type { PinnedCell } from './pinned-cell.js'

/// Everything that a link carries: a program, how it runs, and what is shown of it.
export interface SharedProgram {
  text: string
  /// Id of the example that the program began as, whose files it may read; null for none.
  example: string | null
  /// Contains no files.
  inputs: ChosenInputs
  /// Null: the program's own grid.
  grid: Grid | null
  numerics: EngineSettings['numerics']
  flavour: EngineSettings['flavour']
  view: SharedView
}

interface SharedView {
  /// Offset of the cursor in the text; null if no line is selected.
  cursor: number | null
  /// Execution of the cursor's line whose values are shown; null: the last one.
  execution: number | null
  process: number
  /// Name of the open tab; null: the first.
  tab: string | null
  /// The cell under the microscope; null: none is pinned.
  pin: PinnedCell | null
}

/// A link that cannot be opened; the message is a sentence.
export class LinkError extends Error {}

/// Properties of the JSON object in a link of version 1. A property with its default value is omitted.
/// `tests/links` has links of this form, which stay readable.
interface Written {
  program: string
  example?: string
  inputs?: ChosenInputs['sources']
  sizes?: ChosenInputs['sizes']
  feeds?: ChosenInputs['feeds']
  grid?: [number, number]
  numerics?: 'fast'
  flavour?: 'relaxed'
  cursor?: number
  execution?: number
  process?: number
  tab?: string
  pin?: PinnedCell
}

export function writeShared({ text, example, inputs, grid, numerics, flavour, view }: SharedProgram): string {
  const written: Written = {
    program: text,
    ...(example !== null && { example }),
    ...(inputs.sources.length > 0 && { inputs: inputs.sources }),
    ...(inputs.sizes.length > 0 && { sizes: inputs.sizes }),
    ...(inputs.feeds.length > 0 && { feeds: inputs.feeds }),
    ...(grid !== null && { grid: [grid.replicas, grid.partitions] }),
    ...(numerics === 'fast' && { numerics }),
    // Threads change no bits, and the reader's page may have none.
    ...(flavour !== 'baseline' && { flavour: 'relaxed' as const }),
    ...(view.cursor !== null && { cursor: view.cursor }),
    ...(view.execution !== null && { execution: view.execution }),
    ...(view.process !== 0 && { process: view.process }),
    ...(view.tab !== null && { tab: view.tab }),
    ...(view.pin !== null && { pin: view.pin }),
  }
  return JSON.stringify(written)
}

/// Reads what `writeShared` wrote. Throws a LinkError for any other text. Unknown properties are ignored.
export function readShared(json: string): SharedProgram {
  const { program, example, inputs, sizes, feeds, grid, numerics, flavour, cursor, execution, process, tab, pin } = objectIn(json)
  if (typeof program !== 'string') throw new LinkError('The link contains no program.')
  // As the editor reads them.
  const text = program.replace(/\r\n?/g, '\n')
  return {
    text,
    example: optional(example, isText, 'example'),
    inputs: {
      sources: listOf(inputs, 'inputs', isText, isSource),
      sizes: listOf(sizes, 'sizes', isText, isShape),
      feeds: listOf(feeds, 'feeds', isCount, isText),
    },
    grid: gridOf(grid),
    numerics: numerics === 'fast' ? 'fast' : 'portable',
    flavour: flavour === 'relaxed' ? 'relaxed' : 'baseline',
    view: {
      cursor: optional(cursor, (one): one is number => isCount(one) && one <= text.length, 'cursor'),
      execution: optional(execution, isCount, 'execution'),
      process: optional(process, isCount, 'process') ?? 0,
      tab: optional(tab, isText, 'tab'),
      pin: optional(pin, isPin, 'pin'),
    },
  }
}

function objectIn(json: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(json)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new LinkError('The link contains no program.')
}

const isText = (one: unknown): one is string => typeof one === 'string'
const isCount = (one: unknown): one is number => Number.isSafeInteger(one) && (one as number) >= 0
const isShape = (one: unknown): one is number[] => Array.isArray(one) && one.every(isCount)

const isPin = (one: unknown): one is [string, number[]] => Array.isArray(one) && one.length === 2 && isText(one[0]) && isShape(one[1])

/// A file is no part of a link.
function isSource(one: unknown): one is Source {
  if (typeof one !== 'object' || one === null || !('kind' in one)) return false
  if (one.kind === 'normal') return 'seed' in one && isCount(one.seed) && (!('isSame' in one) || one.isSame === true)
  if (one.kind === 'text') return 'text' in one && isText(one.text)
  return one.kind === 'iota' || one.kind === 'zeros' || one.kind === 'ones'
}

function optional<T>(value: unknown, isValid: (one: unknown) => one is T, name: string): T | null {
  if (value === undefined) return null
  if (!isValid(value)) throw new LinkError(`The link is malformed: its ${name} cannot be read.`)
  return value
}

function listOf<Key, Value>(list: unknown, name: string, isKey: (one: unknown) => one is Key, isValue: (one: unknown) => one is Value): [Key, Value][] {
  const isEntry = (one: unknown): one is [Key, Value] => Array.isArray(one) && one.length === 2 && isKey(one[0]) && isValue(one[1])
  const isList = (one: unknown): one is [Key, Value][] => Array.isArray(one) && one.every(isEntry)
  return optional(list, isList, name) ?? []
}

function gridOf(written: unknown): Grid | null {
  if (written === undefined) return null
  const read = isShape(written) && written.length === 2 ? readGrid(written.join(' x ')) : null
  if (read === null || typeof read === 'string') throw new LinkError('The link is malformed: its grid cannot be read.')
  return read
}
