import { element } from './dom.js'

/// A range of sizes, in pixels.
export interface Extent {
  now: number
  least: number
  most: number
}

interface SeparatorEvents {
  /// Axis of the drag that changes the size, and whether the size grows or shrinks along it.
  direction(): { axis: 'x' | 'y'; sign: 1 | -1 }
  extent(): Extent
  resize(size: number): void
  /// Called once after a drag or a key.
  keep(): void
  /// Restores the default size.
  reset(): void
}

const keyStep = 16

/// A window splitter. It can be dragged, moved by arrow keys, Home and End, and reset by Enter or a double click.
export class Separator {
  readonly dom: HTMLElement
  private held: { pointer: number; start: number; size: number } | null = null

  constructor(
    className: string,
    label: string,
    private readonly events: SeparatorEvents,
  ) {
    this.dom = element('div', className)
    this.dom.tabIndex = 0
    this.dom.setAttribute('role', 'separator')
    this.dom.setAttribute('aria-label', label)
    this.dom.title = 'Drag, or arrow keys; Enter: usual size'
    this.dom.addEventListener('pointerdown', (event) => this.begin(event))
    this.dom.addEventListener('pointermove', (event) => this.move(event))
    this.dom.addEventListener('pointerup', (event) => this.end(event))
    this.dom.addEventListener('pointercancel', (event) => this.end(event))
    this.dom.addEventListener('keydown', (event) => this.takeKey(event))
    this.dom.addEventListener('dblclick', () => this.reset())
    this.dom.addEventListener('focus', () => this.describe())
  }

  /// Reports the size to assistive technology.
  describe({ now, least, most } = this.events.extent()): void {
    const isAcross = this.events.direction().axis === 'x'
    this.dom.setAttribute('aria-orientation', isAcross ? 'vertical' : 'horizontal')
    for (const [name, value] of Object.entries({ now, min: least, max: most })) this.dom.setAttribute(`aria-value${name}`, String(Math.round(value)))
  }

  private along({ clientX, clientY }: PointerEvent): number {
    const { axis, sign } = this.events.direction()
    return sign * (axis === 'x' ? clientX : clientY)
  }

  private begin(event: PointerEvent): void {
    if (event.button !== 0) return
    event.preventDefault()
    this.dom.focus({ preventScroll: true })
    this.dom.setPointerCapture(event.pointerId)
    this.held = { pointer: event.pointerId, start: this.along(event), size: this.events.extent().now }
  }

  private move(event: PointerEvent): void {
    if (this.held?.pointer === event.pointerId) this.resize(this.held.size + this.along(event) - this.held.start)
  }

  private end(event: PointerEvent): void {
    if (this.held?.pointer !== event.pointerId) return
    const isMoved = this.along(event) !== this.held.start
    this.held = null
    if (isMoved) this.events.keep()
  }

  private takeKey(event: KeyboardEvent): void {
    const size = this.sizeByKey(event.key)
    if (size === null && event.key !== 'Enter') return
    event.preventDefault()
    if (size === null) return this.reset()
    this.resize(size)
    this.events.keep()
  }

  private sizeByKey(key: string): number | null {
    const { axis, sign } = this.events.direction()
    const { now, least, most } = this.events.extent()
    const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    if (key === less) return now - sign * keyStep
    if (key === more) return now + sign * keyStep
    if (key === 'Home') return least
    return key === 'End' ? most : null
  }

  private reset(): void {
    this.events.reset()
    this.events.keep()
    this.describe()
  }

  private resize(size: number): void {
    const { least, most } = this.events.extent()
    this.events.resize(Math.min(Math.max(size, least), most))
    this.describe()
  }
}
