/// The engine's side of `outfeed.ts`.
import type { HubHandle, SessionHandle, TensorHandle } from './glue.js'
import type { WireOutfeed } from '../protocol/messages.js'
import type { WireTensor } from '../protocol/values.js'

/// Takes all outfeed entries since the last call.
export function takeOutfeed(source: HubHandle | SessionHandle, keep: (handle: TensorHandle | null) => WireTensor | null): WireOutfeed[] {
  const taken: WireOutfeed[] = []
  for (let process = source.takeOutfeed(); process >= 0; process = source.takeOutfeed()) {
    const channel = source.outfeedChannel()
    const values = Array.from({ length: source.outfeedCount() }, (_, index) => keep(source.outfeedValue(index))!)
    taken.push({ process, channel, values })
  }
  return taken
}
