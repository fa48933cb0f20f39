/// Reports of an engine about a run, besides its results (messages.ts).

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

/// In the format of `paddock bench --profile --format json`.
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

/// Trace of one engine out of several. Its times are on a clock that began at `timeOrigin`.
export interface WireTrace {
  bytes: ArrayBuffer
  timeOrigin: number
}

/// Values of a run that come with its response, if the run keeps its session. Offsets are in code
/// units, since the client may not have the byte offsets yet.
export interface WireLook {
  process: number
  /// Summaries of the values defined in this range of the text.
  from: number
  to: number
  /// Values of the operation at this cursor, as tensors with previews of `previewBins`.
  cursor: { offset: number; line: { from: number; to: number } } | null
}
