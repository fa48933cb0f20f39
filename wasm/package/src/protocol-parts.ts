/// The messages about programs that are read and written, and about parts of the engine.
import type { ArtifactInfo } from './artifact.js'
import type { WireDiagnostic, WireFunction, WireOperation } from './protocol.js'

/// Modules beside the engine's own (parts.ts).
export type PartName = 'artifacts' | 'factor'

/// The operations between two places of the text, in code units, come with the answer.
export interface ParseRequest {
  kind: 'parse'
  name: string
  text: string
  /// A whole file, instead of the text.
  bytes?: ArrayBuffer | null
  strict: boolean
  operationsIn: { from: number; to: number } | null
}

export interface ParseReply {
  program: number
  hasErrors: boolean
  entry: string
  hasCommentedInputs: boolean
  diagnostics: WireDiagnostic[]
  functions: WireFunction[]
  operations: WireOperation[]
  /// See `findWide`.
  wide: Uint32Array<ArrayBuffer>
  /// Of a file that was given as bytes; empty if it could not be read.
  text: string | null
  /// Null if the file is a text.
  artifact: ArtifactInfo | null
}

/// A text, which has been checked, as an artifact; version 0.0: the newest.
export interface ArtifactRequest {
  kind: 'writeArtifact'
  text: string
  version: { major: number; minor: number }
}

/// The part that the engine asked for, or why there is none.
export interface PartRequest {
  kind: 'part'
  name: PartName
  module: WebAssembly.Module | null
  problem: string
}
