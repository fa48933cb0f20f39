import { element } from '../../shared/dom.js'
import { dimensionText } from '../picture/axes.js'

/// Character width of the monospaced font in pixels, and the gap between a title and its type.
const characterWidth = 8.43
const gap = 12

/// A type beside a title, its sizes in the hues of their dimensions. The short form (`4x8 f32`)
/// replaces the long one if that does not fit.
export function typeText(type: string, title: string, width: number): HTMLElement {
  const span = element('span', 'type')
  const [, sizes, elements] = /^tensor<((?:\d+x)+)(.*)>$/.exec(type) ?? []
  if (sizes === undefined) {
    span.textContent = type
    return span
  }
  const isShort = (title.length + type.length) * characterWidth + gap > width
  if (!isShort) span.append('tensor<')
  sizes.split('x').slice(0, -1).forEach((size, i) => span.append(i > 0 ? 'x' : '', dimensionText(i, size)))
  span.append(isShort ? ` ${elements}` : `x${elements}>`)
  // Not broken, unless it is longer than a line.
  if (isShort && span.textContent!.length * characterWidth <= width) span.classList.add('whole')
  if (isShort) span.title = type
  return span
}
