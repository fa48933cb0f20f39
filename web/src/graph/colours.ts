import { element, textElement } from '../shared/dom.js'
import { hexOf, scaleOf, type Colour, type Scale } from '../stage/picture/colour-scale.js'
import type { Drawing } from './draw-graph.js'
import { rangeOfMeasure, type Measure } from './measures.js'
import { clipped, clippedTo } from './node-size.js'
import { isGroup } from './node.js'
import type { Box } from './scene.js'
import { hasThumbnail } from './thumbnails.js'

/// Colours the nodes by a measure, writes its numbers into them, and returns the legend.
export function colourNodes({ nodes }: Drawing, boxes: readonly Box[], measure: Measure, isDark: boolean): HTMLElement {
  const shown = boxes.filter(({ isOpen }) => !isOpen)
  const range = rangeOfMeasure(measure, shown.map(({ node }) => node))
  const scale = range && new MeasureScale(measure, range, isDark)
  for (const { node, width } of shown) {
    const drawn = nodes.get(node)!
    const value = measure.of(node)
    paint(drawn, value === null || scale === null ? null : scale.colour(value))
    const note = drawn.querySelector('.note')
    if (note !== null) note.textContent = value === null ? clipped(node.note) : clippedTo(`${isGroup(node) || node.operation === null ? '' : nameOf(node.note)}${measure.text(value)}`, width, hasThumbnail(node))
  }
  return legendOf(measure, range, scale)
}

const nameOf = (note: string): string => (note.includes(':') ? `${note.slice(0, note.indexOf(':'))}: ` : '')

/// Takes the colours and numbers away.
export function uncolour({ nodes }: Drawing): void {
  for (const [node, drawn] of nodes) {
    paint(drawn, null)
    const note = drawn.querySelector('.note')
    if (note !== null) note.textContent = clipped(node.note)
  }
}

function paint(drawn: SVGGElement, colour: Colour | null): void {
  const box = drawn.querySelector('rect')!
  drawn.classList.remove('on-dark', 'on-bright')
  box.style.fill = colour === null ? '' : hexOf(colour)
  if (colour !== null) drawn.classList.add(colour[0] * 0.3 + colour[1] * 0.59 + colour[2] * 0.11 > 140 ? 'on-bright' : 'on-dark')
}

class MeasureScale {
  private readonly scale: Scale

  constructor(private readonly measure: Measure, private readonly range: { minimum: number; maximum: number }, isDark: boolean) {
    this.scale = scaleOf({ minimum: this.position(measure.isLogarithmic ? range.minimum : 0), maximum: Math.max(this.position(range.maximum), 0) }, isDark)
  }

  colour(value: number): Colour {
    if (this.measure.name === 'NaN') return value === 0 ? this.scale.ramps.paper : this.scale.ramps.nan
    return this.scale.colour(this.position(value))
  }

  /// Decades above the smallest number.
  private position(value: number): number {
    if (!this.measure.isLogarithmic) return value
    const least = Math.max(this.range.minimum, this.range.maximum * 1e-12, Number.MIN_VALUE)
    return value <= least ? 0 : Math.log10(value / least)
  }

  /// Colours from the smallest to the greatest number.
  ramp(): string[] {
    const { minimum, maximum } = this.scale
    return Array.from({ length: 13 }, (_, i) => hexOf(this.scale.colour(minimum + ((maximum - minimum) * i) / 12)))
  }
}

function legendOf({ says, name, text, isLogarithmic }: Measure, range: { minimum: number; maximum: number } | null, scale: MeasureScale | null): HTMLElement {
  const legend = element('p', 'graph-legend')
  legend.append(textElement('span', '', says))
  if (range === null || scale === null) {
    legend.append(textElement('span', '', 'The run kept none of these values.'))
    return legend
  }
  if (name === 'NaN') {
    const swatch = element('span', 'swatch')
    swatch.style.background = hexOf(scale.colour(1))
    legend.append(swatch, textElement('span', '', range.maximum === 0 ? 'There are none.' : `up to ${text(range.maximum)} in one box`))
    return legend
  }
  const ramp = element('span', 'ramp')
  ramp.style.background = `linear-gradient(to right, ${scale.ramp().join(', ')})`
  legend.append(textElement('span', '', text(isLogarithmic ? range.minimum : 0).replace(/,.*/, '')), ramp, textElement('span', '', text(range.maximum).replace(/,.*/, '')))
  if (isLogarithmic) legend.append(textElement('span', '', 'logarithmic'))
  return legend
}
