import groups from '../../../examples/examples.json?outline'
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
  /// File in the folder examples. Default: the id with its extension.
  file?: string
  /// Files for arguments, by the argument's type.
  inputs?: Readonly<Record<string, string>>
  try: Attempt
  /// Only of the gallery.
  question?: string
}

export const catalogue: readonly { title: string; examples: readonly Example[] }[] = groups

/// The example that is shown before anything else has been loaded.
export const opening = { example: groups[0]!.examples[0]! as Example, text: horse }

export function findExample(id: string): Example | undefined {
  return catalogue.flatMap(({ examples }) => examples).find((one) => one.id === id)
}

/// Throws if the text cannot be fetched, as without a network.
export async function fetchText({ id, file = `${id}.mlir` }: Example): Promise<string> {
  if (id === opening.example.id) return opening.text
  const { urlOf } = await import('./urls.js')
  const response = await fetch(urlOf(file))
  if (!response.ok) throw new Error(`${file} answered ${response.status}`)
  return response.text()
}
