import type { Paddock } from 'paddock-hlo'
import type { FileArray } from '../inputs/array-file.js'
import type { Given, Source } from '../inputs/inputs.js'
import type { Example } from './catalogue.js'

const read = new Map<string, FileArray>()

/// Returns the example's file for an argument of its type.
export function givenBy(inputs: Example['inputs']): Given {
  return ({ type }, paddock) => {
    const file = inputs?.[type]
    return file === undefined ? null : readFile(file, paddock)
  }
}

async function readFile(file: string, paddock: Paddock): Promise<Source> {
  const name = file.split('/').at(-1) as string
  const [{ readArrays }, { urlOf }] = await Promise.all([import('../inputs/array-file.js'), import('./urls.js')])
  const array = read.get(file) ?? (await readArrays(paddock, name, await fetchFile(urlOf(file))))?.[0]
  if (array === undefined) throw new Error(`${name} holds no array`)
  read.set(file, array)
  return { kind: 'file', name, array }
}

async function fetchFile(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.blob()
}
