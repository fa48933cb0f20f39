import { checkedWhole } from '../data/checked.js'
import type { Connection } from './connection.js'
import { checkElements } from './input-elements.js'
import type { ElementType } from '../data/element-types.js'
import type { NestedList } from '../data/nested-list.js'
import type { ParameterInfo } from '../protocol/functions.js'
import type { RunSetup, WireInput } from '../protocol/messages.js'
import { Tensor } from './tensor.js'

/// A value for an argument.
/// Bytes or a typed array hold the elements in row-major order, as `viewElements` documents; a typed
/// array of another kind is refused, since it would be read as other numbers. The array is copied,
/// never taken. `shape` may be omitted if the argument's is static.
/// A string has the command's syntax: `[[1, 2]]`, `(1, [2, 3])` for a tuple, `dense<1.0>`, `zeros`,
/// `ones`, `iota` or `random:SEED`, which gives other numbers for each argument and for each process that holds another
/// piece of it, and integers within the range that the program uses them for (`ParameterInfo.ranges`). `random:SEED@all`
/// gives all processes the same numbers.
/// `iota : tensor<4x3xf32>` sets the sizes that the argument leaves open.
/// A tensor stays in the engine and remains the caller's to close. One of another engine, or for a
/// grid whose processes run in Workers, is copied there. `npy` is a file of arrays in memory. A list gives one
/// value for each element of a tuple.
export type Input =
  | ArrayBufferView<ArrayBufferLike>
  | { data: ArrayBufferView<ArrayBufferLike>; shape: readonly number[] }
  | { npy: Uint8Array; name?: string }
  | Tensor
  | NestedList
  | string
  | readonly (Input | null)[]

/// Inputs in the order of the arguments, or by name. Elements of tuples have names as well: `x.1`.
export type Inputs = readonly (Input | null)[] | Readonly<Record<string, Input>>

/// Inputs for one process of the grid.
export interface ProcessInputs {
  /// Replica of the process.
  replica: number
  /// Partition of the process.
  partition: number
  /// Its inputs.
  inputs: Inputs
}

/// Entry that one `stablehlo.infeed` reads, or one `stablehlo.recv` from the host.
export interface Infeed {
  /// A string has the command's syntax: `[1, 2]`, or for several results a tuple of lists, `([1,
  /// 2], [3])`. A list holds the elements of the only result. `npy` is an array file of that
  /// result's type.
  value: string | NestedList | { npy: Uint8Array; name?: string }
  /// Process that reads it. Default: every process.
  process?: { replica: number; partition: number }
}

/// Returns one entry for each parameter. Buffers are copied, and the copies added to `transfer`.
export function arrangeInputs(inputs: Inputs, parameters: readonly ParameterInfo[], connection: Connection, transfer: Transferable[]): (WireInput | null)[] {
  if (isList(inputs)) {
    if (inputs.length > parameters.length) throw new TypeError(`${inputs.length} inputs for ${parameters.length} arguments`)
    return parameters.map((parameter, index) => wireInput(inputs[index], parameter, connection, transfer))
  }
  const named = inputs as Readonly<Record<string, Input>>
  const known = new Set(namesOf(parameters))
  const unknown = Object.keys(named).find((key) => !known.has(key))
  if (unknown !== undefined) throw new TypeError(`there is no argument '${unknown}'`)
  const arrange = (parameter: ParameterInfo): WireInput | null => {
    const { name, elements } = parameter
    if (elements === null || named[name] !== undefined) return wireInput(named[name], parameter, connection, transfer)
    const values = elements.map(arrange)
    return values.every((value) => value === null) ? null : { kind: 'tuple', elements: values }
  }
  return parameters.map(arrange)
}

const namesOf = (parameters: readonly ParameterInfo[]): string[] => parameters.flatMap(({ name, elements }) => [name, ...namesOf(elements ?? [])])

const isList = (input: unknown): input is readonly (Input | null)[] => Array.isArray(input)

/// Arranges the entries that infeeds and `recv`s from the host read. Files are copied, and the
/// copies added to `transfer`. If `runs` is false for an entry's process, an empty placeholder is
/// sent.
export function arrangeInfeed({ infeed = [], receive = {} }: Feeds, transfer: Transferable[], runs: (process: { replica: number; partition: number }) => boolean): RunSetup['infeed'] {
  const arrange = (channel: number, feed: string, entries: Feed = []): RunSetup['infeed'] =>
    entries.map((given, index) => {
      const { value, process } = isEntry(given) ? given : { value: given }
      const isElsewhere = process !== undefined && !runs(process)
      const { replica, partition } = process ?? { replica: -1, partition: -1 }
      return { channel, replica, partition, value: isElsewhere ? { kind: 'text', text: '' } : wireEntry(value, `entry ${index} of ${feed}`, transfer) }
    })
  const received = Object.entries(receive).flatMap(([key, entries]) => {
    const channel = checkedWhole('a channel of receive', Number(key), 1)
    return arrange(channel, `channel ${channel}`, entries)
  })
  return [...arrange(0, 'the infeed', infeed), ...received]
}

/// Entries in the order in which they are read.
type Feed = readonly (Infeed | Infeed['value'])[] | undefined

