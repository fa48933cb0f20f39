import type { ArtifactInfo, Paddock } from 'paddock-hlo'
import { isBinary } from './binary-file.js'

/// A program read from a file.
interface FileProgram {
  text: string
  /// Null: the file is a text.
  artifact: ArtifactInfo | null
}

/// Rejects with a sentence if the file is a malformed artifact.
export async function readProgram(engine: () => Promise<Paddock>, name: string, bytes: Uint8Array): Promise<FileProgram> {
  if (!isBinary(bytes)) return { text: new TextDecoder().decode(bytes), artifact: null }
  const program = await (await engine()).parse(bytes, { name })
  try {
    const { text, artifact, diagnostics: [problem] } = program
    if (problem?.code === 'artifact' && artifact === null) throw new Error(problem.message)
    return { text, artifact }
  } finally {
    program.close()
  }
}

/// Describes the file for a status line.
export function artifactSentence(name: string, { version, producer, exported }: ArtifactInfo): string {
  const what = exported === null ? 'a portable artifact' : `jax.export of ${exported.function} for ${exported.platforms.join(', ')},`
  return `${name} is ${what} of ${version === '' ? producer : `StableHLO ${version}`}.`
}
