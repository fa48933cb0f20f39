import type { ElementArray, Tensor } from 'paddock-hlo'
import { element, textElement } from '../dom.js'
import { formatBytes, shortNumber } from '../numbers.js'
import type { Scale } from './colour-scale.js'
import { copyActions } from './copy.js'
import { drawHeatmap } from './heatmap.js'
import type { Room } from './layout.js'

/// Tensors of more bytes than this are not copied out of the engine to be drawn.
const mostBytes = 64 * 2 ** 20

/// A tensor with its numbers, read out of the engine.
export interface Shown {
  tensor: Tensor
  title: string
  /// Null where there are too many to draw, or none.
  numbers: ArrayLike<number> | null
  text: string
}

export async function readValue(tensor: Tensor, title: string): Promise<Shown> {
  const isDrawable = tensor.byteSize <= mostBytes && tensor.byteSize > 0
  const numbers = isDrawable ? toNumbers(await tensor.values(), tensor) : null
  return { tensor, title, numbers, text: await tensor.text() }
}

/// One value: its type, its picture with a legend, and its elements as text, behind a word
/// where there are pictures beside it.
export function renderValue({ tensor, title, numbers, text }: Shown, room: Room, together?: { scale?: Scale }): HTMLElement {
  const section = element('section', 'result')
  section.setAttribute('aria-label', title)
  section.append(titleOf(title, tensor))
  if (numbers !== null) section.append(...drawParts(numbers, tensor, room, together?.scale))
  else if (tensor.byteSize === 0) section.append(textElement('p', 'empty', `${tensor.shape.join(' x ')}: no elements`))
  else section.append(textElement('p', 'note', `${formatBytes(tensor.byteSize)} are not drawn here.`))
  if (tensor.byteSize > 0) section.append(copyActions(tensor, title))
  section.append(together === undefined ? textElement('pre', 'result-text', text) : folded(text))
  return section
}

function folded(text: string): HTMLElement {
  const details = element('details', 'elements')
  details.append(textElement('summary', '', 'Elements'), textElement('pre', 'result-text', text))
  return details
}

/// Complex numbers are drawn by their magnitude; 64-bit integers lose digits in the picture only.
function toNumbers(elements: ElementArray, tensor: Tensor): ArrayLike<number> {
  if (elements instanceof BigInt64Array || elements instanceof BigUint64Array) {
    return Float64Array.from(elements as BigInt64Array, Number)
  }
  if (!tensor.elementType.startsWith('complex')) return elements
  return Float64Array.from({ length: elements.length / 2 }, (_, i) => Math.hypot(elements[2 * i]!, elements[2 * i + 1]!))
}

function drawParts(values: ArrayLike<number>, tensor: Tensor, room: Room, scale?: Scale): HTMLElement[] {
  if (tensor.shape.length === 0 && values.length === 1) {
    return [textElement('p', 'scalar', shortNumber(values[0]!))]
  }
  const picture = drawHeatmap(values, tensor.shape, room, scale)
  picture.canvas.className = 'picture'
  picture.canvas.setAttribute('role', 'img')
  picture.canvas.setAttribute('aria-label', `${tensor.shape.join(' by ')} elements from ${picture.scale.minimum} to ${picture.scale.maximum}`)
  const parts: string[] = tensor.elementType.startsWith('complex') ? ['magnitude'] : []
  const { bin, drawnFacets, facets } = picture.layout
  if (bin > 1) parts.push(`1 pixel = ${bin * bin} cells, the largest shown`)
  if (drawnFacets < facets) parts.push(`${drawnFacets} of ${facets} slices`)
  return [picture.canvas, legendOf(picture.scale, parts)]
}

function titleOf(title: string, tensor: Tensor): HTMLElement {
  const heading = textElement('h2', 'result-title', title)
  heading.append(textElement('span', 'type', tensor.type))
  return heading
}

/// The colours between the smallest and the largest number.
function legendOf(scale: Scale, remarks: readonly string[]): HTMLElement {
  const legend = element('p', 'legend')
  const ramp = element('span', 'ramp')
  const stops = Array.from({ length: 13 }, (_, i) => {
    const colour = scale.colour(scale.minimum + ((scale.maximum - scale.minimum) * i) / 12)
    return `rgb(${colour.join(' ')})`
  })
  ramp.style.backgroundImage = `linear-gradient(to right, ${stops.join(', ')})`
  legend.append(textElement('span', 'number', shortNumber(scale.minimum)), ramp, textElement('span', 'number', shortNumber(scale.maximum)))
  if (remarks.length > 0) legend.append(textElement('span', 'remark', remarks.join(', ')))
  return legend
}
