import type { Paddock, Program } from 'paddock-hlo'
import { carryInputs } from './carry-inputs.js'
import { encodeFragment } from './fragment.js'
import type { SharedProgram } from './shared-program.js'

/// The address of a program, and the files that it does not carry.
export interface ProgramLink {
  address: string
  left: readonly string[]
}

/// Rejects with a LinkError if the program is too large. `read` is the program as the engine read it.
export async function makeLink(program: SharedProgram, read: Program | null, engine: () => Promise<Paddock>): Promise<ProgramLink> {
  const { inputs, left } = await carryInputs(program.inputs, read, engine)
  const fragment = await encodeFragment({ ...program, inputs })
  return { address: `${location.href.replace(/#.*$/, '')}#${fragment}`, left }
}
