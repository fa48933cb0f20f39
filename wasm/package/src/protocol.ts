/// The messages between a client and an engine. The same ones go to a Worker by
/// postMessage and to an engine in the same thread by a call, so both behave alike.

import type { FileRequest, WireFileStep } from './protocol-files.js'
import type { ArtifactRequest, ParseReply, ParseRequest, PartName, PartRequest } from './protocol-parts.js'
import type { WireCommunication, WireLook, WireProfile, WireTrace } from './protocol-run.js'

/// Raised when a message changes its meaning; a client refuses an engine of another one.
export const protocolVersion = 12

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
  fixes: { label: string; begin: number; end: number; replacement: string; is_certain: boolean }[]
  is_consequence: boolean
  caused_by: { code: string; begin: number; end: number } | null
}

/// In bytes of the text.
interface WireSpan {
  begin: number
  end: number
}

export interface WireParameter extends WireSpan {
  name: string
  type: string
  location: string
  elementType: string | null
  shape: number[]
  ranges: [number, number][]
  rangesOperand: string
  rangesOperation: string
  elements: WireParameter[] | null
}

export interface WireFunction extends WireSpan {
  name: string
  isPublic: boolean
  hasBody: boolean
  arguments: WireParameter[]
  results: WireParameter[]
}

export interface WireName extends WireSpan {
  location: string
  name: string
  type: string
  typeSpan: { begin: number; end: number }
  /// Null unless it is a tuple.
  leaves: { name: string; type: string }[] | null
  uses: { begin: number; end: number }[]
}

export interface WireDimension extends WireSpan {
  size: number | null
  places: { begin: number; end: number }[]
  values: { name: string; begin: number; end: number; dimension: number }[]
}

export interface WireOperation extends WireSpan {
  name: string
  nameSpan: { begin: number; end: number }
  depth: number
  location: string
  sentence: string
  padding: { low: number[]; interior: number[] } | null
  operands: WireName[]
  results: WireName[]
}

export interface WireValue extends WireSpan {
  location: string
  name: string
  type: string
  elementType: string
  shape: number[]
  count: number
  executions: number
  part: number
  nan: number
  infinite: number
  min: number | null
  max: number | null
  mean: number | null
  histogram: number[]
  elements?: unknown
}

export interface WireTensor {
  tensor: number
  type: string
  elementType: string
  shape: number[]
  byteSize: number
  preview?: WirePreview
}

/// What comes with a tensor that is not large, so that nobody has to ask for it.
export interface WirePreview {
  bins: number
  summary: WireSummary
  /// All elements, as a window has them; null where they are many.
  cells: { values: ArrayBuffer; marks: ArrayBuffer } | null
}

/// Of which part of a tensor, in cells; see WindowOptions.
export interface WireWindow {
  slice: number
  top: number
  left: number
  rows: number
  columns: number
  rowsPerBlock: number
  columnsPerBlock: number
  wrap: number
  hasChannels: boolean
  value: 'largest' | 'min' | 'max' | 'mean'
}

/// Values that one outfeed of a process put out, or one send to the host if the channel is not 0.
export interface WireOutfeed {
  process: number
  channel: number
  values: WireTensor[]
}

export interface WireSummary {
  nan: number
  infinite: number
  min: number | null
  max: number | null
  mean: number | null
  histogram: number[]
}

/// A value for one argument: elements as they are stored, text as the command takes it
/// (`[[1, 2]]`, `zeros`, `random:7`), a tensor that is in the engine, a file of arrays, or such values for
/// the elements of a tuple.
export type WireInput =
  | { kind: 'bytes'; shape: number[]; bytes: ArrayBuffer }
  | { kind: 'text'; text: string }
  | { kind: 'tensor'; tensor: number }
  | { kind: 'file'; name: string; bytes: ArrayBuffer }
  | { kind: 'tuple'; elements: (WireInput | null)[] }

/// Processes of a grid, by their flattened ids, that run in one place.
export interface Share {
  first: number
  count: number
}

