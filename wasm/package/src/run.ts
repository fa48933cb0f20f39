import './dispose.js'
import type { Communication } from './communication.js'
import type { Diagnostic } from './diagnostics.js'
import type { Inputs, ProcessInputs } from './inputs.js'
import type { Infeed, Outfeed } from './outfeed.js'
import type { RunProfile } from './profile.js'
import type { RunLook, RunValues } from './run-values.js'
import type { Tensor } from './tensor.js'

/// Where the processes of a grid run. The bits are the same in each.
export type GridMode = 'cooperative' | 'workers'

/// What a run begins with.
export interface RunInputs {
  /// The function to run; `main`, or the only one.
  entry?: string
  /// For every process.
  inputs?: Inputs
  /// For one process alone, before what `inputs` gives to all.
  processInputs?: readonly ProcessInputs[]
  /// What processes read by `stablehlo.infeed`, one entry after the other, each process all of those
  /// that are not given to another; left out, what the program's comments say.
  infeed?: readonly (Infeed | Infeed['value'])[]
  /// The same for `stablehlo.recv` from the host, by channel, whose id is above 0: `{ 3: ['[1, 2]'] }`.
  /// On a channel that is left out, also in the comments, a process gets what it sent to the host itself.
  receive?: Readonly<Record<number, RunInputs['infeed']>>
  /// The process grid; left out, what the program says, or one process.
  grid?: { replicas: number; partitions: number }
  /// `portable` gives the same bits on every machine. `fast` may fuse multiply and add.
  numerics?: 'fast' | 'portable'
  /// Of the numbers that `rng` draws, from 0, which it is if left out, to 2^64 - 1: equal seeds give
  /// equal numbers, on every machine. The same as the command's `--seed`.
  seed?: number | bigint
  /// Limit of all values; 1 GiB if left out. Workers have equal shares of it a process.
  memoryBytes?: number
}

/// How a program is run; all may be left out.
export interface RunOptions extends RunInputs {
  /// `cooperative`: all processes take turns in the engine. `workers`: each runs in a Worker of
  /// its own (in Node a worker thread), with a wasm instance of its own. `auto`, which is what
  /// is left out: Workers for a grid of more than one process whose plan says at least 2^30
  /// units of work (about half a second in one Worker), if Workers can be had and `load` was
  /// not told `worker: false`.
  mode?: GridMode | 'auto'
  /// In mode `workers`: how many Workers at most; left out, one a process, 16 at most. Fewer
  /// Workers than processes have equal shares of them.
  workers?: number
  /// `faithful` keeps every value; both give the same bits.
  level?: 'fast' | 'faithful'
  /// Stops the run after so much work, of which a native core does about 4e9 units a second and
  /// WebAssembly half as many; left out, no limit. Workers have equal shares of it a process.
  workBudget?: number
  /// Keeps what the run made of each value for `RunResult.values`: at level `faithful` all of
  /// them, as far as `memoryBytes` allows.
  keepValues?: boolean
  /// Results of at most 65 536 elements bring a summary of so many bins with them, and those of
  /// at most 16 384 their elements: `summary(previewBins)` and windows of single cells are then
  /// answered without asking the engine.
  previewBins?: number
  /// Of a run with `keepValues` in one engine: which values somebody waits for.
  look?: RunLook
  signal?: AbortSignal
  onProgress?: (progress: { workDone: number; estimatedWork: number; line: number }) => void
  /// Keeps what each process did and when for `RunResult.trace`; a number says how many events
  /// at most, 500 000 if left out; Workers have equal shares of it a process.
  trace?: boolean | number
  /// Measures each operation, and what this machine does at most, for `RunResult.profile`: of a run in the
  /// engine's own Worker or thread, which mode `auto` then is, so mode `workers` is a TypeError.
  profile?: boolean
  /// What `interpreter.print` writes.
  onPrint?: (text: string) => void
  /// Receives what processes put out by `stablehlo.outfeed` or send to the host, as it comes; `RunResult.outfeed` has the same
  /// tensors. Between processes the order is by chance in mode `workers`.
  onOutfeed?: (outfeed: Outfeed) => void
  /// What the processes give each other: each is told of its part when it has what it came
  /// for, before `run` ends. In mode `workers` the order between processes is by chance.
  onCommunication?: (communication: Communication) => void
}

/// What came of a run, however it ended.
export interface RunResult {
  /// `results` are there exactly when it is `finished`.
  status: 'finished' | 'failed' | 'stopped'
  /// Null stands for a token. Of the process (0, 0).
  results: readonly (Tensor | null)[]
  /// Of every process, by its flattened id: replica * partitions + partition.
  processes: readonly (readonly (Tensor | null)[])[]
  /// Values that processes put out by `stablehlo.outfeed` or sent to the host, each process's in its order; also of a run that
  /// failed or was stopped.
  outfeed: readonly Outfeed[]
  grid: { replicas: number; partitions: number }
  /// Where it ran, and in how many Workers besides the engine.
  mode: GridMode
  workers: number
  diagnostics: readonly Diagnostic[]
  numerics: 'fast' | 'portable'
  /// 16 hexadecimal digits over the bits of all results; equal on every machine in portable
  /// numerics.
  hash: string
  /// Arithmetic operations on elements that the run did (a multiply-add is two), and bytes that
  /// its steps read and wrote.
  flops: number
  bytes: number
  peakBytes: number
  /// With `RunOptions.trace` the text of a trace of all processes, as `paddock run --trace` writes it:
  /// for Perfetto or chrome://tracing; else null.
  trace: string | null
  /// With `RunOptions.profile` where the time went, also of a run that failed or was stopped; else null.
  profile: RunProfile | null
  milliseconds: number
  /// Why a run was `stopped`; else null.
  stoppedBy: 'signal' | 'workBudget' | null
  /// Where a stopped run stood, else 0.
  stoppedAtLine: number
  /// Of a run with `keepValues`, also one that failed or was stopped; null if it never started.
  values: RunValues | null
}
