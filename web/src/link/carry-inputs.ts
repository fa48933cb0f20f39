import { leavesOf, type Paddock, type ParameterInfo, type Program } from 'paddock-hlo'
import { keyOf, loadArray, type ChosenInputs, type Source } from '../inputs/inputs.js'
import { asDense } from '../shared/copy-value.js'

type FileSource = Extract<Source, { kind: 'file' }>

/// Elements above which an array of a file is no part of a link.
const mostElements = 1024

/// Inputs as a link carries them.
interface CarriedInputs {
  inputs: ChosenInputs
  /// Names of the files that it does not carry.
  left: string[]
}

/// Writes small arrays of files as text, and omits choices for arguments that the program does not have. Without a
/// program all choices but files are carried. `most` is the number of elements of an array.
export async function carryInputs(chosen: ChosenInputs, program: Program | null, engine: () => Promise<Paddock>, most = mostElements): Promise<CarriedInputs> {
  const parameters = new Map(leavesOf(program?.entry?.arguments ?? []).map((parameter) => [keyOf(parameter), parameter]))
  const isWanted = (key: string): boolean => parameters.size === 0 || parameters.has(key)
  const left: string[] = []
  const sources: [string, Source][] = []
  for (const [key, source] of chosen.sources) {
    if (!isWanted(key)) continue
    const carried = source.kind === 'file' ? await textOf(source, parameters.get(key), engine, most) : source
    if (carried === null) left.push((source as FileSource).name)
    else sources.push([key, carried])
  }
  return { inputs: { ...chosen, sources, sizes: chosen.sizes.filter(([key]) => isWanted(key)) }, left }
}

/// Returns the elements of a small array; null if it is large or cannot be read.
async function textOf({ array }: FileSource, parameter: ParameterInfo | undefined, engine: () => Promise<Paddock>, most: number): Promise<Source | null> {
  const count = array.shape.reduce((product, size) => product * size, 1)
  if (parameter === undefined || count > most) return null
  const tensor = await engine().then((paddock) => loadArray(paddock, array, parameter)).catch(() => null)
  return tensor && { kind: 'text', text: await asDense(tensor) }
}
