import '../data/dispose.js'
import type { Communication } from './communication.js'
import type { Diagnostic } from '../protocol/diagnostics.js'
import type { Infeed, Inputs, ProcessInputs } from './inputs.js'
import type { Outfeed } from './outfeed.js'
import type { RunProfile } from './profile.js'
import type { RunLook, RunValues } from './run-values.js'
import type { Tensor } from './tensor.js'

/// Where the processes of a grid run. The bits of the results are the same in each mode.
export type GridMode = 'cooperative' | 'workers'

/// Inputs and settings that a run starts with.
export interface RunInputs {
  /// Function to run. Default: `main`, or the only one.
  entry?: string
  /// Inputs of every process.
  inputs?: Inputs
  /// Inputs of single processes, which take precedence over `inputs`.
  processInputs?: readonly ProcessInputs[]
  /// Entries that processes read by `stablehlo.infeed`, in order. Each process reads all entries
  /// that are not assigned to another. Default: those in the program's comments.
  infeed?: readonly (Infeed | Infeed['value'])[]
  /// Entries for `stablehlo.recv` from the host, by channel id, which is above 0: `{ 3: ['[1, 2]']
  /// }`. On a channel without entries here or in the comments, a process receives what it has sent
  /// to the host.
  receive?: Readonly<Record<number, RunInputs['infeed']>>
  /// Process grid. Default: the program's own, or one process.
  grid?: { replicas: number; partitions: number }
  /// `portable` gives the same bits on every machine. `fast` may fuse multiply and add.
  numerics?: 'fast' | 'portable'
  /// Seed of the numbers that `rng` draws, from 0 (the default) to 2^64 - 1, like the command's
  /// `--seed`. Equal seeds give equal numbers on every machine.
  seed?: number | bigint
  /// Limit of all values in bytes. Default: 1 GiB. Workers divide it equally among processes.
  memoryBytes?: number
}

/// Options of a run; all may be omitted.
export interface RunOptions extends RunInputs {
  /// `cooperative`: all processes take turns in the engine. `workers`: each runs in its own Worker
  /// (in Node a worker thread) with its own wasm instance. `auto` (default) chooses Workers for a
  /// grid of several processes whose plan estimates at least 2^30 units of work, about half a
  /// second in one Worker. It does so only if Workers can be started and `load` was not called with
  /// `worker: false`.
  mode?: GridMode | 'auto'
  /// Most Workers in mode `workers`. Default: one for each process, at most 16. Fewer Workers than
  /// processes share them equally.
  workers?: number
  /// `faithful` keeps every value. Both levels give the same bits.
  level?: 'fast' | 'faithful'
  /// Stops the run after this many units of work, of which a native core does about 4e9 a second
  /// and WebAssembly half as many. Default: no limit. Workers divide it equally among processes.
  workBudget?: number
  /// Keeps the values of the run for `RunResult.values`: at level `faithful` all of them, as far as
  /// `memoryBytes` allows.
  keepValues?: boolean
  /// Number of histogram bins in previews. Results of at most 65 536 elements come with a summary,
  /// those of at most 16 384 with their elements. `summary(previewBins)` and windows of single
  /// cells then need no request to the engine.
  previewBins?: number
  /// Values to return with the result, for a run with `keepValues` in one engine.
  look?: RunLook
  /// Stops the run. If it has fired before, the run does nothing and is `stopped`.
  signal?: AbortSignal
  /// Receives the work done so far, the estimate of all, and the line that is being run.
  onProgress?: (progress: { workDone: number; estimatedWork: number; line: number }) => void
  /// Records what each process does and when for `RunResult.trace`. A number limits the events;
  /// `true` means 500 000. Workers divide the limit equally among processes.
  trace?: boolean | number
  /// Measures each operation, and the machine's peak rates, for `RunResult.profile`. Mode `auto`
  /// then runs in the engine's own Worker or thread, and mode `workers` is a TypeError.
  profile?: boolean
  /// Receives the output of `interpreter.print`.
  onPrint?: (text: string) => void
  /// Receives each value that processes send by `stablehlo.outfeed` or to the host, at once;
  /// `RunResult.outfeed` has the same tensors. The order between processes is nondeterministic in
  /// mode `workers`.
  onOutfeed?: (outfeed: Outfeed) => void
  /// Receives the communications between processes. Each process reports its part once it has its
  /// data, before `run` ends. The order between processes is nondeterministic in mode `workers`.
  onCommunication?: (communication: Communication) => void
}

/// Outcome of a run, however it ended.
export interface RunResult {
  /// `results` is present exactly if the status is `finished`.
  status: 'finished' | 'failed' | 'stopped'
  /// Results of process (0, 0); null for a token.
  results: readonly (Tensor | null)[]
  /// Results of every process, by its flattened id: replica * partitions + partition.
  processes: readonly (readonly (Tensor | null)[])[]
  /// Values that processes sent by `stablehlo.outfeed` or to the host, in order for each process;
  /// also of a run that failed or was stopped.
  outfeed: readonly Outfeed[]
  /// The grid of the run, also if it failed before it began.
  grid: { replicas: number; partitions: number }
  /// Where the run took place.
  mode: GridMode
  /// Number of Workers besides the engine.
  workers: number
  /// Errors and warnings of the run, unmet expectations, and `unread` entries of the infeed.
  diagnostics: readonly Diagnostic[]
  /// Numerics of the run.
  numerics: 'fast' | 'portable'
  /// Hash of the bits of all results, as 16 hexadecimal digits; equal on every machine in portable numerics.
  hash: string
  /// Number of arithmetic operations on elements; a multiply-add is two.
  flops: number
  /// Bytes that the steps read and wrote.
  bytes: number
  /// Peak of all values in bytes.
  peakBytes: number
  /// Trace of all processes with `RunOptions.trace`, in the format of `paddock run --trace`, for
  /// Perfetto or chrome://tracing; else null.
  trace: string | null
  /// Profile of the run with `RunOptions.profile`, also if it failed or was stopped; else null.
  profile: RunProfile | null
  /// Time of the run.
  milliseconds: number
  /// Why the run was `stopped`; else null.
  stoppedBy: 'signal' | 'workBudget' | null
  /// Line at which the run was stopped; else 0.
  stoppedAtLine: number
  /// Values of a run with `keepValues`, also if it failed or was stopped; null if it never started.
  values: RunValues | null
}
