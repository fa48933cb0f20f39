import type { TensorSummary } from 'paddock-hlo'
import { adoptStyles } from '../../shared/adopt-styles.js'
import { element, svgElement, textElement } from '../../shared/dom.js'
import { groupedNumber, shortNumber } from '../../shared/numbers.js'
import type { Room } from '../picture/layout.js'
import type { Shown } from '../picture/shown.js'
import { renderAlong } from './along-view.js'
import { histogramStyles } from './histogram-styles.js'
import { tableStyles } from './table-styles.js'

const bars = 48
const height = 160

/// Shows a histogram, and numbers along the dimensions below it.
export function renderHistogram({ tensor, title, summary }: Shown, room: Room, body: HTMLElement): HTMLElement {
  adoptStyles(body, histogramStyles)
  adoptStyles(body, tableStyles)
  const figure = renderBars(summary, room)
  const along = renderAlong(tensor, title, body)
  if (along !== null) figure.append(along)
  return figure
}

/// Draws bars over equal parts from the smallest to the largest number.
function renderBars(summary: TensorSummary, room: Room): HTMLElement {
  const figure = element('figure', 'histogram')
  const { min, max, mean, histogram, nan, infinite } = summary
  if (min === null || max === null || mean === null) {
    figure.append(textElement('p', 'empty', 'No element is finite.'))
    return figure
  }
  const width = Math.min(room.width, 480)
  const per = histogram.length / bars
  const counts = Array.from({ length: bars }, (_, i) => histogram.slice(i * per, (i + 1) * per).reduce((sum, one) => sum + one, 0))
  const most = Math.max(...counts, 1)
  const svg = svgElement('svg', { width, height, viewBox: `0 0 ${bars} ${height}`, preserveAspectRatio: 'none', role: 'img', class: 'histogram-bars' })
  svg.setAttribute('aria-label', `Histogram from ${min} to ${max}; the largest of ${bars} bins has ${most} elements`)
  counts.forEach((count, i) => {
    const tall = count === 0 ? 0 : Math.max(1, (height * count) / most)
    const bar = svgElement('rect', { x: i + 0.05, y: height - tall, width: 0.9, height: tall })
    const title = svgElement('title', {})
    const at = (edge: number): string => shortNumber(min + ((max - min) * edge) / bars, 4)
    title.textContent = `${at(i)} … ${at(i + 1)}: ${groupedNumber(count)}`
    bar.append(title)
    svg.append(bar)
  })
  const ends = element('p', 'histogram-ends')
  ends.append(textElement('span', '', shortNumber(min)), textElement('span', 'mean', `mean ${shortNumber(mean, 4)}`), textElement('span', '', shortNumber(max)))
  ends.style.width = `${width}px`
  figure.append(svg, ends)
  if (nan > 0) figure.append(textElement('span', 'pill nan', `NaN ${groupedNumber(nan)}`))
  if (infinite > 0) figure.append(textElement('span', 'pill inf', `∞ ${groupedNumber(infinite)}`))
  return figure
}
