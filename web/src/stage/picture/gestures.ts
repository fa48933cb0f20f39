import type { Picture } from './picture.js'
import type { Cell } from './plane.js'

/// Actions on cells; a picture without them is read-only.
export interface CellActions {
  begin(cell: Cell): void
  over(cell: Cell): void
  end(): void
}

interface GestureEvents {
  /// The pointer is over a cell, or over none.
  onCell(cell: Cell | null): void
  /// The view has changed.
  onView(): void
  /// Null if cells cannot be painted.
  cells(): CellActions | null
}

const keySteps: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-40, 0], ArrowRight: [40, 0], ArrowUp: [0, -40], ArrowDown: [0, 40] }

/// The wheel with Control (and pinching) zooms. In a zoomed picture the wheel and dragging move the
/// view. If cells can be painted, one finger or the mouse paints.
export function addGestures(picture: Picture, frame: HTMLElement, events: GestureEvents): void {
  const { canvas } = picture
  const pointers = new Map<number, { x: number; y: number }>()
  let painting: CellActions | null = null
  const endPainting = (): void => {
    painting?.end()
    painting = null
  }
  const look = (view: Picture['view']): void => {
    picture.look(view)
    events.onView()
  }
  const zoom = (factor: number, clientX: number, clientY: number): void => {
    const { left, top } = canvas.getBoundingClientRect()
    look(picture.plane.zoomed(picture.view, factor, clientX - left, clientY - top))
  }

  canvas.addEventListener(
    'wheel',
    (event) => {
      const isZoom = event.ctrlKey || event.metaKey
      if (!isZoom && picture.plane.isWhole(picture.view)) return
      event.preventDefault()
      if (isZoom) zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY)
      else look(picture.plane.moved(picture.view, event.deltaX, event.deltaY))
    },
    { passive: false },
  )
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    canvas.setPointerCapture(event.pointerId)
    const cell = picture.cellUnder(event.clientX, event.clientY)
    if (pointers.size > 1) endPainting()
    else if (cell !== null && !event.shiftKey) {
      painting = events.cells()
      painting?.begin(cell)
    }
  })
  canvas.addEventListener('pointermove', (event) => {
    const cell = picture.cellUnder(event.clientX, event.clientY)
    events.onCell(cell)
    const before = pointers.get(event.pointerId)
    if (before === undefined) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, now)
    if (painting !== null) {
      if (cell !== null) painting.over(cell)
    } else if (other !== undefined) {
      const distance = (at: { x: number; y: number }): number => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y))
      zoom(distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2)
    } else if (!picture.plane.isWhole(picture.view)) {
      look(picture.plane.moved(picture.view, before.x - now.x, before.y - now.y))
    }
  })
  const lift = (event: PointerEvent): void => {
    pointers.delete(event.pointerId)
    endPainting()
  }
  canvas.addEventListener('pointerup', lift)
  canvas.addEventListener('pointercancel', lift)
  canvas.addEventListener('pointerleave', () => events.onCell(null))
  frame.addEventListener('keydown', (event) => {
    const step = keySteps[event.key]
    const middle = { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 }
    if (event.key === '+' || event.key === '=') look(picture.plane.zoomed(picture.view, 1.5, middle.x, middle.y))
    else if (event.key === '-') look(picture.plane.zoomed(picture.view, 1 / 1.5, middle.x, middle.y))
    else if (event.key === '0') look(picture.plane.whole)
    else if (step !== undefined && !picture.plane.isWhole(picture.view)) look(picture.plane.moved(picture.view, ...step))
    else return
    event.preventDefault()
  })
}
