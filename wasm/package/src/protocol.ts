/// The messages between a client and an engine. The same ones go to a Worker by
/// postMessage and to an engine in the same thread by a call, so both behave alike.

/// Raised when a message changes its meaning; a client refuses an engine of another one.
export const protocolVersion = 1

/// A diagnostic as the engine writes it; offsets count UTF-8 bytes of the text.
export interface WireDiagnostic {
  severity: 'error' | 'warning'
  code: string
  message: string
  file: string
  line: number
  column: number
  end_line: number
  end_column: number
  begin: number
  end: number
  formula: string
  link: string
  notes: { message: string; begin: number; end: number }[]
  fixes: { label: string; begin: number; end: number; replacement: string }[]
  is_consequence: boolean
}

export interface WireParameter {
  name: string
  type: string
  elementType: string | null
  shape: number[]
  begin: number
  end: number
}

export interface WireFunction {
  name: string
  isPublic: boolean
  hasBody: boolean
  begin: number
  end: number
  arguments: WireParameter[]
  results: WireParameter[]
}

export interface WireTensor {
  tensor: number
  type: string
  elementType: string
  shape: number[]
  byteSize: number
}

/// A value for one argument: elements as they are stored, text as the command takes it
/// (`[[1, 2]]`, `zeros`, `random:7`), or a .npy file.
export type WireInput =
  | { kind: 'bytes'; shape: number[]; bytes: ArrayBuffer }
  | { kind: 'text'; text: string }
  | { kind: 'npy'; name: string; bytes: ArrayBuffer }

export interface RunRequest {
  kind: 'run'
  program: number
  entry: string
  inputs: (WireInput | null)[]
  faithful: boolean
  portable: boolean
  memoryBytes: number
}

export type Request =
  | { kind: 'info' }
  | { kind: 'opTable' }
  | { kind: 'parse'; name: string; text: string; strict: boolean }
  | { kind: 'print'; program: number; generic: boolean }
  | RunRequest
  | { kind: 'stop'; run: number }
  | { kind: 'read'; tensor: number; as: 'bytes' | 'npy' }
  | { kind: 'show'; tensor: number; elideAbove: number }
  | { kind: 'release'; programs: number[]; tensors: number[] }

export interface Replies {
  info: { version: string; target: string; protocol: number }
  opTable: { json: string }
  parse: {
    program: number
    hasErrors: boolean
    entry: string
    hasCommentedInputs: boolean
    diagnostics: WireDiagnostic[]
    functions: WireFunction[]
  }
  print: { text: string }
  run: {
    status: 'finished' | 'failed' | 'stopped'
    diagnostics: WireDiagnostic[]
    /// Null stands for a token.
    results: (WireTensor | null)[]
    hash: string
    peakBytes: number
    milliseconds: number
    stoppedAtLine: number
  }
  stop: Record<string, never>
  read: { bytes: ArrayBuffer }
  show: { text: string }
  release: Record<string, never>
}

export type Envelope = { id: number; request: Request }

export type Message =
  | { id: number; reply: Replies[keyof Replies] }
  | { id: number; problem: string }
  | { id: number; progress: { workDone: number; estimatedWork: number; line: number } }
  | { id: number; printed: string }
  /// The engine broke and answers nothing any more.
  | { lost: string }
