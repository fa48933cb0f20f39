import type { Range } from './diagnostics.js'
import type { Offsets } from './offsets.js'
import type { WireCommunication } from './protocol-run.js'

/// One process's part in what the processes of a grid gave each other. The range is of the
/// operation. Processes are flattened ids: replica * partitions + partition.
export interface Communication extends Range {
  /// A collective operation is a `meeting` of its group. Of `infeed` and `outfeed` the other
  /// side is the host.
  kind: 'meeting' | 'send' | 'receive' | 'infeed' | 'outfeed'
  process: number
  /// `stablehlo.all_reduce`.
  operation: string
  /// Counts from 1; 0 where unknown.
  line: number
  /// 0 where the operation has none.
  channel: number
  /// Of a meeting: whether everybody gets all that everybody gives, a part of it, what the
  /// root gives, or the root what everybody gives.
  exchange?: 'whole' | 'parts' | 'from_root' | 'to_root'
  /// The group in its order; of a message its source and its target, -1 where the program
  /// leaves open who that is: the other end of the channel.
  members: readonly number[]
  /// The k-th meeting of this group on this channel, or message of this queue, from 0: equal
  /// for all who take part.
  occurrence: number
  /// What each member gives, or what the message holds; of `from_root` what the roots give
  /// together, of `to_root` what each member gives to all roots together.
  bytes: number
  /// Of `from_root` and `to_root`: who in the group they are, and of how many bytes.
  roots?: readonly { position: number; bytes: number }[]
  /// Milliseconds since the run began: when the process came, when all were there, and when
  /// it had what it came for. Null for what did not come to pass before the run ended.
  came: number
  met: number | null
  left: number | null
}

/// How many bytes the member at one place of `members` gives to the one at another.
export function bytesBetween(communication: Communication, source: number, target: number): number {
  const { kind, members, exchange, bytes, roots = [] } = communication
  const isInside = (place: number): boolean => place >= 0 && place < members.length
  if (source === target || !isInside(source) || !isInside(target)) return 0
  if (kind !== 'meeting') return source === 0 ? bytes : 0
  if (exchange === 'whole') return bytes
  if (exchange === 'parts') return Math.floor(bytes / members.length)
  const root = exchange === 'from_root' ? source : target
  return roots.reduce((sum, one) => sum + (one.position === root ? one.bytes : 0), 0)
}

/// @internal Of a program's text; `epoch` is when the run began on the clock of the event, in
/// milliseconds.
export function communicationReader(offsets: Offsets, text: string): (wire: WireCommunication, epoch: number) => Communication {
  let lineAt: ((offset: number) => number) | undefined
  return ({ span, came, met, left, ...rest }, epoch) => {
    const time = (microseconds: number): number => microseconds / 1000 - epoch
    const range = offsets.range(span)
    return {
      ...rest,
      ...range,
      line: span.end > span.begin ? (lineAt ??= lineCounter(text))(range.from) : 0,
      came: time(came),
      met: met === null ? null : time(met),
      left: left === null ? null : time(left),
    }
  }
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
