import type { ElementArray, Tensor } from 'paddock-hlo'
import type { Scale } from './colour-scale.js'
import { drawHeatmap, shortNumber } from './heatmap.js'

/// Tensors of more bytes than this are not copied out of the engine to be drawn.
const mostBytes = 64 * 2 ** 20

/// One result: its type, its picture with a legend, its elements as text.
export async function renderResult(tensor: Tensor, title: string, width: number): Promise<HTMLElement> {
  const section = element('section', 'result')
  section.setAttribute('aria-label', title)
  section.append(titleOf(title, tensor))
  const isDrawable = tensor.byteSize <= mostBytes && tensor.byteSize > 0
  if (isDrawable) section.append(...drawParts(toNumbers(await tensor.values(), tensor), tensor, width))
  section.append(textElement('pre', 'result-text', await tensor.text()))
  if (!isDrawable && tensor.byteSize > 0) {
    section.append(textElement('p', 'note', `${formatBytes(tensor.byteSize)} are not drawn here.`))
  }
  return section
}

/// Complex numbers are drawn by their magnitude; 64-bit integers lose digits in the picture only.
function toNumbers(elements: ElementArray, tensor: Tensor): ArrayLike<number> {
  if (elements instanceof BigInt64Array || elements instanceof BigUint64Array) {
    return Float64Array.from(elements as BigInt64Array, Number)
  }
  if (!tensor.elementType.startsWith('complex')) return elements
  return Float64Array.from({ length: elements.length / 2 }, (_, i) => Math.hypot(elements[2 * i]!, elements[2 * i + 1]!))
}

function drawParts(values: ArrayLike<number>, tensor: Tensor, width: number): HTMLElement[] {
  if (tensor.shape.length === 0 && values.length === 1) {
    return [textElement('p', 'scalar', shortNumber(values[0]!))]
  }
  const picture = drawHeatmap(values, tensor.shape, width)
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

/// Three digits and a unit: 23.0 kB.
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** power).toPrecision(3)} ${units[power]}`
}

export function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  created.className = className
  return created
}

export function textElement<K extends keyof HTMLElementTagNameMap>(name: K, className: string, text: string): HTMLElementTagNameMap[K] {
  const created = element(name, className)
  created.textContent = text
  return created
}
