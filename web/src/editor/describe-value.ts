import type { ValueSummary } from 'paddock-hlo'
import { element, textElement } from '../shared/dom.js'
import { elementsText, groupedNumber, shapeText, shortNumber } from '../shared/numbers.js'
import { histogramBars } from '../stage/picture/legend.js'

/// Width of each character of the column's font at 12 px.
const characterWidth = 7.25
const gap = 8
const pillFrame = 10
const histogramWidth = 48
const longestWhole = 28
/// Least width of one result among several.
const leastShare = 44

/// A part of a value's row, with its width, so that rows are fitted without layout.
interface Part {
  width: number
  draw(): Element
}

const text = (className: string, words: string): Part => ({ width: words.length * characterWidth, draw: () => textElement('span', className, words) })
const pill = (className: string, words: string): Part => ({ ...text(className, words), width: words.length * characterWidth + pillFrame })
const bars = ({ histogram }: ValueSummary): Part => ({ width: histogramWidth, draw: () => histogramBars(histogram, 'cm-value-histogram') })

const widthOf = (parts: readonly Part[]): number => parts.reduce((sum, { width }) => sum + width, Math.max(0, parts.length - 1) * gap)

/// Variants of counts: exact, rounded to three characters, or omitted.
type Counts = 'all' | 'short' | 'none'

function countText(count: number, counts: Counts): string {
  if (counts === 'none') return ''
  if (counts === 'all' || count < 1000) return groupedNumber(count)
  const power = Math.min(Math.floor(Math.log10(count) / 3), 4)
  return `${Math.floor(count / 1000 ** power)}${['', 'k', 'M', 'G', 'T'][power]!}`
}

function pillsOf({ nan, infinite, executions }: ValueSummary, counts: Counts): Part[] {
  const counted = (word: string, count: number): string => `${word} ${countText(count, counts)}`.trimEnd()
  return [
    ...(nan > 0 ? [pill('cm-value-nan', counted('NaN', nan))] : []),
    ...(infinite > 0 ? [pill('cm-value-inf', counted('∞', infinite))] : []),
    ...(executions > 1 ? [text('cm-value-times', `×${countText(executions, counts === 'none' ? 'short' : counts)}`)] : []),
  ]
}

function wholeOf({ elements, elementType }: ValueSummary): string | null {
  const whole = elements === undefined ? null : elementsText(elements, elementType.startsWith('complex'))
  return whole !== null && whole.length <= longestWhole ? whole : null
}

function rangeText({ min, max }: ValueSummary, digits: number): string | null {
  if (min === null || max === null) return null
  return min === max ? shortNumber(min, digits) : `${shortNumber(min, digits)} … ${shortNumber(max, digits)}`
}

/// Renders a value and its given name.
export interface NamedSummary extends ValueSummary {
  given?: string | null
}

const nameLengths = [24, 16]

/// Shortens a name to its most specific end: `…/softmax/exp` for `attention/softmax/exp`.
function shortName(given: string, most: number): Part {
  if (given.length <= most) return text('cm-value-name', given)
  const end = given.slice(1 - most)
  const whole = end.indexOf('/')
  return text('cm-value-name', `…${whole < 0 ? end : end.slice(whole)}`)
}

/// Variants of a value, from the richest to the shortest. The first ones include its name if there is room.
function waysToShow(summary: NamedSummary): Part[][] {
  const ways = waysWithoutName(summary)
  const { given } = summary
  if (given == null) return ways
  return [...nameLengths.flatMap((most) => ways.slice(0, 4).map((parts) => [...parts, shortName(given, most)])), ...ways]
}

function waysWithoutName(summary: ValueSummary): Part[][] {
  const shape = text('cm-value-shape', shapeText(summary.shape, summary.elementType))
  const whole = wholeOf(summary)
  const range = (digits: number): Part[] => {
    const words = rangeText(summary, digits)
    return words === null ? [] : [text('cm-value-range', words)]
  }
  const [pills, shortPills, bare] = [pillsOf(summary, 'all'), pillsOf(summary, 'short'), pillsOf(summary, 'none')]
  if (whole !== null) {
    const lead = text('cm-value-whole', whole)
    return [[lead, shape, ...pills], [lead, ...pills], [lead, ...shortPills], [lead, ...bare]]
  }
  const histogram = bars(summary)
  const leads = [[histogram, shape, ...range(4)], [shape, ...range(4)], [histogram, ...range(4)], [shape, ...range(2)], range(4), [histogram]]
  const ways = [...leads.map((lead) => [...lead, ...pills]), ...leads.slice(1).map((lead) => [...lead, ...shortPills]), shortPills, bare]
  return ways.filter((parts) => parts.length > 0)
}