interface Feeds {
  infeed?: Feed
  receive?: Readonly<Record<number, Feed>>
}

const isEntry = (given: Infeed | Infeed['value']): given is Infeed => typeof given === 'object' && given !== null && 'value' in given

function wireEntry(value: Infeed['value'], name: string, transfer: Transferable[]): RunSetup['infeed'][number]['value'] {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (isNestedList(value)) return { kind: 'text', text: listText(value) }
  if (typeof value !== 'object' || !ArrayBuffer.isView(value?.npy)) {
    throw new TypeError(`${name}: it is a list of numbers, { npy }, or a string as the command takes it`)
  }
  return wireFile(value, name, transfer)
}

function wireFile({ npy, name }: { npy: Uint8Array; name?: string }, otherwise: string, transfer: Transferable[]): Extract<WireInput, { kind: 'file' }> {
  const bytes = copyBytes(npy)
  transfer.push(bytes)
  return { kind: 'file', name: name ?? otherwise, bytes }
}

function wireInput(input: Input | null | undefined, parameter: ParameterInfo, connection: Connection, transfer: Transferable[]): WireInput | null {
  if (input === undefined || input === null) return null
  const { elements } = parameter
  if (elements !== null && isList(input)) {
    if (input.length > elements.length) throw new TypeError(`argument ${parameter.name}: ${input.length} values for ${parameter.type}`)
    return { kind: 'tuple', elements: elements.map((element, index) => wireInput(input[index], element, connection, transfer)) }
  }
  if (typeof input === 'string') return { kind: 'text', text: input }
  if (isNestedList(input)) return { kind: 'text', text: listText(input) }
  if (input instanceof Tensor) return { kind: 'tensor', tensor: input.numberIn(connection) }
  if (!isDescribed(input)) throw new TypeError(`argument ${parameter.name}: ${forms}`)
  if ('npy' in input) return wireFile(input, `argument ${parameter.name}`, transfer)
  const isView = ArrayBuffer.isView(input)
  const data = isView ? input : input.data
  const shape = isView ? parameter.shape : input.shape.map((size) => checkedWhole(`argument ${parameter.name}: a size of the shape`, size))
  if (shape.some((size) => size < 0)) {
    throw new TypeError(`argument ${parameter.name}: ${parameter.type} needs { data, shape }`)
  }
  checkElements(parameter, data, isView ? undefined : (input as TakenTensor).elementType)
  const bytes = copyBytes(data)
  transfer.push(bytes)
  return { kind: 'bytes', shape: [...shape], bytes }
}

const isNestedList = (input: Input | Infeed['value']): input is Exclude<NestedList, string> => isList(input) || ['number', 'boolean', 'bigint'].includes(typeof input)

const forms = 'an input is a typed array, { data, shape }, a list of numbers (for a tuple of values), a Tensor, { npy }, or a string as the command takes it'

type Described = Extract<Input, ArrayBufferView<ArrayBufferLike> | { data: unknown } | { npy: unknown }>

/// Checks at run time what types cannot guarantee in JavaScript.
function isDescribed(input: object): input is Described {
  if (ArrayBuffer.isView(input)) return true
  const { npy, data, shape } = input as { npy?: unknown; data?: unknown; shape?: unknown }
  return npy === undefined ? ArrayBuffer.isView(data) && Array.isArray(shape) : ArrayBuffer.isView(npy)
}

function listText(value: NestedList): string {
  if (Array.isArray(value)) return `[${value.map(listText).join(', ')}]`
  if (typeof value === 'object') throw new TypeError('a list of numbers holds something else: only a tuple takes a list of values')
  if (typeof value === 'string') return JSON.stringify(value)
  return Object.is(value, -0) ? '-0.0' : String(value)
}

/// The elements of a tensor of another engine.
interface TakenTensor {
  data: ArrayBufferView<ArrayBufferLike>
  shape: readonly number[]
  elementType: ElementType
}

/// Replaces tensors of other engines by their elements.
export async function withElements(inputs: Inputs, isHere: (tensor: Tensor) => boolean): Promise<Inputs> {
  const read = async (input: Input | null): Promise<Input | null> => {
    if (isList(input)) return hasTensors(input, isHere) ? Promise.all(input.map(read)) : input
    const taken: TakenTensor | Input | null = input instanceof Tensor && !isHere(input) ? { data: await input.data(), shape: input.shape, elementType: input.elementType } : input
    return taken
  }
  if (isList(inputs)) return Promise.all(inputs.map(read))
  const named = Object.entries(inputs as Readonly<Record<string, Input>>)
  return Object.fromEntries(await Promise.all(named.map(async ([name, input]) => [name, (await read(input))!] as const)))
}

/// Whether the inputs have tensors of other engines, in lists for tuples as well.
export function hasTensors(inputs: Inputs | undefined, isHere: (tensor: Tensor) => boolean): boolean {
  return Object.values(inputs ?? {}).some((input: Input | null) => (isList(input) ? hasTensors(input, isHere) : input instanceof Tensor && !isHere(input)))
}

/// Copies the bytes, so that transferring them leaves the caller's array intact.
function copyBytes(view: ArrayBufferView<ArrayBufferLike>): ArrayBuffer {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice().buffer as ArrayBuffer
}
