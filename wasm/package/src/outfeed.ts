import type { Connection } from './connection.js'
import type { NestedList } from './inputs.js'
import type { WireOutfeed } from './protocol.js'
import { Tensor } from './tensor.js'

/// Values that one `stablehlo.outfeed` put out, or one `stablehlo.send` to the host.
export interface Outfeed {
  /// Of the process with this flattened id: replica * partitions + partition.
  process: number
  /// The channel of a `send` to the host; null of an `outfeed`.
  channel: number | null
  values: readonly Tensor[]
}

/// Entry that one `stablehlo.infeed` reads, or one `stablehlo.recv` from the host.
export interface Infeed {
  /// A string is what the command takes: `[1, 2]`, and for several results a tuple of lists,
  /// `([1, 2], [3])`; a list is the elements of the one result. `npy` is a file of an array, of the type
  /// of that result.
  value: string | NestedList | { npy: Uint8Array; name?: string }
  /// The process that reads it; left out, every process does.
  process?: { replica: number; partition: number }
}

/// Collects what a run puts out, and tells of it at once.
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
