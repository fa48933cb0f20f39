import groups from '../../../examples/examples.json'
import horse from '../../../examples/horse.mlir?raw'

/// An edit that demonstrates the program.
export interface Attempt {
  say: string
  from: string
  to: string
}

/// One entry of examples/examples.json.
export interface Example {
  id: string
  title: string
  /// Subject of the example, in a few words.
  shows: string
  /// File in the folder examples. Default: the id with its extension.
  file?: string
  /// Files for arguments, by the argument's type.
  inputs?: Readonly<Record<string, string>>
  try: Attempt
}

export const catalogue: readonly { title: string; examples: readonly Example[] }[] = groups

/// The example that is shown before anything else has been loaded.
export const opening = { example: groups[0]!.examples[0]! as Example, text: horse }

/// Texts and inputs are separate files, fetched on demand. The operations' examples are the documentation's.
const urls: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>(['../../../examples/**/*.mlir', '!../../../examples/**/*.alone.mlir', '!../../../examples/ops/**'], { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../../examples/**/images.npy', { query: '?url', import: 'default', eager: true }),
}

export function urlOf(file: string): string {
  const url = urls[`../../../examples/${file}`]
  if (url === undefined) throw new Error(`there is no examples/${file}`)
  return url
}

export function findExample(id: string): Example | undefined {
  return catalogue.flatMap(({ examples }) => examples).find((one) => one.id === id)
}

/// Throws if the text cannot be fetched, as without a network.
export async function fetchText({ id, file = `${id}.mlir` }: Example): Promise<string> {
  if (id === opening.example.id) return opening.text
  const response = await fetch(urlOf(file))
  if (!response.ok) throw new Error(`${file} answered ${response.status}`)
  return response.text()
}
