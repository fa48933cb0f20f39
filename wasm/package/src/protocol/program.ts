/// Messages about programs that are read and written, and about parts of the engine.
import type { ArtifactInfo } from '../data/artifact.js'
import type { WireDiagnostic, WireFunction, WireOperation } from './values.js'

/// Modules beside the engine's main one, fetched and compiled when a program first needs them:
/// `artifacts` reads and writes portable artifacts, `factor` computes LAPACK's custom calls,
/// `builder` makes programs, `why` finds where a number came from.
export type PartName = 'artifacts' | 'builder' | 'factor' | 'why'

/// Range of the text, in code units, whose operations come with the response.
export interface ParseRequest {
  kind: 'parse'
  name: string
  text: string
  /// A whole file, in place of the text.
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
  /// Result of `findWide`.
  wide: Uint32Array<ArrayBuffer>
  /// Text of a file that was given as bytes; empty if it could not be read.
  text: string | null
  /// Null if the file is a text.
  artifact: ArtifactInfo | null
}

/// Writes a checked text as an artifact. Version 0.0 means the newest.
export interface ArtifactRequest {
  kind: 'writeArtifact'
  text: string
  version: { major: number; minor: number }
}

/// Languages of builder code.
export type CodeLanguage = 'c++' | 'javascript'
/// In the order of their numbers in paddock-builder.wasm.
export const codeLanguages: readonly CodeLanguage[] = ['c++', 'javascript']

/// Writes a text as code that makes its program.
export interface CodeRequest {
  kind: 'builderCode'
  text: string
  language: CodeLanguage
  names: boolean
}

/// The part that the engine requested, or the reason why it cannot be loaded.
export interface PartRequest {
  kind: 'part'
  name: PartName
  module: WebAssembly.Module | null
  problem: string
}
