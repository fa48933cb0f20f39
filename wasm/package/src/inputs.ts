import type { ParameterInfo } from './functions.js'
import type { WireInput } from './protocol.js'

/// A value for an argument. Bytes or a typed array hold the elements in row-major order, as
/// `viewElements` documents them; `shape` may be left out where the argument's is static. A
/// string is what the command takes: `[[1, 2]]`, `dense<1.0>`, `zeros`, `ones`, `iota`,
/// `random:SEED`, or `iota : tensor<4x3xf32>` where the argument leaves sizes open.
export type Input =
  | ArrayBufferView<ArrayBufferLike>
  | { data: ArrayBufferView<ArrayBufferLike>; shape: readonly number[] }
  | { npy: Uint8Array; name?: string }
  | string

/// In the order of the arguments, or by name.
export type Inputs = readonly (Input | null)[] | Readonly<Record<string, Input>>

/// For one process of the grid alone.
export interface ProcessInputs {
  replica: number
  partition: number
  inputs: Inputs
}

/// One a parameter; what is handed over is copied and put into `transfer`.
export function arrangeInputs(inputs: Inputs, parameters: readonly ParameterInfo[], transfer: Transferable[]): (WireInput | null)[] {
  const isList = Array.isArray(inputs)
  const named = inputs as Readonly<Record<string, Input>>
  const unknown = isList ? undefined : Object.keys(named).find((key) => !parameters.some(({ name }) => name === key))
  if (unknown !== undefined) throw new TypeError(`there is no argument '${unknown}'`)
  if (isList && inputs.length > parameters.length) {
    throw new TypeError(`${inputs.length} inputs for ${parameters.length} arguments`)
  }
  return parameters.map((parameter, index) => {
    const input = isList ? (inputs as readonly (Input | null)[])[index] : named[parameter.name]
    return input === undefined || input === null ? null : wireInput(input, parameter, transfer)
  })
}

function wireInput(input: Input, parameter: ParameterInfo, transfer: Transferable[]): WireInput {
  if (typeof input === 'string') return { kind: 'text', text: input }
  if ('npy' in input) {
    const bytes = copyBytes(input.npy)
    transfer.push(bytes)
    return { kind: 'npy', name: input.name ?? `argument ${parameter.name}`, bytes }
  }
  const isView = ArrayBuffer.isView(input)
  const data = isView ? input : (input as { data: ArrayBufferView<ArrayBufferLike> }).data
  const shape = isView ? parameter.shape : (input as { shape: readonly number[] }).shape
  if (shape.some((size) => size < 0)) {
    throw new TypeError(`argument ${parameter.name}: ${parameter.type} needs { data, shape }`)
  }
  const bytes = copyBytes(data)
  transfer.push(bytes)
  return { kind: 'bytes', shape: [...shape], bytes }
}

/// A copy, so that the caller keeps its array when the copy is transferred.
function copyBytes(view: ArrayBufferView<ArrayBufferLike>): ArrayBuffer {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice().buffer as ArrayBuffer
}
