import type { TensorSummary } from 'paddock-hlo'
import { element, svgElement, textElement } from '../dom.js'
import { groupedNumber, shortNumber } from '../numbers.js'
import type { Scale } from './colour-scale.js'

/// Bars of 48 x 14 pixels, as tall as their counts.
export function histogramBars(histogram: readonly number[], className: string): SVGElement {
  const width = 48
  const height = 14
  const most = Math.max(...histogram, 1)
  const step = width / Math.max(histogram.length, 1)
  const svg = svgElement('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: className, 'aria-hidden': 'true' })
  const wide = Math.max(step - 1, 1)
  // One shape, because there is one of these beside every line.
  const bars = histogram.map((count, i) => (count === 0 ? '' : `M${i * step} ${height}h${wide}v${-Math.max(1, (height * count) / most)}h${-wide}z`))
  svg.append(svgElement('path', { d: bars.join('') }))
  return svg
}

export interface LegendParts {
  scale: Scale
  summary: TensorSummary
  remarks: readonly string[]
  /// Whether the scale is of the middle of the numbers; null where that is all of them.
  clip: { isClipped: boolean; toggle(): void } | null
}

/// The colours between the smallest and the largest number, how the numbers are spread, and
/// what is no number.
export function renderLegend({ scale, summary, remarks, clip }: LegendParts): HTMLElement {
  const legend = element('p', 'legend')
  const { minimum, maximum } = scale
  legend.append(textElement('span', 'number', shortNumber(minimum)), rampOf(scale), textElement('span', 'number', shortNumber(maximum)))
  if (summary.histogram.length > 0) legend.append(histogramBars(coarse(summary.histogram, 12), 'legend-histogram'))
  if (summary.nan > 0) legend.append(textElement('span', 'pill nan', `NaN ${groupedNumber(summary.nan)}`))
  if (summary.infinite > 0) legend.append(textElement('span', 'pill inf', `∞ ${groupedNumber(summary.infinite)}`))
  if (clip !== null) legend.append(clipButton(clip, summary))
  if (remarks.length > 0) legend.append(textElement('span', 'remark', remarks.join(', ')))
  return legend
}

function clipButton({ isClipped, toggle }: NonNullable<LegendParts['clip']>, { min, max }: TensorSummary): HTMLElement {
  const all = `${shortNumber(min ?? 0, 4)} … ${shortNumber(max ?? 0, 4)}`
  const clip = textElement('button', 'clip', isClipped ? `1–99 % of ${all}` : 'all numbers')
  clip.type = 'button'
  clip.title = isClipped ? 'Colour all numbers' : 'Colour the numbers between the first and the last hundredth'
  clip.addEventListener('click', toggle)
  return clip
}

/// The colours from the smallest to the largest number, with a line at a zero between them.
function rampOf(scale: Scale): HTMLElement {
  const ramp = element('canvas', 'ramp')
  ramp.setAttribute('aria-hidden', 'true')
  ramp.width = 96
  ramp.height = 8
  const context = ramp.getContext('2d')!
  for (let x = 0; x < ramp.width; ++x) {
    context.fillStyle = `rgb(${scale.colour(scale.minimum + ((scale.maximum - scale.minimum) * x) / (ramp.width - 1)).join(' ')})`
    context.fillRect(x, 0, 1, ramp.height)
  }
  if (scale.isDiverging) {
    context.fillStyle = '#1C211E'
    context.fillRect(Math.round((-scale.minimum / (scale.maximum - scale.minimum)) * ramp.width), 0, 1, ramp.height)
  }
  return ramp
}

function coarse(histogram: readonly number[], bins: number): number[] {
  const result = Array.from({ length: bins }, () => 0)
  histogram.forEach((count, i) => (result[Math.floor((i * bins) / histogram.length)]! += count))
  return result
}
