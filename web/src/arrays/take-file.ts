import type { Paddock, ParameterInfo } from 'paddock-hlo'
import { loadArray, type InputChoices } from '../inputs.js'
import { readArrays, type FileArray } from './array-file.js'
import { assignArrays } from './assign.js'

/// What a file is for.
export interface FileTaker {
  /// What reads arrays.
  engine(): Promise<Paddock>
  openText(text: string): void
  /// Of the program that is shown, and what is chosen for them.
  parameters(): readonly ParameterInfo[]
  choices: InputChoices
  /// Inputs were chosen.
  submit(): void
  say(sentence: string): void
}

/// Opens a program, or makes arrays the inputs. Rejects with a sentence if the file is broken.
export async function takeFile(file: File, taker: FileTaker, preferred?: ParameterInfo): Promise<void> {
  const arrays = await readArrays(await taker.engine(), file.name, file)
  if (arrays === null) taker.openText(await file.text())
  else await giveArrays(file.name, arrays, taker, preferred)
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
  // What is broken is found out before it takes anybody's place.
  const paddock = await taker.engine()
  await Promise.all([...assigned].map(([parameter, array]) => loadArray(paddock, array, parameter)))
  for (const [parameter, array] of assigned) {
    const name = arrays.length === 1 ? fileName : `${array.name} of ${fileName}`
    choices.choose(parameter, { kind: 'file', name, array })
  }
  taker.submit()
}
