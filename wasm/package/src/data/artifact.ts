/// Portable artifacts, as the package exposes them.

/// Facts about a portable artifact that was read.
export interface ArtifactInfo {
  /// Version of StableHLO: `'1.17'`; empty if the writer named none.
  readonly version: string
  /// Producer named in the artifact: `'StableHLO_v1.17.0'`.
  readonly producer: string
  /// Facts about the file of `jax.export` that contains the artifact; null if it is a plain artifact.
  readonly exported: { readonly function: string; readonly callingConvention: number; readonly platforms: readonly string[] } | null
}

/// Parses `'1.4'` or `'1.4.0'`. An empty text gives 0.0, which means the newest version.
export function versionNumbers(version: string): { major: number; minor: number } {
  if (version === '') return { major: 0, minor: 0 }
  const found = /^(\d{1,3})\.(\d{1,3})(\.\d+)?$/.exec(version)
  if (found === null) throw new TypeError(`version is '${version}', and must be one of StableHLO, such as '1.4'`)
  return { major: Number(found[1]), minor: Number(found[2]) }
}

/// A program: its text, or the bytes of its file.
export type ProgramSource = string | ArrayBuffer | ArrayBufferView

/// Returns a copy of the bytes, or null for a text.
export function copiedBytes(source: ProgramSource): ArrayBuffer | null {
  if (source instanceof ArrayBuffer) return source.slice(0)
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice().buffer as ArrayBuffer
  return null
}
