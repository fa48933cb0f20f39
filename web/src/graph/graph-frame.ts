import { element, svgElement } from '../shared/dom.js'
import { Camera } from './camera.js'
import { drawScene, type Drawing } from './draw-graph.js'
import { isGroup, type GraphNode } from './node.js'
import type { Box, Scene } from './scene.js'

interface FrameEvents {
  /// The pointer or the focus is on a node, or on none.
  onHover(node: GraphNode | null): void
  /// Opens or closes a group, or goes to an operation.
  onAct(node: GraphNode): void
}

const arrows: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/// The picture of a graph. Arrow keys go from node to node, Enter opens a group or goes to the line.
export class GraphFrame {
  readonly dom = element('div', 'graph-frame')
  readonly svg = svgElement('svg', { class: 'graph', width: '100%', height: '100%', role: 'group', 'aria-label': 'Graph of the program' })
  drawing: Drawing | null = null
  readonly camera = new Camera(this.dom, () => this.drawing?.content ?? null)
  private scene: Scene | null = null
  private byElement = new Map<Element, GraphNode>()
  private current: GraphNode | null = null

  constructor(private readonly events: FrameEvents) {
    this.svg.append(arrowHead())
    this.dom.append(this.svg)
    this.dom.addEventListener('pointerover', ({ target }) => this.hover(this.nodeAt(target)))
    this.dom.addEventListener('pointerleave', () => this.hover(null))
    this.dom.addEventListener('click', ({ target }) => this.click(this.nodeAt(target)))
    this.dom.addEventListener('focusin', ({ target }) => this.focus(this.nodeAt(target)))
    this.dom.addEventListener('focusout', () => this.events.onHover(null))
    this.dom.addEventListener('keydown', (event) => this.press(event))
  }

  /// Shows a scene. The current node keeps its place and the focus.
  show(scene: Scene, isOther: boolean): void {
    const hadFocus = this.dom.contains((this.dom.getRootNode() as ShadowRoot).activeElement)
    const before = this.current && this.boxOf(this.current)
    this.scene = scene
    this.drawing?.content.remove()
    this.drawing = drawScene(scene)
    this.byElement = new Map([...this.drawing.nodes].map(([node, drawn]) => [drawn, node]))
    this.svg.append(this.drawing.content)
    this.take(this.boxes.find(({ node }) => node.key === this.current?.key)?.node ?? this.boxes[0]?.node ?? null)
    if (isOther || before == null) this.fit()
    else this.keepPlace(before)
    if (hadFocus && this.current !== null) this.drawing.nodes.get(this.current)?.focus({ preventScroll: true })
  }

  get boxes(): readonly Box[] {
    return this.scene?.boxes ?? []
  }

  fit(): void {
    if (this.scene !== null) this.camera.fit(this.scene.width, this.scene.height)
  }

  /// Zooms about the middle.
  zoom(factor: number): void {
    this.camera.zoom(factor, this.dom.clientWidth / 2, this.dom.clientHeight / 2)
  }

  /// Marks nodes, and the lines that end at them; the others are dimmed.
  light(nodes: ReadonlySet<GraphNode>): void {
    if (this.drawing === null) return
    this.svg.toggleAttribute('data-has-lit', nodes.size > 0)
    for (const [node, drawn] of this.drawing.nodes) drawn.toggleAttribute('data-lit', nodes.has(node))
    for (const { line: { edge }, path } of this.drawing.edges) path.toggleAttribute('data-lit', nodes.has(edge.from) || nodes.has(edge.to))
  }

  /// Marks the node of the cursor's line.
  markCurrent(node: GraphNode | null): void {
    for (const [other, drawn] of this.drawing?.nodes ?? []) drawn.toggleAttribute('data-now', other === node)
  }

  reveal(node: GraphNode): void {
    const box = this.boxOf(node)
    if (box !== undefined) this.camera.reveal(box)
  }

  private boxOf(node: GraphNode): Box | undefined {
    return this.boxes.find((box) => box.node.key === node.key)
  }

  private keepPlace(before: Box): void {
    const after = this.current && this.boxOf(this.current)
    const { scale, x, y } = this.camera.view
    this.camera.look(after == null ? this.camera.view : { scale, x: x + after.x - before.x, y: y + after.y - before.y })
  }

  private nodeAt(target: EventTarget | null): GraphNode | null {
    const drawn = (target as Element | null)?.closest?.('.node')
    return (drawn && this.byElement.get(drawn)) ?? null
  }

  private hover(node: GraphNode | null): void {
    this.events.onHover(node)
  }

  private click(node: GraphNode | null): void {
    if (node === null || this.camera.wasDragged) return
    this.take(node)
    this.events.onAct(node)
  }

  private focus(node: GraphNode | null): void {
    if (node === null) return
    this.take(node)
    this.events.onHover(node)
  }

  /// One node is reached by Tab.
  private take(node: GraphNode | null): void {
    if (this.current !== null) this.drawing?.nodes.get(this.current)?.setAttribute('tabindex', '-1')
    this.current = node
    if (node !== null) this.drawing?.nodes.get(node)?.setAttribute('tabindex', '0')
  }

  private press(event: KeyboardEvent): void {
    const arrow = event.shiftKey ? undefined : arrows[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (arrow !== undefined) this.go(arrow)
    else if ((event.key === 'Enter' || event.key === ' ') && this.current !== null) this.events.onAct(this.current)
    else if (!this.camera.key(event, () => this.fit())) return
    event.preventDefault()
  }

  /// Goes to the nearest node in a direction.
  private go([x, y]: readonly [number, number]): void {
    const from = this.current && this.boxOf(this.current)
    if (from == null) return
    const distance = (box: Box): number => {
      const [across, down] = [middle(box).x - middle(from).x, middle(box).y - middle(from).y]
      const along = across * x + down * y
      return along <= 1 ? Infinity : along + 2 * Math.abs(across * y + down * x)
    }
    const others = this.boxes.filter(({ node, isOpen }) => node !== from.node && !(isOpen && isGroup(node) && contains(node, from.node)))
    const nearest = others.reduce<Box | null>((best, box) => (distance(box) < (best === null ? Infinity : distance(best)) ? box : best), null)
    if (nearest === null) return
    this.reveal(nearest.node)
    this.drawing!.nodes.get(nearest.node)!.focus({ preventScroll: true })
  }
}

const middle = ({ x, y, width, height, isOpen }: Box): { x: number; y: number } => ({ x: x + width / 2, y: y + (isOpen ? 13 : height / 2) })

function contains(outer: GraphNode, node: GraphNode): boolean {
  for (let at: GraphNode | null = node; at !== null; at = at.parent) if (at === outer) return true
  return false
}

function arrowHead(): SVGDefsElement {
  const defs = svgElement('defs', {})
  const marker = svgElement('marker', { id: 'graph-arrow', viewBox: '0 0 6 6', refX: 6, refY: 3, markerWidth: 6, markerHeight: 6, orient: 'auto', markerUnits: 'userSpaceOnUse' })
  marker.append(svgElement('path', { class: 'arrow', d: 'M0 0L6 3L0 6Z' }))
  defs.append(marker)
  return defs
}
