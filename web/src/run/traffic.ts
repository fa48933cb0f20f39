import { bytesBetween, type Communication } from 'paddock-hlo'

/// Traffic of one operation between processes, summed over all executions.
export interface Exchange {
  operation: string
  /// Range in the text, and line.
  from: number
  to: number
  line: number
  channel: number
  /// Number of meetings or messages, summed over all groups.
  count: number
  /// Groups of flattened ids, in their order.
  groups: readonly (readonly number[])[]
  /// Bytes by source, then by target.
  bytes: ReadonlyMap<number, ReadonlyMap<number, number>>
  total: number
}

interface Counted {
  first: Communication
  count: number
  groups: Map<string, readonly number[]>
  bytes: Map<number, Map<number, number>>
  /// Bytes sent on channels with only one known end, by source.
  open: Map<number, number>
}

/// Sums communications by operation as they arrive, so that a long loop needs no more memory.
export class Traffic {
  private readonly byPlace = new Map<number, Counted>()
  /// Receivers of channels whose sends do not name them.
  private readonly receivers = new Map<number, number>()

  add(communication: Communication): void {
    const { kind, members, process, channel } = communication
    if (kind === 'meeting') return this.addMeeting(communication)
    if (kind === 'receive' && members[0] === -1) this.receivers.set(channel, process)
    if (kind === 'send') this.addMessage(communication)
  }

  /// Returns the exchanges in the order of the text.
  exchanges(): Exchange[] {
    return [...this.byPlace.values()].map((counted) => this.exchangeOf(counted)).sort((a, b) => a.from - b.from)
  }

  private at(communication: Communication): Counted {
    const found = this.byPlace.get(communication.from)
    if (found !== undefined) return found
    const counted: Counted = { first: communication, count: 0, groups: new Map(), bytes: new Map(), open: new Map() }
    this.byPlace.set(communication.from, counted)
    return counted
  }

  private addMeeting(communication: Communication): void {
    const { members, process, left } = communication
    if (left === null) return
    const counted = this.at(communication)
    const source = members.indexOf(process)
    // Every member reports the same meeting.
    if (source === 0) ++counted.count
    counted.groups.set(members.join(), members)
    members.forEach((member, target) => addTo(counted.bytes, process, member, bytesBetween(communication, source, target)))
  }

  private addMessage(communication: Communication): void {
    const [source = -1, target = -1] = communication.members
    const counted = this.at(communication)
    ++counted.count
    if (target < 0) counted.open.set(source, (counted.open.get(source) ?? 0) + communication.bytes)
    else addTo(counted.bytes, source, target, source === target ? 0 : communication.bytes)
  }

  private exchangeOf({ first, count, groups, bytes, open }: Counted): Exchange {
    const { operation, from, to, line, channel } = first
    const receiver = this.receivers.get(channel)
    const all = new Map([...bytes].map(([source, row]) => [source, new Map(row)]))
    if (receiver !== undefined) for (const [source, sent] of open) addTo(all, source, receiver, sent)
    const total = [...all.values()].reduce((sum, row) => [...row.values()].reduce((a, b) => a + b, sum), 0)
    return { operation, from, to, line, channel, count, groups: [...groups.values()].sort(byFirst), bytes: all, total }
  }
}

function byFirst(a: readonly number[], b: readonly number[]): number {
  return (a[0] ?? 0) - (b[0] ?? 0)
}

function addTo(bytes: Map<number, Map<number, number>>, source: number, target: number, count: number): void {
  if (count === 0) return
  const row = bytes.get(source) ?? new Map<number, number>()
  bytes.set(source, row.set(target, (row.get(target) ?? 0) + count))
}
