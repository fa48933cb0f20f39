/// The messages about files of arrays.
import type { WireDiagnostic, WireTensor } from './protocol.js'

export interface WireArray {
  name: string
  code: string
  elementType: string | null
  elementTypes: string[]
  shape: number[]
  byteSize: number
}

/// Reading files of arrays: each is answered with what is needed next.
export type FileRequest =
  | { kind: 'openFile'; name: string; size: number; memoryBytes: number }
  | { kind: 'openRaw'; name: string; size: number; elementType: string; shape: number[]; memoryBytes: number }
  /// Of a file that was opened; empty words stand for the only array, and the type that the file names.
  | { kind: 'loadArray'; file: number; array: string; elementType: string; memoryBytes: number }
  /// What was wanted; empty where that was nothing.
  | { kind: 'piece'; file: number; bytes: ArrayBuffer }

/// `file` is 0 once there is nothing more to ask of it.
export interface WireFileStep {
  file: number
  /// Of size 0: nothing, but there is more to do.
  wants: { offset: number; size: number } | null
  /// Once nothing is wanted: why it failed, or what was found or loaded.
  diagnostics: WireDiagnostic[]
  arrays: WireArray[]
  tensor: WireTensor | null
}
