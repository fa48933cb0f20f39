import { npyFile } from '../arrays/array-file.js'
import type { Given } from '../inputs.js'
import { urlOf, type Example } from './catalogue.js'

/// The example's file for an argument of its type.
export function givenBy({ inputs }: Example): Given {
  return async ({ type }) => {
    const file = inputs?.[type]
    if (file === undefined) return null
    const name = file.split('/').at(-1) as string
    return { kind: 'file', name, array: npyFile(name, await fetchBytes(urlOf(file))) }
  }
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