/// What a run begins with.
export interface RunSetup {
  program: number
  entry: string
  inputs: (WireInput | null)[]
  /// For one process alone.
  processInputs: { replica: number; partition: number; inputs: (WireInput | null)[] }[]
  /// In the order in which a process reads them; of process (-1, -1) every process does. Of channel 0
  /// by infeed, of others by recv from the host.
  infeed: { channel: number; replica: number; partition: number; value: Extract<WireInput, { kind: 'text' | 'file' }> }[]
  /// 0 x 0: what the program says, or 1 x 1.
  replicas: number
  partitions: number
  faithful: boolean
  portable: boolean
  /// In decimal digits.
  seed: string
  memoryBytes: number
  /// Whether `communications` are told.
  tellsCommunications: boolean
}

export interface RunRequest extends RunSetup {
  kind: 'run'
  /// 0: no limit.
  workBudget: number
  /// Whether the session stays, so that its values can be asked for.
  keep: boolean
  /// How many events the trace keeps; 0: there is none.
  traceLimit: number
  /// Whether the time of each operation is kept.
  profiles: boolean
  /// Of the previews of results; 0: none.
  previewBins: number
  look: WireLook | null
  /// Of a program that is only being read: runs what the request of this number gave, if it is
  /// right and takes the same arguments (`takesOf`).
  ahead: { parse: number; takes: string } | null
  /// Whether a grid with much to do is only looked at, not run.
  leavesLarge: boolean
  /// Before it has begun.
  isStopped: boolean
  /// Only the processes of this place among so many; the others are beyond `port`, where the
  /// hub is.
  share?: Share & { place: number; places: number; port: MessagePort }
}

/// Where a session that goes step by step stands: before an operation.
export interface WirePlace {
  clock: number
  process: number
  operation: string
  line: number
  begin: number
  end: number
}

/// A line of the text or a byte of it; `execution` 0: every time.
export interface WireBreakpoint {
  kind: 'line' | 'offset'
  at: number
  execution: number
}

/// Goes somewhere, however long it takes: `stop` names it.
export interface GoRequest {
  kind: 'go'
  session: number
  /// To the next breakpoint or one of `once`; `count` operations on; past the operation that is
  /// next, or out of what is around it; to a clock; or to where a value was made.
  goal: 'breakpoint' | 'step' | 'over' | 'out' | 'clock' | 'value'
  once: WireBreakpoint[]
  count: number
  clock: number
  making: { offset: number; index: number; process: number; execution: number } | null
  stopsAtNonFinite: boolean
  /// 0: no limit.
  workBudget: number
  /// Before it has begun.
  isStopped: boolean
}

/// Relays between the Workers of a grid until it is told to stop.
export interface HubRequest {
  kind: 'hub'
  program: number
  replicas: number
  partitions: number
  /// One a place.
  ports: MessagePort[]
}

export type Request =
  | { kind: 'info' }
  | { kind: 'opTable' }
  | ParseRequest
  | ArtifactRequest
  | PartRequest
  | { kind: 'print'; program: number; generic: boolean }
  | { kind: 'describe'; program: number }
  | ({ kind: 'estimate' } & RunSetup)
  | RunRequest
  | ({ kind: 'start' } & RunSetup)
  | GoRequest
  | { kind: 'breakpoints'; session: number; breakpoints: WireBreakpoint[] }
  | { kind: 'history'; session: number; count: number }
  | { kind: 'results'; session: number }
  | HubRequest
  | { kind: 'grid'; program: number; replicas: number; partitions: number; places: number }
  | { kind: 'trace'; program: number; replicas: number; partitions: number; traces: WireTrace[] }
  | { kind: 'hash'; session: number; state: string; isLast: boolean }
  | { kind: 'stop'; run: number }
  | { kind: 'fixed'; program: number; followTypes: boolean }
  | { kind: 'operations'; program: number; begin: number; end: number }
  | { kind: 'name'; program: number; offset: number }
  | { kind: 'dimension'; program: number; offset: number }
  | { kind: 'values'; session: number; begin: number; end: number; process: number }
  | { kind: 'value'; session: number; offset: number; process: number; index: number; part: number; previewBins: number }
  | FileRequest
  | { kind: 'layOut'; format: string; arrays: { name: string; tensor: number }[] }
  | { kind: 'read'; tensor: number; begin: number; size: number }
  | { kind: 'show'; tensor: number; elideAbove: number }
  | { kind: 'window'; tensor: number; window: WireWindow }
  | { kind: 'summary'; tensor: number; bins: number; low: number; high: number }
  | { kind: 'release'; programs: number[]; tensors: number[]; sessions: number[]; files: number[] }

