import type { SessionHandle } from './glue.js'
import { Memory } from './memory.js'
import type { RunSetup, WireInput } from '../protocol/messages.js'
import type { RunPlace } from './session-output.js'

/// Passes inputs and options to a session whose grid is set. Returns false if an input does not
/// fit: the session's diagnostics have the reason.
export function setUp(place: RunPlace, session: SessionHandle, setup: RunSetup): boolean {
  session.setFaithful(setup.faithful)
  session.setPortable(setup.portable)
  session.setSeed(setup.seed)
  session.setMemoryBytes(setup.memoryBytes)
  session.setTellsCommunications(setup.tellsCommunications)
  return setInputs(place, session, setup)
}

function setInputs(place: RunPlace, session: SessionHandle, setup: RunSetup): boolean {
  const set = (inputs: readonly (WireInput | null)[]): boolean =>
    inputs.every((input, index) => input === null || setInput(place, session, String(index), input))
  if (!set(setup.inputs)) return false
  const areSet = setup.processInputs.every(({ replica, partition, inputs }) => {
    session.setProcess(replica, partition)
    return set(inputs)
  })
  if (!areSet) return false
  return setup.infeed.every(({ channel, replica, partition, value }) => {
    session.setProcess(replica, partition)
    return addInfeed(place, session, channel, value)
  })
}

function addInfeed(place: RunPlace, session: SessionHandle, channel: number, value: RunSetup['infeed'][number]['value']): boolean {
  if (value.kind === 'text') {
    session.addInfeedText(channel, value.text)
    return true
  }
  return withBytes(place, value, (address, size) => session.addInfeedFile(channel, value.name, address, size))
}

/// `path` is the index of an argument, followed by comma-separated indices of tuple elements.
function setInput(place: RunPlace, session: SessionHandle, path: string, input: WireInput): boolean {
  if (input.kind === 'tuple') return input.elements.every((element, index) => element === null || setInput(place, session, `${path},${index}`, element))
  if (input.kind === 'text') return session.setInputText(path, input.text)
  if (input.kind === 'tensor') return session.setInputTensor(path, place.tensorAt(input.tensor))
  if (input.kind === 'file') return withBytes(place, input, (address, size) => session.setInputFile(path, input.name, address, size))
  const address = session.allocateInput(path, input.shape.join(','), input.bytes.byteLength)
  if (address === 0) return false
  new Memory(place.module).write(address, input.bytes)
  return true
}

/// Calls `use` with a temporary copy of the bytes in the engine's memory.
function withBytes({ module }: RunPlace, { name, bytes }: { name: string; bytes: ArrayBuffer }, use: (address: number, size: number) => boolean): boolean {
  const address = module.allocateBytes(bytes.byteLength)
  if (address === 0) throw new Error(`there is no memory for the ${bytes.byteLength} bytes of ${name}`)
  new Memory(module).write(address, bytes)
  const isTaken = use(address, bytes.byteLength)
  module.freeBytes(address)
  return isTaken
}
