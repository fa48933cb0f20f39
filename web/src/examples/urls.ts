/// Texts and inputs are separate files, fetched on demand. The operations' examples are the documentation's.
const urls: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>(['../../../examples/**/*.mlir', '!../../../examples/**/*.alone.mlir', '!../../../examples/ops/**'], { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../../examples/**/images.npy', { query: '?url', import: 'default', eager: true }),
}

/// Returns the address of a file in the folder examples.
export function urlOf(file: string): string {
  const url = urls[`../../../examples/${file}`]
  if (url === undefined) throw new Error(`there is no examples/${file}`)
  return url
}
