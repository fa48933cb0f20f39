import { button, element, textElement } from '../shared/dom.js'
import type { CellActions } from '../stage/picture/gestures.js'
import type { Picture } from '../stage/picture/picture.js'
import type { Cell } from '../stage/picture/plane.js'
import type { Shown } from '../stage/picture/shown.js'
import { usualText, type Brush } from './brush.js'
import type { Stroke } from './stroke-history.js'

/// Tools of a value that can be painted. Cells change only while its button is pressed, so that a click that asks about a
/// cell never changes it.
export class PaintRow {
  readonly dom = element('div', 'paint')
  private readonly toggle = button('copy', 'Paint cells', () => this.turn(!this.isOn))
  private readonly field = element('input', 'paint-number')
  private readonly words = textElement('span', '', 'A click or a stroke changes cells.')
  private readonly back = button('copy', 'Undo', () => this.undo())
  private brush: Brush | null = null
  private isOn = false
  /// The last one of this value.
  private stroke: Stroke | null = null

  /// `section`: of the value.
  constructor(private readonly section: HTMLElement) {
    this.field.setAttribute('aria-label', 'Number to paint')
    this.words.setAttribute('role', 'status')
    this.back.title = 'Takes the last stroke back (Control-Z)'
    this.dom.append(this.toggle, this.field, this.words, this.back)
    this.turn(false)
  }

  /// Null: the value cannot be painted.
  show(brush: Brush | null, shown: Shown): void {
    this.brush = brush
    this.dom.hidden = brush === null
    if (brush === null) return this.turn(false)
    const isPair = shown.tensor.elementType.startsWith('complex')
    this.field.type = isPair || shown.tensor.elementType === 'i1' ? 'text' : 'number'
    this.field.step = 'any'
    this.field.placeholder = usualText(shown)
    this.field.title = isPair ? 'Real and imaginary part, such as 1, -2.5' : ''
    this.offerUndo()
  }

  /// Null while the button is not pressed.
  actions(picture: Picture, shown: () => Shown): CellActions | null {
    const { brush } = this
    if (brush === null || !this.isOn) return null
    const indexOf = (cell: Cell): number => {
      const { shape } = shown().tensor
      return picture.indicesOf(cell).reduce((index, at, i) => index * shape[i]! + at, 0)
    }
    return {
      begin: (cell) => brush.begin(indexOf(cell), picture.numberAt(cell)?.value ?? NaN, this.field.value, shown()),
      over: (cell) => brush.over(indexOf(cell)),
      end: () => void this.end(brush),
    }
  }

  private turn(isOn: boolean): void {
    this.isOn = isOn
    this.toggle.setAttribute('aria-pressed', String(isOn))
    this.section.toggleAttribute('data-painting', isOn)
    this.field.hidden = this.words.hidden = !isOn
    this.offerUndo()
  }

  private async end(brush: Brush): Promise<void> {
    this.stroke = await brush.end()
    this.offerUndo()
  }

  private undo(): void {
    this.brush?.history.undo(this.stroke)
    this.offerUndo()
    this.toggle.focus()
  }

  private offerUndo(): void {
    this.back.hidden = this.brush?.history.isLast(this.stroke) !== true
  }
}
