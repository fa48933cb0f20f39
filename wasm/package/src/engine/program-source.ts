/// Decodes the source of a program, in the engine.
import type { ArtifactInfo } from '../data/artifact.js'
import { isBinary, readArtifact, refusal } from './artifacts-module.js'
import type { EngineParts } from './parts.js'

export interface EngineSource {
  /// Source for the engine: a text, or bytes that represent a refused file.
  text: string | Uint8Array
  /// Text of a file, which the client does not have; null if the client sent the text.
  shown: string | null
  artifact: ArtifactInfo | null
}

export async function decode(bytes: Uint8Array, parts: EngineParts): Promise<EngineSource> {
  const read = isBinary(bytes) ? await readArtifact(await parts.get('artifacts'), bytes) : null
  if (read === null) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return { text, shown: text, artifact: null }
  }
  if ('problem' in read) return { text: refusal(read.problem), shown: '', artifact: null }
  return { text: read.text, shown: read.text, artifact: read.info }
}
