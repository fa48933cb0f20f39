/// What an engine tells of a run beside its results (protocol.ts).

/// Times in microseconds of the engine's clock.
export interface WireCommunication {
  kind: 'meeting' | 'send' | 'receive' | 'infeed' | 'outfeed'
  process: number
  operation: string
  span: { begin: number; end: number }
  channel: number
  exchange?: 'whole' | 'parts' | 'from_root' | 'to_root'
  members: number[]
  occurrence: number
  bytes: number
  roots?: { position: number; bytes: number }[]
  came: number
  met: number | null
  left: number | null
}

/// As `paddock bench --profile --format json` has it.
export interface WireProfile {
  limits: { f32_gflops: number; f64_gflops: number; portable_f32_gflops: number; gbytes: number }
  ms: number
  rows: {
    operation: string
    line: number
    type: string
    fused: string[]
    calls: number
    ms: number
    operations: number
    bytes: number
    intensity: number
    least_ms: number
    bound_by: 'memory' | 'arithmetic'
  }[]
  arena_bytes: number
  least_arena_bytes: number
  live_bytes: [number, number][]
}

/// What one engine of several kept of a run; times are of a clock that began at `timeOrigin`.
export interface WireTrace {
  bytes: ArrayBuffer
  timeOrigin: number
}

/// Which values of a run that keeps its session come with its answer. Places are in code units:
/// who asks may not know the text's bytes yet.
export interface WireLook {
  process: number
  /// Summaries of those that are defined between two places of the text.
  from: number
  to: number
  /// As tensors with previews of `previewBins`, those of the operation that this cursor means.
  cursor: { offset: number; line: { from: number; to: number } } | null
}
