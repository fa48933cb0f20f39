import type { RunInputs } from 'paddock-hlo'
import type { InputChoices } from './inputs.js'

/// A source of values that a program reads from the host: the infeed, or a channel of `recv`.
export interface Feed {
  /// Channel; 0 for the infeed.
  channel: number
  name: string
}

/// Matches an operation up to its result types. Its attributes are in any order.
const receives = /"?stablehlo\.recv"?\((?:[^\n]|\n(?!\s*%))*?\)\s*->/g

/// Returns the feeds of a program, in the order of their channels.
export function feedsOf(text: string): Feed[] {
  const feeds = text.includes('stablehlo.infeed') ? [{ channel: 0, name: 'infeed' }] : []
  if (!text.includes('stablehlo.recv')) return feeds
  const channels = [...text.matchAll(receives)].flatMap(([whole]) => (/is_host_transfer\s*=\s*true/.test(whole) && /handle\s*=\s*(\d+)/.exec(whole)?.[1]) || [])
  return [...feeds, ...[...new Set(channels.map(Number))].sort((a, b) => a - b).map((channel) => ({ channel, name: `recv on channel ${channel}` }))]
}

/// Parses entries, one a line; `@(1, 0)=` before an entry assigns it to that process.
function entriesOf(lines: string): NonNullable<RunInputs['infeed']> {
  return linesOf(lines).map((line) => {
    const [, replica, partition, value] = /^@\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*=\s*(.*)$/.exec(line) ?? []
    return value === undefined ? { value: line } : { value, process: { replica: Number(replica), partition: Number(partition) } }
  })
}

export const linesOf = (lines: string): string[] => lines.split('\n').map((line) => line.trim()).filter((line) => line !== '')

/// Returns the run options that feed a run of this text.
export function feedOptions(text: string, choices: InputChoices): RunInputs {
  if (!choices.hasFeeds) return {}
  const chosen = feedsOf(text).flatMap(({ channel }) => {
    const entries = entriesOf(choices.feed(channel))
    return entries.length === 0 ? [] : [{ channel, entries }]
  })
  const infeed = chosen.find(({ channel }) => channel === 0)?.entries
  const receive = Object.fromEntries(chosen.filter(({ channel }) => channel !== 0).map(({ channel, entries }) => [channel, entries]))
  return { ...(infeed && { infeed }), ...(Object.keys(receive).length > 0 && { receive }) }
}
