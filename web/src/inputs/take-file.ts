import type { ArtifactInfo, Paddock, ParameterInfo } from 'paddock-hlo'
import { loadArray, type InputChoices } from './inputs.js'
import { artifactSentence, readProgram } from '../shared/program-file.js'
import { readArrays, type FileArray } from './array-file.js'
import { assignArrays } from './assign.js'

/// A file that a program was converted from, described in a sentence.
export interface ProgramOrigin {
  name: string
  artifact: ArtifactInfo
  sentence: string
}

/// Receives what a file contains: a program, or arrays for its inputs.
export interface FileTaker {
  /// Returns the engine, which reads arrays.
  engine(): Promise<Paddock>
  /// `from` is null if the file was a text.
  openProgram(text: string, from: ProgramOrigin | null): void
  /// Parameters of the current program, and the inputs chosen for them.
  parameters(): readonly ParameterInfo[]
  choices: InputChoices
  /// Called after inputs were chosen.
  submit(): void
  say(sentence: string): void
}

/// Opens a program, or assigns arrays to inputs. Rejects with a sentence if the file is malformed.
export async function takeFile(file: File, taker: FileTaker, preferred?: ParameterInfo): Promise<void> {
  const arrays = await readArrays(await taker.engine(), file.name, file)
  if (arrays === null) await openProgram(file, taker)
  else await giveArrays(file.name, arrays, taker, preferred)
}

async function openProgram(file: File, taker: FileTaker): Promise<void> {
  const { text, artifact } = await readProgram(() => taker.engine(), file.name, new Uint8Array(await file.arrayBuffer()))
  taker.openProgram(text, artifact && { name: file.name, artifact, sentence: artifactSentence(file.name, artifact) })
}

async function giveArrays(fileName: string, arrays: readonly FileArray[], taker: FileTaker, preferred?: ParameterInfo): Promise<void> {
  const { choices } = taker
  const parameters = taker.parameters()
  const ordered = preferred === undefined ? parameters : [preferred, ...parameters.filter((one) => one !== preferred)]
  const isTaken = (parameter: ParameterInfo): boolean => parameter !== preferred && choices.find(parameter)?.kind === 'file'
  const { assigned, left } = assignArrays(ordered, arrays, isTaken)
  if (assigned.size === 0) {
    const why = parameters.length === 0 ? 'This program takes no inputs' : `No argument has the type of ${left.map(({ name }) => name).join(', ')}`
    return taker.say(`${why}, so there is no place for ${fileName}.`)
  }
  // Loads every array before any input is replaced, so that a malformed one changes nothing.
  const paddock = await taker.engine()
  await Promise.all([...assigned].map(([parameter, array]) => loadArray(paddock, array, parameter)))
  for (const [parameter, array] of assigned) {
    const name = arrays.length === 1 ? fileName : `${array.name} of ${fileName}`
    choices.choose(parameter, { kind: 'file', name, array })
  }
  taker.submit()
}
