import { element, textElement } from '../../shared/dom.js'
import type { Layout } from './layout.js'

/// A label of a dimension, in its hue.
export function dimensionText(dimension: number, text: string): HTMLElement {
  const span = textElement('span', `d${dimension % 6}`, text)
  span.dataset.dimension = String(dimension)
  return span
}

/// Labels the dimensions by hue: which runs down, which to the right, and which index facets. Empty for a single row.
export function axesOf({ dimensions, slid, facets }: Layout): HTMLElement[] {
  const [down, right] = dimensions.slice(-2)
  if (down === undefined || right === undefined) return []
  const line = element('p', 'axes')
  const name = (sign: string, dimensions: readonly number[], word: string): void => {
    const part = textElement('span', 'axis', `${sign} `)
    part.append(textElement('span', '', dimensions.length > 1 ? 'dimensions ' : 'dimension '))
    dimensions.forEach((dimension, i) => part.append(i > 0 ? ', ' : '', dimensionText(dimension, String(dimension))))
    part.title = word
    line.append(part)
  }
  if (facets > 1) name('\u25a6', dimensions.slice(slid, -2), 'From one facet to the next')
  name('\u2193', [down], 'Downwards')
  name('\u2192', [right], 'To the right')
  return [line]
}
