/// Messages about files of arrays.
import type { WireDiagnostic, WireTensor } from './values.js'

export interface WireArray {
  name: string
  code: string
  elementType: string | null
  elementTypes: string[]
  shape: number[]
  byteSize: number
}

/// Requests to read files of arrays. The response to each says which bytes are needed next.
export type FileRequest =
  | { kind: 'openFile'; name: string; size: number; memoryBytes: number }
  | { kind: 'openRaw'; name: string; size: number; elementType: string; shape: number[]; memoryBytes: number }
  /// Loads an array of an open file. An empty `array` means the only one; an empty `elementType`
  /// means the type that the file names.
  | { kind: 'loadArray'; file: number; array: string; elementType: string; memoryBytes: number }
  /// The bytes that were requested; empty if none were.
  | { kind: 'piece'; file: number; bytes: ArrayBuffer }

/// `file` is 0 once the request is complete.
export interface WireFileStep {
  file: number
  /// Size 0: no bytes are needed, but there is more work.
  wants: { offset: number; size: number } | null
  /// Set once no bytes are wanted: the reason for a failure, the arrays found, or the tensor loaded.
  diagnostics: WireDiagnostic[]
  arrays: WireArray[]
  tensor: WireTensor | null
}
