import type { Offsets, Range } from '../data/offsets.js'
import type { WireCommunication } from '../protocol/run.js'

/// One process's part in a communication between the processes of a grid. The range is that of the
/// operation. Processes are flattened ids: replica * partitions + partition.
export interface Communication extends Range {
  /// A collective operation is a `meeting` of its group. For `infeed` and `outfeed` the other side is the host.
  kind: 'meeting' | 'send' | 'receive' | 'infeed' | 'outfeed'
  /// The process, as a flattened id.
  process: number
  /// Name of the operation: `stablehlo.all_reduce`.
  operation: string
  /// Line of the operation, from 1; 0 if unknown.
  line: number
  /// Channel of the operation; 0 if it has none.
  channel: number
  /// Data flow of a meeting. `whole`: each member receives all contributions. `parts`: each
  /// receives a part of them. `from_root`: each receives the root's contribution. `to_root`: the
  /// root receives all contributions.
  exchange?: 'whole' | 'parts' | 'from_root' | 'to_root'
  /// The group, in its order. For a message, its source and its target; -1 if the program does not
  /// name that end of the channel.
  members: readonly number[]
  /// Number from 0 of this meeting in its group and channel, or of this message in its queue. It is
  /// equal for all participants.
  occurrence: number
  /// Bytes that each member gives, or that the message holds. For `from_root`, the sum over all
  /// roots; for `to_root`, what each member gives to all roots together.
  bytes: number
  /// The roots of `from_root` and `to_root`: position in the group, and bytes.
  roots?: readonly { position: number; bytes: number }[]
  /// Milliseconds from the beginning of the run until the process arrived.
  came: number
  /// Milliseconds until all participants had arrived; null if that did not happen before the run
  /// ended.
  met: number | null
  /// Milliseconds until the process had its data; null if that did not happen before the run ended.
  left: number | null
}

/// Returns how many bytes the member at one position of `members` gives to the one at another.
///
/// @param communication The communication.
/// @param source Position of the member that gives.
/// @param target Position of the member that gets.
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

/// @internal Converts a communication to ranges of the program's text. `epoch` is when the run
/// began, in milliseconds on the clock of the event.
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
