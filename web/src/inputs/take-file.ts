import { leavesOf, type ArtifactInfo, type Paddock, type ParameterInfo } from 'paddock-hlo'
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
  /// Opens another program, without the inputs and the grid of the last one. `from` is null if the file was a text.
  openProgram(text: string, from: ProgramOrigin | null): void
  /// Shows another version of the program.
  replaceProgram(text: string): void
  /// Parameters of the current program, and the inputs chosen for them.
  parameters(): readonly ParameterInfo[]
  choices: InputChoices
  /// Called after inputs were chosen.
  submit(): void
  say(sentence: string): void
  text(): string
  /// Compares results with these arrays from now on.
  expect(expected: readonly ExpectedArray[]): void
}

/// An array that a file gives as the value of a result.
export interface ExpectedArray {
  name: string
  array: FileArray
}

/// Takes files that were dropped together: a program, arrays for its inputs, and expected results, which their names
/// tell. Other files are ignored. Rejects with a sentence if one is malformed.
export async function takeFiles(files: readonly File[], taker: FileTaker): Promise<void> {
  const paddock = await taker.engine()
  const read = await Promise.all(files.map(async (file) => ({ file, arrays: await readArrays(paddock, file.name, file) })))
  const program = read.find(({ file, arrays }) => arrays === null && isProgram(file))?.file
  if (program !== undefined) await openProgram(program, taker)
  const arrays = read.flatMap(({ arrays }) => arrays ?? [])
  if (program === undefined && arrays.length === 0) return taker.say('There is no program and no array among these files.')
  const [expected, inputs] = [arrays.filter(isExpected), arrays.filter((array) => !isExpected(array))]
  if (program !== undefined || expected.length > 0) taker.expect(expected.map((array) => ({ name: array.name, array })))
  if (inputs.length > 0) await giveArrays(inputs, taker, { source: 'these files', nameOf: ({ name }) => name, parameters: await parametersOf(paddock, taker) })
  else if (expected.length > 0) taker.submit()
}

const isProgram = ({ name }: File): boolean => /\.(?:mlir|mlirbc|bc|stablehlo|jax_exported|bin|txt)$/i.test(name)

const isExpected = ({ name }: FileArray): boolean => /^(?:expected|golden|results?|outputs?|out)(?:$|[-_. \d])|[-_. ](?:expected|golden|results?|outputs?|out)\d*$/i.test(name)

/// Reads the parameters of the text, which the page may not have read yet.
async function parametersOf(paddock: Paddock, taker: FileTaker): Promise<readonly ParameterInfo[]> {
  const program = await paddock.parse(taker.text())
  try {
    return leavesOf(program.entry?.arguments ?? [])
  } finally {
    program.close()
  }
}

/// Opens a program, or assigns arrays to inputs. Rejects with a sentence if the file is malformed.
export async function takeFile(file: File, taker: FileTaker, preferred?: ParameterInfo): Promise<void> {
  const arrays = await readArrays(await taker.engine(), file.name, file)
  if (arrays === null) await openProgram(file, taker)
  else await giveArrays(arrays, taker, { source: file.name, preferred, nameOf: ({ name }) => (arrays.length === 1 ? file.name : `${name} of ${file.name}`) })
}

async function openProgram(file: File, taker: FileTaker): Promise<void> {
  const { text, artifact } = await readProgram(() => taker.engine(), file.name, new Uint8Array(await file.arrayBuffer()))
  taker.openProgram(text, artifact && { name: file.name, artifact, sentence: artifactSentence(file.name, artifact) })
}

interface Giving {
  /// Name of the file, for a sentence.
  source: string
  /// Parameter that comes first.
  preferred?: ParameterInfo | undefined
  /// Default: those of the program that the page has read.
  parameters?: readonly ParameterInfo[]
  /// Returns the name to show for an input.
  nameOf(array: FileArray): string
}

async function giveArrays(arrays: readonly FileArray[], taker: FileTaker, { source, preferred, parameters = taker.parameters(), nameOf }: Giving): Promise<void> {
  const { choices } = taker
  const ordered = preferred === undefined ? parameters : [preferred, ...parameters.filter((one) => one !== preferred)]
  const isTaken = (parameter: ParameterInfo): boolean => parameter !== preferred && choices.find(parameter)?.kind === 'file'
  const { assigned, left } = assignArrays(ordered, arrays, isTaken)
  if (assigned.size === 0) {
    const why = parameters.length === 0 ? 'This program takes no inputs' : `No argument has the type of ${left.map(({ name }) => name).join(', ')}`
    return taker.say(`${why}, so there is no place for ${source}.`)
  }
  // Loads every array before any input is replaced, so that a malformed one changes nothing.
  const paddock = await taker.engine()
  await Promise.all([...assigned].map(([parameter, array]) => loadArray(paddock, array, parameter)))
  for (const [parameter, array] of assigned) {
    choices.choose(parameter, { kind: 'file', name: nameOf(array), array })
  }
  taker.submit()
}
