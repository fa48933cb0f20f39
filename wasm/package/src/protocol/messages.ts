/// Messages between a client and an engine. They go to a Worker by postMessage and to an engine in
/// the same thread by a call, so both behave alike.

import type { TensorDifference } from './difference.js'
import type { FileRequest, WireFileStep } from './files.js'
import type { ArtifactRequest, CodeRequest, ParseReply, ParseRequest, PartName, PartRequest } from './program.js'
import type { WireCommunication, WireLook, WireProfile, WireTrace } from './run.js'
import type { WhyReplies, WhyRequest } from './why.js'
import type { WireDiagnostic, WireDimension, WireName, WireSpan, WireSummary, WireTensor, WireValue, WireWindow } from './values.js'

/// Version of the protocol, raised when a message changes its meaning. A client refuses an engine of another version.
export const protocolVersion = 14

/// Values of one outfeed of a process, or of one send to the host if the channel is not 0.
export interface WireOutfeed {
  process: number
  channel: number
  values: WireTensor[]
}

/// A value for one argument: elements as they are stored; text in the command's syntax (`[[1, 2]]`,
/// `zeros`, `random:7`); a tensor of the engine; a file of arrays; or such values for the elements
/// of a tuple.
export type WireInput =
  | { kind: 'bytes'; shape: number[]; bytes: ArrayBuffer }
  | { kind: 'text'; text: string }
  | { kind: 'tensor'; tensor: number }
  | { kind: 'file'; name: string; bytes: ArrayBuffer }
  | { kind: 'tuple'; elements: (WireInput | null)[] }

/// Contiguous processes of a grid, by flattened ids, that run in one place.
export interface Share {
  first: number
  count: number
}

/// Options and inputs that a run starts with.
export interface RunSetup {
  program: number
  entry: string
  inputs: (WireInput | null)[]
  /// Inputs for one process each.
  processInputs: { replica: number; partition: number; inputs: (WireInput | null)[] }[]
  /// Entries in the order in which a process reads them; process (-1, -1) means every process.
  /// Channel 0 is the infeed, others are read by recv from the host.
  infeed: { channel: number; replica: number; partition: number; value: Extract<WireInput, { kind: 'text' | 'file' }> }[]
  /// 0 x 0: the program's own grid, or 1 x 1.
  replicas: number
  partitions: number
  faithful: boolean
  portable: boolean
  /// Seed, in decimal digits.
  seed: string
  memoryBytes: number
  /// Whether `communications` are reported.
  tellsCommunications: boolean
}

export interface RunRequest extends RunSetup {
  kind: 'run'
  /// 0: no limit.
  workBudget: number
  /// Whether the session is retained, so that its values can be read.
  keep: boolean
  /// Most events that the trace keeps; 0: no trace.
  traceLimit: number
  /// Whether each operation is timed.
  profiles: boolean
  /// Number of bins in the previews of results; 0: no previews.
  previewBins: number
  look: WireLook | null
  /// For a program that is still being read: runs the program that request `parse` gave if it has
  /// no errors and takes the same arguments (`takesOf`).
  ahead: { parse: number; takes: string } | null
  /// Whether a large grid is only reported as such, not run.
  leavesLarge: boolean
  /// Whether it was stopped before it began.
  isStopped: boolean
  /// The share that runs here: place `place` out of `places`. The others are reached through
  /// `port`, at whose end is the hub.
  share?: Share & { place: number; places: number; port: MessagePort }
}

/// Place of a stepping session: before an operation.
export interface WirePlace {
  clock: number
  process: number
  operation: string
  line: number
  depth: number
  begin: number
  end: number
}

/// Conditions of a breakpoint, with their numbers in the engine: Condition::Kind.
export const conditionKinds = { none: 0, nan: 1, infinity: 6, nonFinite: 7, change: 8, greater: 9, less: 10 } as const
export type ConditionKind = keyof typeof conditionKinds

/// A line of the text or a byte of it. `execution` 0 means every time.
export interface WireBreakpoint {
  kind: 'line' | 'offset'
  at: number
  execution: number
  condition: ConditionKind
  limit: number
}

/// Moves a session. It may take long: `stop` can name it.
export interface GoRequest {
  kind: 'go'
  session: number
  /// Goal: the next breakpoint or one of `once`; `count` operations on; past the next operation, or
  /// out of the construct around it; a clock; or the place where a value was made.
  goal: 'breakpoint' | 'step' | 'over' | 'out' | 'clock' | 'value'
  once: WireBreakpoint[]
  count: number
  clock: number
  making: { offset: number; index: number; process: number; execution: number } | null
  stopsAtNonFinite: boolean
  /// 0: no limit.
  workBudget: number
  /// Whether it was stopped before it began.
  isStopped: boolean
}

/// Relays messages between the Workers of a grid until it is stopped.
export interface HubRequest {
  kind: 'hub'
  program: number
  replicas: number
  partitions: number
  /// One port for each place.
  ports: MessagePort[]
}

