import { usualSettings } from '../run/engine-settings.js'
import { readProgram } from '../shared/program-file.js'
import { documentEngine } from './document-engine.js'

/// Converts an artifact to text in the document's engine. Rejects with a sentence.
export async function readArtifact(url: string, bytes: Uint8Array): Promise<string> {
  const read = readProgram(() => documentEngine.start(usualSettings), url, bytes)
  const { text } = await read.catch((error: Error) => {
    throw new Error(`The program at ${url} could not be read: ${error.message}`)
  })
  return text
}
