import { element, textElement } from '../../shared/dom.js'
import { drawOutline } from './draw-cells.js'
import { layOut, type Room } from './layout.js'
import { Plane } from './plane.js'

/// Returns the sizes of a type as spelled; null if sizes are open or it is not a tensor.
export function sizesOf(type: string): number[] | null {
  const sizes = /^tensor<((?:[\d?]+x)*)/.exec(type)?.[1]?.split('x').slice(0, -1).map(Number) ?? null
  return sizes === null || sizes.some((size) => Number.isNaN(size)) ? null : sizes
}

/// Number of cells above which each facet is one outline.
const mostOutlines = 4000
const leastOutlined = 4

/// Placeholder for a missing value: the outline of its cells.
export function renderUncomputed(title: string, type: string, room: Room): HTMLElement {
  const section = element('section', 'result uncomputed')
  section.setAttribute('aria-label', title)
  const heading = textElement('h2', 'result-title', title)
  heading.append(textElement('span', 'type', type))
  const sizes = sizesOf(type)
  section.append(heading)
  if (sizes !== null && !sizes.includes(0)) section.append(outlineOf(sizes, room))
  section.append(textElement('p', 'note', 'Not computed.'))
  return section
}

function outlineOf(sizes: readonly number[], room: Room): HTMLElement {
  const layout = layOut(sizes.length === 0 ? [1] : sizes, room)
  const plane = new Plane(layout, room)
  const { width, height } = plane.size(plane.whole)
  const canvas = element('canvas', 'picture')
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', sizes.length === 0 ? 'Not computed' : `${sizes.join(' by ')} elements, not computed`)
  const ratio = Math.min(window.devicePixelRatio || 1, 2)
  canvas.width = Math.ceil(width * ratio)
  canvas.height = Math.ceil(height * ratio)
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  const context = canvas.getContext('2d')!
  context.scale(ratio, ratio)
  // A colour that is visible in both themes.
  context.strokeStyle = '#8A918C'
  const { rows, columns, cells, facets, cell } = layout
  const isEach = cell >= leastOutlined && rows * columns * facets <= mostOutlines
  for (let facet = 0; facet < facets; ++facet) {
    const { x, y } = plane.origin(facet)
    if (!isEach) {
      context.strokeRect(x * plane.fit + 0.5, y * plane.fit + 0.5, columns * plane.fit - 1, rows * plane.fit - 1)
      continue
    }
    for (let i = 0; i < Math.min(cells, rows * columns); ++i) {
      drawOutline(context, { x: (x + (i % columns)) * plane.fit, y: (y + Math.floor(i / columns)) * plane.fit, size: cell - 1 })
    }
  }
  return canvas
}
