import { svgElement } from '../shared/dom.js'
import type { GraphNode } from './node.js'
import { isGroup, operationsIn } from './node.js'
import { clipped, thumbnail } from './node-size.js'
import { headOf, type Box, type Line, type Scene } from './scene.js'

/// The drawn elements, by the nodes of the graph.
export interface Drawing {
  content: SVGGElement
  nodes: ReadonlyMap<GraphNode, SVGGElement>
  edges: readonly { line: Line; path: SVGPathElement }[]
}

export function drawScene({ boxes, lines }: Scene): Drawing {
  const content = svgElement('g', { class: 'graph-content' })
  const [frames, ways, leaves] = ['frames', 'ways', 'leaves'].map((name) => svgElement('g', { class: name })) as [SVGGElement, SVGGElement, SVGGElement]
  const nodes = new Map(boxes.map((box) => [box.node, drawNode(box)]))
  for (const { node, isOpen } of boxes) (isOpen ? frames : leaves).append(nodes.get(node)!)
  const edges = lines.map((line) => ({ line, path: drawLine(line) }))
  ways.append(...edges.map(({ path }) => path))
  content.append(frames, ways, leaves)
  return { content, nodes, edges }
}

function drawNode({ node, isOpen, x, y, width, height }: Box): SVGGElement {
  const drawn = svgElement('g', { class: `node ${node.kind}`, transform: `translate(${Math.round(x)} ${Math.round(y)})`, role: 'button', tabindex: -1, 'aria-label': descriptionOf(node) })
  if (isGroup(node)) drawn.setAttribute('aria-expanded', String(isOpen))
  drawn.append(svgElement('rect', { class: 'box', width: Math.round(width), height: Math.round(height), rx: 3 }))
  if (isGroup(node) && !isOpen) drawn.append(svgElement('rect', { class: 'stack', x: 4, y: Math.round(height), width: Math.round(width) - 8, height: 3 }))
  if (isOpen) drawn.append(text(headOf(node), 8, 17, 'title'))
  // The blank keeps the words apart for readers.
  else drawn.append(text(node.title, 10, node.note === '' ? 18 : 19, 'title'), ' ', text(node.note, 10, 36, 'note'))
  return drawn
}

function text(words: string, x: number, y: number, name: string): SVGTextElement {
  const drawn = svgElement('text', { class: name, x, y })
  drawn.textContent = clipped(words)
  return drawn
}

/// Puts a picture of the node's value at its right edge.
export function addThumbnail(drawn: SVGGElement, picture: HTMLCanvasElement): void {
  const box = drawn.querySelector('rect')!
  const side = Math.max(picture.width, picture.height)
  const [width, height] = [(picture.width / side) * thumbnail, (picture.height / side) * thumbnail]
  const left = Number(box.getAttribute('width')) - thumbnail - 5 + (thumbnail - width) / 2
  drawn.querySelector('image')?.remove()
  drawn.append(svgElement('image', { class: 'thumbnail', href: picture.toDataURL(), x: left, y: 5 + (thumbnail - height) / 2, width, height, preserveAspectRatio: 'none' }))
}

function drawLine(line: Line): SVGPathElement {
  const { values, isCall } = line.edge
  const path = svgElement('path', { class: isCall ? 'way call' : 'way', d: pathOf(line.points), 'marker-end': 'url(#graph-arrow)' })
  if (values.length > 1) path.setAttribute('stroke-width', String(Math.min(1 + Math.log2(values.length), 5)))
  const words = svgElement('title', {})
  words.textContent = values.slice(0, 12).join('\n') + (values.length > 12 ? `\nand ${values.length - 12} more` : '')
  path.append(words)
  return path
}

/// Rounds the corners of a line.
function pathOf(points: readonly number[]): string {
  const at = (i: number): string => `${points[i]!.toFixed(1)} ${points[i + 1]!.toFixed(1)}`
  const middle = (i: number): string => `${((points[i]! + points[i + 2]!) / 2).toFixed(1)} ${((points[i + 1]! + points[i + 3]!) / 2).toFixed(1)}`
  if (points.length < 4) return ''
  let path = `M${at(0)}L${middle(0)}`
  for (let i = 2; i + 3 < points.length; i += 2) path += `Q${at(i)} ${middle(i)}`
  return `${path}L${at(points.length - 2)}`
}

/// Returns a sentence about a node.
function descriptionOf(node: GraphNode): string {
  const { kind, title, note, line, operation } = node
  const inside = operationsIn(node)
  if (operation !== null) return [`${title} ${note}`.trim(), `line ${line}`, ...(inside > 0 ? [`${inside} operations inside`] : [])].join(', ')
  if (kind === 'argument') return `argument ${title} ${note}`
  return `${kind === 'run' ? '' : `${kind} `}${title} ${note}`
}
