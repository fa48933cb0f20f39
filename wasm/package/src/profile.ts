import type { WireProfile } from './protocol-run.js'

/// What this machine does at most, measured after the run, in one thread.
export interface MachineLimits {
  /// Multiply-adds on registers, in 1e9 operations a second (two each): fused where the machine
  /// does that, and not.
  f32Gflops: number
  f64Gflops: number
  portableF32Gflops: number
  /// A copy: bytes read and bytes written, in 1e9 a second.
  gigabytes: number
}

/// What the steps of one operation did, in all its executions; of fused operations together,
/// named by the last of them.
export interface OperationProfile {
  /// Empty for what prepares constants.
  operation: string
  line: number
  type: string
  /// The names and lines of all that were fused, if there are several.
  fused: readonly string[]
  calls: number
  milliseconds: number
  flops: number
  bytes: number
  /// Operations a byte.
  intensity: number
  /// What the machine's limits allow; more than `milliseconds` where caches hold the data.
  leastMilliseconds: number
  boundBy: 'memory' | 'arithmetic'
}

/// Where the time of a run went.
export interface RunProfile {
  limits: MachineLimits
  milliseconds: number
  /// The longest first.
  operations: readonly OperationProfile[]
  /// What the plan keeps values in, and the most of them that are alive at once.
  arenaBytes: number
  leastArenaBytes: number
  /// Bytes of living values from a time on.
  memory: readonly { milliseconds: number; bytes: number }[]
}

export function profileOf({ limits, rows, ms, arena_bytes, least_arena_bytes, live_bytes }: WireProfile): RunProfile {
  return {
    limits: {
      f32Gflops: limits.f32_gflops,
      f64Gflops: limits.f64_gflops,
      portableF32Gflops: limits.portable_f32_gflops,
      gigabytes: limits.gbytes,
    },
    milliseconds: ms,
    operations: rows.map(({ ms: milliseconds, operations: flops, least_ms: leastMilliseconds, bound_by: boundBy, ...row }) => ({
      ...row,
      milliseconds,
      flops,
      leastMilliseconds,
      boundBy,
    })),
    arenaBytes: arena_bytes,
    leastArenaBytes: least_arena_bytes,
    memory: live_bytes.map(([milliseconds, bytes]) => ({ milliseconds, bytes })),
  }
}
