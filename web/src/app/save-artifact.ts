import { ProgramError, type ArtifactInfo, type Program } from 'paddock-hlo'
import { saveFile } from '../shared/save-file.js'

/// Saves a program as a portable artifact, in the version that it was read from or the newest.
/// Returns a sentence about the outcome, success or not.
export async function saveArtifact(program: Program | null, name: string, from: ArtifactInfo | null): Promise<string> {
  if (program === null) return 'The program has not been read yet: save it once it has run.'
  try {
    const version = from?.version || undefined
    const bytes = await program.toArtifact({ version })
    const fileName = `${name}.mlir.bc`
    saveFile(bytes, fileName)
    return `Saved ${fileName}, a portable artifact of StableHLO ${versionIn(bytes)}.`
  } catch (error) {
    const why = error instanceof ProgramError ? error.message.split('\n')[0]! : (error as Error).message
    return `The program was not saved: ${why.replace(/\.$/, '')}.`
  }
}

/// The magic bytes are followed by `StableHLO_v1.20.0` and a zero byte.
function versionIn(bytes: Uint8Array): string {
  const producer = new TextDecoder().decode(bytes.subarray(4, bytes.indexOf(0)))
  return /_v(\d+\.\d+)/.exec(producer)?.[1] ?? producer
}
