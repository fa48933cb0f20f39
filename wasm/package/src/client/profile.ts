import type { WireProfile } from '../protocol/run.js'

/// Peak rates of this machine in one thread, measured after the run.
export interface MachineLimits {
  /// Multiply-adds of f32 on registers, in 1e9 operations a second (two each); fused if the machine
  /// supports it.
  f32Gflops: number
  /// Multiply-adds of f64, counted likewise.
  f64Gflops: number
  /// Unfused multiply-adds of f32, which portable numerics use.
  portableF32Gflops: number
  /// Copy bandwidth: bytes read and bytes written, in 1e9 a second.
  gigabytes: number
}

/// Totals for one operation over all its executions. Fused operations share one entry, named after the last of them.
export interface OperationProfile {
  /// Name of the operation; empty for the preparation of constants.
  operation: string
  /// Line of the operation, from 1.
  line: number
  /// Type of its result.
  type: string
  /// Names and lines of all operations fused here, if there are several.
  fused: readonly string[]
  /// Number of executions.
  calls: number
  /// Time of all executions.
  milliseconds: number
  /// Arithmetic operations on elements; a multiply-add is two.
  flops: number
  /// Bytes read and written.
  bytes: number
  /// Arithmetic intensity: operations a byte.
  intensity: number
  /// Bound by the machine's limits; it can exceed `milliseconds` if the data is in caches.
  leastMilliseconds: number
  /// The limit that this bound comes from.
  boundBy: 'memory' | 'arithmetic'
}

/// Distribution of a run's time.
export interface RunProfile {
  /// Peak rates of this machine.
  limits: MachineLimits
  /// Time of the run.
  milliseconds: number
  /// Operations by time, longest first.
  operations: readonly OperationProfile[]
  /// Size of the plan's arena in bytes.
  arenaBytes: number
  /// Peak of the bytes that are live at once in the arena.
  leastArenaBytes: number
  /// Live bytes from a point in time on.
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
