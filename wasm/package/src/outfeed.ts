import type { Connection } from './connection.js'
import type { NestedList } from './inputs.js'
import type { WireOutfeed } from './protocol.js'
import { Tensor } from './tensor.js'

/// Values of one `stablehlo.outfeed`, or of one `stablehlo.send` to the host.
export interface Outfeed {
  /// Process, as a flattened id: replica * partitions + partition.
  process: number
  /// Channel of a `send` to the host; null for an `outfeed`.
  channel: number | null
  /// The values that were sent.
  values: readonly Tensor[]
}

/// Entry that one `stablehlo.infeed` reads, or one `stablehlo.recv` from the host.
export interface Infeed {
  /// A string has the command's syntax: `[1, 2]`, or for several results a tuple of lists, `([1,
  /// 2], [3])`. A list holds the elements of the only result. `npy` is an array file of that
  /// result's type.
  value: string | NestedList | { npy: Uint8Array; name?: string }
  /// Process that reads it. Default: every process.
  process?: { replica: number; partition: number }
}

/// Collects the outfeed of a run, and reports each entry at once.
export class OutfeedList {
  readonly all: Outfeed[] = []

  constructor(
    private readonly connection: Connection,
    private readonly tell: ((outfeed: Outfeed) => void) | undefined,
  ) {}

  readonly add = (outfeeds: readonly WireOutfeed[]): void => {
    for (const { process, channel, values } of outfeeds) {
      const outfeed = { process, channel: channel || null, values: values.map((wire) => new Tensor(this.connection, wire)) }
      this.all.push(outfeed)
      this.tell?.(outfeed)
    }
  }
}