/// Renders a folded value: its pills, or else its histogram or its few characters.
function foldedParts(summary: ValueSummary): Part[] {
  const pills = pillsOf(summary, 'none')
  const whole = wholeOf(summary)
  if (pills.length > 0) return pills
  return [whole !== null && whole.length <= 8 ? text('cm-value-whole', whole) : bars(summary)]
}

/// Returns the richest variant that fits. The shortest one may be truncated, but its pills never are.
function fit(summary: ValueSummary, room: number): Part[] {
  const ways = waysToShow(summary)
  return ways.find((parts) => widthOf(parts) <= room) ?? ways.at(-1)!
}

/// Returns the full width of a line's values, and their folded width.
export function widthsOf(summaries: readonly ValueSummary[]): { whole: number; folded: number } {
  const all = summaries.map((summary) => ({ whole: widthOf(waysToShow(summary)[0]!), folded: widthOf(foldedParts(summary)) }))
  const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, Math.max(0, widths.length - 1) * gap)
  if (all.length === 1) return all[0]!
  return { whole: sum(summaries.map((summary) => widthOf(shareOf(summary, Infinity)))), folded: Math.max(...all.map(({ folded }) => folded), leastShare) }
}

/// Renders one of several results: small ones in full, others by their range.
function shareOf(summary: ValueSummary, room: number): Part[] {
  const whole = wholeOf(summary)
  const range = rangeText(summary, 3)
  const pills = pillsOf(summary, room === Infinity ? 'all' : 'none')
  const shape = text('cm-value-shape', shapeText(summary.shape, summary.elementType))
  const leads = whole !== null ? [[text('cm-value-whole', whole)]] : [...(range === null ? [] : [[bars(summary), text('cm-value-range', range)], [text('cm-value-range', range)]]), [shape], [bars(summary)]]
  const ways = [...leads.map((lead) => [...lead, ...pills]), ...(pills.length > 0 ? [pills] : [])]
  return ways.find((parts) => widthOf(parts) <= room) ?? ways.at(-1)!
}

/// Returns the results that fit and the count of those that do not.
function severalParts(summaries: readonly ValueSummary[], room: number): Part[] {
  for (let count = summaries.length; count > 0; --count) {
    const more = count < summaries.length ? [text('cm-value-more', `+${summaries.length - count}`)] : []
    const left = room - widthOf(more) - (count - 1 + more.length) * gap
    if (left / count < leastShare && count > 1) continue
    const parts = summaries.slice(0, count).map((summary) => shareOf(summary, left / count))
    const joined = parts.map((some): Part => (some.length === 1 ? some[0]! : groupOf(some)))
    if (widthOf([...joined, ...more]) <= room) return [...joined, ...more]
  }
  const pills = summaries.map((summary) => pillsOf(summary, 'none')).find((some) => some.length > 0)
  return pills ?? [text('cm-value-more', `+${summaries.length}`)]
}

function groupOf(parts: readonly Part[]): Part {
  const draw = (): Element => {
    const group = element('span', 'cm-value-one')
    group.append(...parts.map((part) => part.draw()))
    return group
  }
  return { width: widthOf(parts), draw }
}

/// Renders the values of a line in a row of `room` pixels; 0 means folded.
export function describeLine(summaries: readonly ValueSummary[], room: number): HTMLElement {
  const row = element('div', 'cm-value')
  const isFolded = room === 0
  const [first] = summaries
  const parts = summaries.length === 1 ? (isFolded ? foldedParts(first!) : fit(first!, room)) : severalParts(summaries, isFolded ? leastShare : room)
  row.append(...parts.map((part) => part.draw()))
  return row
}

/// Describes a value completely, in one line.
export const describeValue = (summary: ValueSummary): HTMLElement => describeLine([summary], Infinity)
