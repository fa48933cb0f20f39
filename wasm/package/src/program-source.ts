/// What a program is read from, on the engine's side.
import type { ArtifactInfo } from './artifact.js'
import { isBinary, readArtifact, refusal } from './artifacts-module.js'
import type { EngineParts } from './parts.js'

export interface EngineSource {
  /// What the engine reads: a text, or bytes that stand for a refused file.
  text: string | Uint8Array
  /// What the client does not have yet: the text of a file.
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
