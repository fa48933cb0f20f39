/// The visible part of the graph: its scale, and the point at the upper left corner.
export interface View {
  scale: number
  x: number
  y: number
}

const [smallest, largest] = [0.02, 3]
const keySteps: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] }

/// Moves and zooms the content of an SVG element: dragging and the wheel move, the wheel with Control, pinching, + and -
/// zoom.
export class Camera {
  view: View = { scale: 1, x: 0, y: 0 }
  private readonly pointers = new Map<number, { x: number; y: number }>()
  /// Pixels that the pointer was dragged: a click moves less.
  private dragged = 0

  constructor(
    private readonly frame: HTMLElement,
    private readonly content: () => SVGGElement | null,
  ) {
    frame.addEventListener('wheel', (event) => this.wheel(event), { passive: false })
    frame.addEventListener('pointerdown', (event) => this.press(event))
    frame.addEventListener('pointermove', (event) => this.move(event))
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) frame.addEventListener(end, (event) => this.pointers.delete(event.pointerId))
  }

  get wasDragged(): boolean {
    return this.dragged > 4
  }

  /// Handles keys that move with Shift, and those that zoom. Returns whether it was one.
  key(event: KeyboardEvent, fit: () => void): boolean {
    const { width, height } = this.frame.getBoundingClientRect()
    const step = event.shiftKey ? keySteps[event.key] : undefined
    if (step !== undefined) this.look({ ...this.view, x: this.view.x + step[0] / this.view.scale, y: this.view.y + step[1] / this.view.scale })
    else if (event.key === '+' || event.key === '=') this.zoom(1.4, width / 2, height / 2)
    else if (event.key === '-') this.zoom(1 / 1.4, width / 2, height / 2)
    else if (event.key === '0') fit()
    else return false
    return true
  }

  /// Shows all of a size, but not larger than it is.
  fit(width: number, height: number): void {
    const { clientWidth, clientHeight } = this.frame
    const scale = Math.max(Math.min(1, (clientWidth - 16) / width, (clientHeight - 16) / height), smallest)
    this.look({ scale, x: (width - clientWidth / scale) / 2, y: -8 / scale })
  }

  /// Moves as little as makes a box visible.
  reveal({ x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
    const { scale, ...view } = this.view
    const [seenWidth, seenHeight] = [this.frame.clientWidth / scale, this.frame.clientHeight / scale]
    const within = (at: number, from: number, size: number, seen: number): number => (size > seen || from < at ? from - 12 : from + size > at + seen ? from + size - seen + 12 : at)
    this.look({ scale, x: within(view.x, x, width, seenWidth), y: within(view.y, y, height, seenHeight) })
  }

  look(view: View): void {
    this.view = view
    const { scale, x, y } = view
    this.content()?.setAttribute('transform', `scale(${scale}) translate(${-x} ${-y})`)
  }

  zoom(factor: number, pixelX: number, pixelY: number): void {
    const { scale: before, x, y } = this.view
    const scale = Math.min(Math.max(before * factor, smallest), largest)
    this.look({ scale, x: x + pixelX / before - pixelX / scale, y: y + pixelY / before - pixelY / scale })
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    const { left, top } = this.frame.getBoundingClientRect()
    if (event.ctrlKey || event.metaKey) return this.zoom(Math.exp(-event.deltaY / 200), event.clientX - left, event.clientY - top)
    const { scale, x, y } = this.view
    this.look({ scale, x: x + event.deltaX / scale, y: y + event.deltaY / scale })
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (this.pointers.size === 1) this.dragged = 0
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId)
    if (before === undefined) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.pointers.set(event.pointerId, now)
    this.dragged += Math.hypot(now.x - before.x, now.y - before.y)
    // Capturing a mere press would take its click away from the node.
    if (this.wasDragged) this.frame.setPointerCapture(event.pointerId)
    if (other !== undefined) return this.pinch(before, now, other)
    const { scale, x, y } = this.view
    this.look({ scale, x: x - (now.x - before.x) / scale, y: y - (now.y - before.y) / scale })
  }

  private pinch(before: { x: number; y: number }, now: { x: number; y: number }, other: { x: number; y: number }): void {
    const { left, top } = this.frame.getBoundingClientRect()
    const distance = (at: { x: number; y: number }): number => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y))
    this.zoom(distance(now) / distance(before), (now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top)
  }
}
