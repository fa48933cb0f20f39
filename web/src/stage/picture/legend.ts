import type { TensorSummary } from 'paddock-hlo'
import { button, element, svgElement, textElement } from '../../shared/dom.js'
import { groupedNumber, shortNumber } from '../../shared/numbers.js'
import type { Scale } from './colour-scale.js'

/// Histogram of 48 x 14 pixels, with heights in proportion to the counts.
export function histogramBars(histogram: readonly number[], className: string): SVGElement {
  const width = 48
  const height = 14
  const most = Math.max(...histogram, 1)
  const step = width / Math.max(histogram.length, 1)
  const svg = svgElement('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: className, 'aria-hidden': 'true' })
  const wide = Math.max(step - 1, 1)
  // A single path, because each line has a histogram.
  const bars = histogram.map((count, i) => (count === 0 ? '' : `M${i * step} ${height}h${wide}v${-Math.max(1, (height * count) / most)}h${-wide}z`))
  svg.append(svgElement('path', { d: bars.join('') }))
  return svg
}

interface LegendParts {
  scale: Scale
  summary: TensorSummary
  /// Number of elements.
  count: number
  remarks: readonly string[]
  /// Whether the scale covers only the middle of the numbers; null if that is all of them.
  clip: { isClipped: boolean; toggle(): void } | null
  /// Whether the scale is shared with the values beside it; null if its own is the same.
  link: { isLinked: boolean; toggle(): void } | null
  /// Asks where the first of them came from; null: nothing answers.
  onBad: ((which: 'nan' | 'inf') => void) | null
}

/// Draws the colours between the smallest and the largest number, the histogram, and the counts of NaN and infinities.
export function renderLegend({ scale, summary, count, remarks, clip, link, onBad }: LegendParts): HTMLElement {
  const legend = element('p', 'legend')
  if (scale.isTruth) {
    const trues = Math.round((summary.mean ?? 0) * count)
    const words = `filled: true, ${groupedNumber(trues)} of ${groupedNumber(count)}`
    legend.append(textElement('span', 'remark', [words, ...remarks].join(', ')))
    return legend
  }
  legend.append(...rampOf(scale))
  if (summary.histogram.length > 0) legend.append(histogramBars(coarse(summary.histogram, 12), 'legend-histogram'))
  if (summary.nan > 0) legend.append(pill('nan', `NaN ${groupedNumber(summary.nan)}`, onBad))
  if (summary.infinite > 0) legend.append(pill('inf', `∞ ${groupedNumber(summary.infinite)}`, onBad))
  if (clip !== null) legend.append(clipButton(clip, summary))
  if (link !== null) legend.append(linkButton(link))
  if (remarks.length > 0) legend.append(textElement('span', 'remark', remarks.join(', ')))
  return legend
}

function pill(which: 'nan' | 'inf', words: string, onBad: LegendParts['onBad']): HTMLElement {
  if (onBad === null) return textElement('span', `pill ${which}`, words)
  const made = button(`pill ${which}`, words, () => onBad(which))
  made.title = `Where from? The way to the first ${which === 'nan' ? 'NaN' : 'infinity'}`
  return made
}

function clipButton({ isClipped, toggle }: NonNullable<LegendParts['clip']>, { min, max }: TensorSummary): HTMLElement {
  const all = `${shortNumber(min ?? 0, 4)} … ${shortNumber(max ?? 0, 4)}`
  const clip = textElement('button', 'clip', isClipped ? `1–99 % of ${all}` : 'all numbers')
  clip.type = 'button'
  clip.title = isClipped ? 'Colour all numbers' : 'Colour the numbers between the first and the last hundredth'
  clip.addEventListener('click', toggle)
  return clip
}

function linkButton({ isLinked, toggle }: NonNullable<LegendParts['link']>): HTMLElement {
  const link = button('clip link', 'one scale', toggle)
  link.setAttribute('aria-pressed', String(isLinked))
  link.title = isLinked ? 'Colour this value on its own scale' : 'Colour this value on the scale of its neighbours'
  return link
}

/// Labels from the smallest to the largest number, with 0 at its place if there are both signs.
function rampOf(scale: Scale): Element[] {
  const { minimum, maximum, isDiverging } = scale
  const number = (value: number): HTMLElement => textElement('span', 'number', shortNumber(value))
  if (!isDiverging) return [number(minimum), rampPart(scale, minimum, maximum, rampWidth), number(maximum)]
  const negative = Math.min(Math.max(Math.round((rampWidth * -minimum) / (maximum - minimum)), 4), rampWidth - 4)
  return [number(minimum), rampPart(scale, minimum, 0, negative), number(0), rampPart(scale, 0, maximum, rampWidth - negative), number(maximum)]
}

const rampWidth = 96

function rampPart(scale: Scale, low: number, high: number, width: number): HTMLElement {
  const ramp = element('canvas', 'ramp')
  ramp.setAttribute('aria-hidden', 'true')
  ramp.width = width
  ramp.height = 8
  const context = ramp.getContext('2d')!
  for (let x = 0; x < width; ++x) {
    context.fillStyle = `rgb(${scale.colour(low + ((high - low) * x) / Math.max(width - 1, 1)).join(' ')})`
    context.fillRect(x, 0, 1, ramp.height)
  }
  return ramp
}

function coarse(histogram: readonly number[], bins: number): number[] {
  const result = Array.from({ length: bins }, () => 0)
  histogram.forEach((count, i) => (result[Math.floor((i * bins) / histogram.length)]! += count))
  return result
}
