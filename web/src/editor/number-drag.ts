import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { Stroke } from './stroke.js'

/// Numbers, but not the digits of hexadecimal ones.
const numberPattern = /(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/g

interface Found {
  from: number
  to: number
  text: string
}

/// Returns the numbers within `dense<...>` on the visible lines.
function* numbersInSight(view: EditorView): Generator<Found> {
  for (const { from, to } of view.visibleRanges) {
    const start = literalStart(view, from)
    const text = view.state.sliceDoc(start, to)
    for (const literal of text.matchAll(/dense<([^">]*)>?/g)) {
      const offset = start + literal.index + 'dense<'.length
      for (const number of literal[1]!.matchAll(numberPattern)) {
        const at = offset + number.index
        if (at >= from) yield { from: at, to: at + number[0].length, text: number[0] }
      }
    }
  }
}

/// A literal may begin above the visible lines.
function literalStart(view: EditorView, from: number): number {
  const before = view.state.sliceDoc(Math.max(0, from - 4000), from)
  const open = before.lastIndexOf('dense<')
  return open >= 0 && !before.slice(open).includes('>') ? from - before.length + open : from
}

/// Returns a number dragged by this many pixels, one step every 4 pixels. A step is one in the last
/// digit, or in the third significant digit of longer decimals.
function draggedNumber(text: string, pixels: number): string {
  const steps = Math.trunc(pixels / 4)
  const [, mantissa, exponent] = /^(-?[\d.]+)([eE].*)?$/.exec(text)!
  const digits = mantissa!.split('.')[1]?.length ?? 0
  const value = Number(mantissa)
  if (exponent !== undefined) return scientific(steppedScientific(value, digits, Number(exponent.slice(1)), steps), digits, exponent)
  const order = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)))
  const moved = (value + steps * 10 ** -Math.min(digits, Math.max(1, 2 - order))).toFixed(digits)
  return Number(moved) === 0 ? moved.replace('-', '') : moved
}

/// Exporters fill mantissas with zeros, so a step is 0.1 or 0.01 of the mantissa. Beyond each power of
/// ten, steps are ten times as large.
function steppedScientific(mantissa: number, digits: number, exponent: number, steps: number): number {
  const place = Math.min(digits, Number.isInteger(Number((mantissa * 10).toFixed(6))) ? 1 : 2)
  const start = Math.round(mantissa * 10 ** place)
  const moved = start + steps
  let size = Math.abs(moved)
  let power = 10 ** (place + 1)
  while (power < Math.abs(start)) power *= 10
  for (; size > power; power *= 10) size = power + (size - power) * 10
  return Number(`${Math.sign(moved) * size}e${exponent - place}`)
}

/// Formats a value with as many digits as the given text has in its mantissa and exponent.
function scientific(value: number, digits: number, exponent: string): string {
  const [mantissa, power] = value.toExponential(digits).split('e')
  const [, letter, sign, places] = /^([eE])([+-]?)(\d+)$/.exec(exponent)!
  const written = power!.slice(1).padStart(places!.length, '0')
  return `${mantissa!}${letter!}${power!.startsWith('-') ? '-' : sign === '' ? '' : '+'}${written}`
}

interface Dragged extends Found {
  startX: number
  pointer: number
  stroke: Stroke
  /// Offset under the pointer when it was pressed.
  position: number
  isMoved: boolean
}

const draggable = Decoration.mark({ class: 'cm-draggableNumber' })

class NumberDrag {
  decorations: DecorationSet
  private dragged: Dragged | null = null

  constructor(private readonly view: EditorView) {
    this.decorations = this.find()
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged) this.decorations = this.find()
  }

  private find(): DecorationSet {
    return Decoration.set([...numbersInSight(this.view)].map(({ from, to }) => draggable.range(from, to)))
  }

  /// Only a horizontal drag changes the number. It selects nothing, so the stage keeps its view. A
  /// click moves the cursor as usual.
  begin(event: PointerEvent): void {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest('.cm-draggableNumber') === null) return
    const position = this.view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
    const found = [...numbersInSight(this.view)].find(({ from, to }) => from <= position && position <= to)
    if (found === undefined) return
    this.dragged = { ...found, startX: event.clientX, pointer: event.pointerId, stroke: new Stroke(this.view, 'input.drag'), position, isMoved: false }
    this.view.contentDOM.setPointerCapture(event.pointerId)
  }

  move(event: PointerEvent): void {
    const { dragged } = this
    if (dragged === null || event.pointerId !== dragged.pointer) return
    const pixels = event.clientX - dragged.startX
    if (Math.abs(pixels) < 4 && !dragged.isMoved) return
    dragged.isMoved = true
    const insert = draggedNumber(dragged.text, pixels)
    if (insert === this.view.state.sliceDoc(dragged.from, dragged.to)) return
    dragged.stroke.change({ from: dragged.from, to: dragged.to, insert })
    dragged.to = dragged.from + insert.length
  }

  /// Returns whether a press on a number is handled here: until it ends it may be a click, and the
  /// second of a double click selects the number. Other presses select text, which the end of a drag
  /// would undo.
  press({ detail, shiftKey }: MouseEvent): boolean {
    const { dragged, view } = this
    if (dragged === null || (detail < 2 && !shiftKey)) return dragged !== null
    this.cancel()
    if (detail !== 2 || shiftKey) return false
    view.focus()
    view.dispatch({ selection: { anchor: dragged.from, head: dragged.to }, userEvent: 'select.pointer' })
    return true
  }

  /// The gesture became a scroll: the number keeps its value.
  cancel(): void {
    this.dragged?.stroke.end()
    this.dragged = null
  }

  end(): void {
    const { dragged, view } = this
    if (dragged === null) return
    this.cancel()
    // Focuses the text, so that undo reaches the change.
    view.focus()
    if (!dragged.isMoved) view.dispatch({ selection: { anchor: dragged.position }, userEvent: 'select.pointer' })
  }
}

const plugin = ViewPlugin.fromClass(NumberDrag, {
  decorations: (drag) => drag.decorations,
  eventObservers: {
    pointerdown(event) {
      this.begin(event)
    },
    pointermove(event) {
      this.move(event)
    },
    pointerup() {
      this.end()
    },
    pointercancel() {
      this.cancel()
    },
    lostpointercapture() {
      this.cancel()
    },
  },
  eventHandlers: {
    mousedown(event) {
      if (!this.press(event)) return false
      event.preventDefault()
      return true
    },
  },
})

const look = EditorView.baseTheme({
  '.cm-draggableNumber': { cursor: 'ew-resize', borderBottom: '1px dotted var(--muted)' },
})

/// Lets numbers in constants be dragged sideways; the program runs again at each step.
export const numberDrag: Extension = [plugin, look]