export type Request =
  | { kind: 'info' }
  | { kind: 'opTable' }
  | ParseRequest
  | ArtifactRequest
  | CodeRequest
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
  | ({ kind: 'whyStart' } & RunSetup)
  | WhyRequest
  | HubRequest
  | { kind: 'grid'; program: number; replicas: number; partitions: number; places: number }
  | { kind: 'trace'; program: number; replicas: number; partitions: number; traces: WireTrace[] }
  | { kind: 'hash'; session: number; state: string; isLast: boolean }
  | { kind: 'stop'; run: number }
  | { kind: 'fixed'; program: number; followTypes: boolean }
  | { kind: 'operations'; program: number; begin: number; end: number; sentences: boolean }
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
  | { kind: 'compare'; tensor: number; reference: number }
  | { kind: 'release'; programs: number[]; tensors: number[]; sessions: number[]; files: number[]; whys: number[] }

interface WireEstimate {
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
  last: WireSpan
  executions: number
  snapshotBytes: number
  replayedSteps: number
}

export interface Replies extends WhyReplies {
  info: { version: string; target: string; protocol: number }
  opTable: { json: string }
  parse: ParseReply
  builderCode: { code: string | null; diagnostics: WireDiagnostic[] }
  writeArtifact: { bytes: ArrayBuffer | null; diagnostics: WireDiagnostic[] }
  part: Record<string, never>
  print: { text: string }
  describe: { operations: Record<string, number>; elementTypes: string[] }
  estimate: { estimate: WireEstimate | null; diagnostics: WireDiagnostic[] }
  /// Session 0: it could not start.
  start: { session: number; replicas: number; partitions: number; stand: WireStand | null; diagnostics: WireDiagnostic[] }
  go: { reason: 'reached' | 'breakpoint' | 'nonFinite' | 'finished' | 'failed' | 'stopped'; stand: WireStand; diagnostics: WireDiagnostic[] }
  /// Current places of each breakpoint.
  breakpoints: { places: { operation: string; line: number; begin: number; end: number }[][] }
  history: { places: WirePlace[] }
  results: { processes: (WireTensor | null)[][]; hash: string; diagnostics: WireDiagnostic[] }
  run: {
    status: 'finished' | 'failed' | 'stopped' | 'large' | 'unfit'
    diagnostics: WireDiagnostic[]
    /// Results of the processes of the share; null for a token.
    processes: (WireTensor | null)[][]
    replicas: number
    partitions: number
    hash: string
    flops: number
    bytes: number
    peakBytes: number
    /// The trace as JSON, or empty.
    trace: string
    /// Null if it was not requested, or there was no run.
    profile: WireProfile | null
    /// Trace of a share, in place of `trace`.
    sharedTrace: WireTrace | null
    milliseconds: number
    stoppedBy: 'signal' | 'workBudget' | null
    stoppedAtLine: number
    /// 0 if the session was not kept or did not start.
    session: number
    /// Values requested by `look`; null if nothing was kept of that process.
    looked: { values: WireValue[]; names: { offset: number; index: number; part: number }[]; tensors: (WireTensor | null)[] } | null
  }
  /// The reason why the run cannot continue; empty if it was stopped.
  hub: { diagnostics: WireDiagnostic[] }
  /// Division of the grid among the places.
  grid: { replicas: number; partitions: number; shares: Share[]; diagnostics: WireDiagnostic[] }
  /// One trace, merged from all.
  trace: { json: string }
  /// Hash state after the results of a share.
  hash: { state: string }
  stop: Record<string, never>
  fixed: { text: string; count: number; suggestions: number }
  /// The text of WireOperation[], which passes between threads faster than its objects.
  operations: { json: string }
  name: { name: WireName | null }
  dimension: { dimension: WireDimension | null }
  values: { values: WireValue[] }
  value: { tensor: WireTensor | null }
  openFile: WireFileStep
  openRaw: WireFileStep
  loadArray: WireFileStep
  piece: WireFileStep
  /// Parts of a file, in order: bytes, and a tensor whose elements follow them.
  layOut: { parts: { bytes: ArrayBuffer; tensor: WireTensor | null }[]; diagnostics: WireDiagnostic[] }
  read: { bytes: ArrayBuffer }
  show: { text: string }
  window: { rows: number; columns: number; channels: number; values: ArrayBuffer; marks: ArrayBuffer }
  summary: WireSummary
  /// Null if the shapes differ.
  compare: { difference: TensorDifference | null }
  release: Record<string, never>
}

/// First message to a Worker: the compiled module or the address of an engine of `paddock serve`, and the name of a lock
/// to hold while it lives (empty: none).
export interface Start {
  module: WebAssembly.Module | string
  lock: string
  runtimeModules: boolean
  /// Number of threads, and the script of the Workers that run them; undefined if the engine was compiled without threads.
  threads: number | undefined
  source: string | undefined
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
  /// The engine broke and answers no further requests.
  | { lost: string }
