/// Portable artifacts as the package's users see them.

/// What was read of a portable artifact.
export interface ArtifactInfo {
  /// Of StableHLO: `'1.17'`; empty if the writer did not name one.
  readonly version: string
  /// `'StableHLO_v1.17.0'`.
  readonly producer: string
  /// Of a file of `jax.export`, in which the artifact stands; else null.
  readonly exported: { readonly function: string; readonly callingConvention: number; readonly platforms: readonly string[] } | null
}

/// From `'1.4'` or `'1.4.0'`; empty: the newest, which 0.0 stands for.
export function versionNumbers(version: string): { major: number; minor: number } {
  if (version === '') return { major: 0, minor: 0 }
  const found = /^(\d{1,3})\.(\d{1,3})(\.\d+)?$/.exec(version)
  if (found === null) throw new TypeError(`version is '${version}', and must be one of StableHLO, such as '1.4'`)
  return { major: Number(found[1]), minor: Number(found[2]) }
}

/// A program's text, or the bytes of its file.
export type ProgramSource = string | ArrayBuffer | ArrayBufferView

/// A copy of the bytes, or null for a text.
export function copiedBytes(source: ProgramSource): ArrayBuffer | null {
  if (source instanceof ArrayBuffer) return source.slice(0)
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice().buffer as ArrayBuffer
  return null
}
