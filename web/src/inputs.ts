import type { Input, Program } from 'paddock-hlo'
import type { Example } from './examples.js'

/// Values for a program's arguments, and a sentence that says where they come from.
export interface Inputs {
  values: (Input | null)[]
  sentence: string
}

/// The example's files where an argument has their type, made numbers elsewhere: a program
/// with arguments and no data runs all the same.
export async function inputsFor(program: Program, example: Example): Promise<Inputs> {
  const parameters = program.hasCommentedInputs ? [] : (program.entry?.arguments ?? [])
  const names: string[] = []
  const values = parameters.map(async ({ type, elementType }) => {
    const file = example.inputs?.[type]
    if (file === undefined) return elementType === null ? null : 'random:7'
    names.push(file.name)
    return { npy: await fetchBytes(file.url), name: file.name }
  })
  const read = await Promise.all(values)
  const parts = names.length > 0 ? [`Inputs: ${names.join(', ')}.`] : []
  if (read.includes('random:7')) parts.push('Inputs were made: normal, seed 7.')
  return { values: read, sentence: parts.join(' ') }
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