export interface WireEstimate {
  replicas: number
  partitions: number
  flops: number
  bytes: number
  work: number
  peakBytes: number
  argumentBytes: number
  isExact: boolean
}

export interface WireStand {
  next: WirePlace
  last: { begin: number; end: number }
  executions: number
  snapshotBytes: number
  replayedSteps: number
}

export interface Replies {
  info: { version: string; target: string; protocol: number }
  opTable: { json: string }
  parse: ParseReply
  writeArtifact: { bytes: ArrayBuffer | null; diagnostics: WireDiagnostic[] }
  part: Record<string, never>
  print: { text: string }
  describe: { operations: Record<string, number>; elementTypes: string[] }
  estimate: { estimate: WireEstimate | null; diagnostics: WireDiagnostic[] }
  /// Session 0: it could not start.
  start: { session: number; replicas: number; partitions: number; stand: WireStand | null; diagnostics: WireDiagnostic[] }
  go: { reason: 'reached' | 'breakpoint' | 'nonFinite' | 'finished' | 'failed' | 'stopped'; stand: WireStand; diagnostics: WireDiagnostic[] }
  /// Where each of them stands now.
  breakpoints: { places: { operation: string; line: number; begin: number; end: number }[][] }
  history: { places: WirePlace[] }
  results: { processes: (WireTensor | null)[][]; hash: string; diagnostics: WireDiagnostic[] }
  run: {
    status: 'finished' | 'failed' | 'stopped' | 'large' | 'unfit'
    diagnostics: WireDiagnostic[]
    /// Null stands for a token. Of the share.
    processes: (WireTensor | null)[][]
    replicas: number
    partitions: number
    hash: string
    flops: number
    bytes: number
    peakBytes: number
    /// JSON, or empty.
    trace: string
    /// Null: it was not asked for, or there was no run.
    profile: WireProfile | null
    /// Instead of the trace, of a share.
    sharedTrace: WireTrace | null
    milliseconds: number
    stoppedBy: 'signal' | 'workBudget' | null
    stoppedAtLine: number
    /// 0 if it was not kept or did not start.
    session: number
    /// What was looked at; null if nothing was kept of that process.
    looked: { values: WireValue[]; names: { offset: number; index: number; part: number }[]; tensors: (WireTensor | null)[] } | null
  }
  /// Why the run cannot go on, or nothing: it was told to stop.
  hub: { diagnostics: WireDiagnostic[] }
  /// How the grid is shared out among at most so many places.
  grid: { replicas: number; partitions: number; shares: Share[]; diagnostics: WireDiagnostic[] }
  /// One of all.
  trace: { json: string }
  /// Over the results of one share after another.
  hash: { state: string }
  stop: Record<string, never>
  fixed: { text: string; count: number; suggestions: number }
  operations: { operations: WireOperation[] }
  name: { name: WireName | null }
  dimension: { dimension: WireDimension | null }
  values: { values: WireValue[] }
  value: { tensor: WireTensor | null }
  openFile: WireFileStep
  openRaw: WireFileStep
  loadArray: WireFileStep
  piece: WireFileStep
  /// Parts of a file, one after the other: bytes, and a tensor that follows them.
  layOut: { parts: { bytes: ArrayBuffer; tensor: WireTensor | null }[]; diagnostics: WireDiagnostic[] }
  read: { bytes: ArrayBuffer }
  show: { text: string }
  window: { rows: number; columns: number; channels: number; values: ArrayBuffer; marks: ArrayBuffer }
  summary: WireSummary
  release: Record<string, never>
}

/// The first message to a Worker: the compiled module, and the name of a lock that it keeps
/// while it lives; empty: none.
export interface Start {
  module: WebAssembly.Module
  lock: string
  runtimeModules: boolean
}

export type Envelope = { id: number; request: Request }

export type Message =
  | { id: number; reply: Replies[keyof Replies] }
  | { id: number; problem: string }
  | { id: number; progress: { workDone: number; estimatedWork: number; line: number } }
  | { id: number; printed: string }
  | { id: number; outfeed: WireOutfeed[] }
  | { id: number; communications: WireCommunication[]; timeOrigin: number }
  /// The engine needs a part, for a request that waits for it.
  | { wants: PartName }
  /// The engine broke and answers nothing any more.
  | { lost: string }
