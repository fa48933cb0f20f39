import type { Connection } from './connection.js'
import type { WireOutfeed } from '../protocol/messages.js'
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
