import type { Tensor } from 'paddock-hlo'
import { isDarkAround } from '../../shared/colour-scheme.js'
import { button, element, textElement } from '../../shared/dom.js'
import { groupedNumber } from '../../shared/numbers.js'
import type { Brush } from '../../paint/brush.js'
import type { PaintRow } from '../../paint/paint-row.js'
import { axesOf } from '../picture/axes.js'
import { scaleOf, truthScale, type Scale } from '../picture/colour-scale.js'
import { givePicture, reportCell } from '../picture/cell-event.js'
import type { Room } from '../picture/layout.js'
import { renderLegend } from '../picture/legend.js'
import { Picture } from '../picture/picture.js'
import { wholeRange } from '../picture/robust-range.js'
import type { Cell } from '../picture/plane.js'
import { markedText, wholeText } from './readout.js'
import type { Shown } from '../picture/shown.js'
import { slidersOf } from './sliders.js'
import { typeText } from './type-text.js'
import { views, type View } from './views.js'

/// Options for drawing a value among others.
interface Together {
  /// Scale shared with the values beside it. Default: its own.
  scale?: Scale
  /// Whether elements stay folded even if there are few.
  isBeside?: boolean
  /// A brush that paints cells, or the reason why they cannot be painted.
  brush?: Brush | string | null
  /// Whether something answers where its cells came from.
  isAsked?: boolean
}

const nameOf = (view: View | null): string => view?.name ?? 'Picture'

/// Number of elements up to which they are printed below the picture.
const mostWritten = 64

/// One value: its type, a picture with a legend, other views, and its elements as text. The next
/// run updates it in place, which keeps zoom, open sections and the pointer's position.
export class ValueView {
  readonly dom: HTMLElement
  private readonly heading = element('h2', 'result-title')
  private readonly body = element('div', 'body')
  private readonly legend = element('div', 'legend-place')
  private readonly readout = element('p', 'readout')
  private readonly foot = element('div', 'value-foot')
  private paint: PaintRow | null = null
  private picture: Picture | null = null
  private shown: Shown | null = null
  private together: Together = {}
  /// Null: its picture.
  private view: View | null = null
  private text: HTMLElement | null = null
  private shapeKey = ''
  private isWhole = false
  private remarked = ''
  private isUnlinked = false
  private readonly unpaintable = element('p', 'unpaintable')

  /// A part of something else has no heading of its own.
  constructor(
    private readonly room: Room,
    private readonly isPart = false,
  ) {
    this.dom = element(isPart ? 'div' : 'section', 'result')
    this.heading.hidden = isPart
    this.dom.append(this.heading, this.body, this.legend, this.readout, this.unpaintable, this.foot)
  }

  /// Changes by the pointer, a slider or a choice of view are kept if the shape is the same.
  async update(shown: Shown, together: Together = {}): Promise<void> {
    this.together = together
    const { tensor, title } = shown
    this.shown = shown
    const key = tensor.type
    if (key !== this.shapeKey) this.begin(key, shown)
    if (this.heading.firstChild!.nodeValue !== title) this.heading.firstChild!.nodeValue = title
    if (this.isPart) this.dom.dataset.title = title
    else this.dom.setAttribute('aria-label', title)
    this.showBrush(shown)
    await Promise.all([this.showBody(), this.showText(shown)])
  }

  get brush(): Together['brush'] {
    return this.together.brush
  }
  /// Only for a value that is still shown.
  giveBrush(shown: Shown, brush: Together['brush']): void {
    if (shown !== this.shown) return
    this.together = { ...this.together, brush }
    this.showBrush(shown)
  }

  private showBrush(shown: Shown): void {
    const { brush } = this.together
    this.unpaintable.textContent = typeof brush === 'string' ? brush : ''
    const painted = typeof brush === 'object' && shown.tensor.shape.length > 0 ? brush : null
    if (painted === null || this.paint !== null) this.paint?.show(painted, shown)
    else void this.addPaintRow()
  }

  private async addPaintRow(): Promise<void> {
    const { PaintRow } = await import('../../paint/paint-row.js')
    if (this.paint === null) {
      this.paint = new PaintRow(this.dom)
      this.unpaintable.before(this.paint.dom)
    }
    this.showBrush(this.shown!)
  }

  private begin(key: string, { tensor, title }: Shown): void {
    this.shapeKey = key
    this.heading.replaceChildren(title, typeText(tensor.type, title, this.room.width))
    this.picture = null
    this.view = null
    this.body.replaceChildren()
    this.legend.replaceChildren()
    this.foot.replaceChildren(...this.footParts(tensor))
  }

  private get isDark(): boolean {
    return isDarkAround(this.room.ground ?? this.dom)
  }

  /// Redraws for a changed background.
  repaint(): void {
    if (this.shown === null || this.picture === null) return
    this.picture.rescale(this.scale)
    this.showLegend()
  }

  private get scale(): Scale {
    const { summary, range, tensor } = this.shown!
    if (tensor.elementType === 'i1') return truthScale(this.isDark)
    if (this.together.scale !== undefined && !this.isWhole && !this.isUnlinked) return this.together.scale
    return scaleOf(this.isWhole ? wholeRange(summary) : range, this.isDark)
  }

  private async showBody(): Promise<void> {
    const { tensor, summary } = this.shown!
    if (tensor.byteSize === 0) {
      const empty = textElement('p', 'empty', `${tensor.shape.join(' x ')}: no elements`)
      return this.body.replaceChildren(empty)
    }
    if (tensor.shape.length === 0) return this.body.replaceChildren(await renderScalar(tensor), ...this.scalarTools())
    if (this.view !== null) return this.showOther(this.view)
    const picture = this.picture ?? this.createPicture(tensor)
    const { scale } = this
    picture.isPadding = this.shown!.isPadding
    await picture.show(tensor, scale)
    if (summary !== this.shown?.summary) return
    picture.canvas.setAttribute('aria-label', `${tensor.shape.join(' by ')} elements from ${summary.min ?? NaN} to ${summary.max ?? NaN}`)
    this.showLegend()
  }

  /// A scalar has no picture with cells.
  private scalarTools(): HTMLElement[] {
    if (this.together.isAsked !== true) return []
    return [false, true].map((isForward) => button('copy ask', isForward ? 'What depends on it?' : 'Where from?', () => reportCell(this.dom, [], { isForward })))
  }

  private showLegend(): void {
    const { summary, range } = this.shown!
    const whole = wholeRange(summary)
    const isClippable = range.minimum !== whole.minimum || range.maximum !== whole.maximum
    const toggle = (): void => {
      this.isWhole = !this.isWhole
      this.picture?.rescale(this.scale)
      this.showLegend()
    }
    const clip = isClippable ? { isClipped: !this.isWhole, toggle } : null
    const remarks = this.remarks()
    this.remarked = remarks.join()
    this.legend.replaceChildren(renderLegend({ scale: this.scale, summary, count: countOf(this.shown!.tensor), remarks, clip, link: this.link(), onBad: this.together.isAsked === true ? (which) => reportCell(this.dom, which) : null }))
  }

  /// Shares the scale of the values beside it until the user separates it; null if its own is the same.
  private link(): { isLinked: boolean; toggle(): void } | null {
    const { range, tensor } = this.shown!
    const shared = this.together.scale
    const isOwn = shared === undefined || (shared.minimum === range.minimum && shared.maximum === range.maximum)
    if (isOwn || tensor.elementType === 'i1' || this.isWhole) return null
    const toggle = (): void => {
      this.isUnlinked = !this.isUnlinked
      this.picture?.rescale(this.scale)
      this.showLegend()
    }
    return { isLinked: !this.isUnlinked, toggle }
  }

  private remarks(): string[] {
    const { picture } = this
    if (picture === null) return []
    const { tensor } = this.shown!
    const parts: string[] = tensor.elementType.startsWith('complex') ? ['magnitude'] : []
    if (tensor.type.includes('!quant.')) parts.push('stored integers')
    const cells = picture.bin
    if (picture.marksPadding) parts.push('dotted: padding')
    if (cells > 1) parts.push(`1 pixel = ${groupedNumber(cells * cells)} cells, the largest shown`)
    return parts
  }

  private createPicture(tensor: Tensor): Picture {
    const picture = new Picture(tensor.shape, this.room)
    this.picture = picture
    givePicture(this.dom, picture)
    const frame = element('div', 'frame')
    frame.tabIndex = 0
    frame.setAttribute('role', 'group')
    frame.setAttribute('aria-label', 'Picture: plus and minus zoom, arrows move, 0 shows all')
    frame.append(picture.canvas)
    const events = {
      onCell: (cell: Cell | null) => {
        this.read(cell)
        reportCell(this.dom, cell && picture.indicesOf(cell))
      },
      onView: () => this.viewChanged(),
      cells: () => this.paint?.actions(picture, () => this.shown!) ?? null,
    }
    void import('../picture/gestures.js').then(({ addGestures }) => addGestures(picture, frame, events))
    this.body.replaceChildren(
      ...slidersOf(tensor, picture),
      frame,
      ...axesOf(picture.plane.layout),
    )
    return picture
  }

  private viewChanged(): void {
    this.body.toggleAttribute('data-zoomed', !this.picture!.plane.isWhole(this.picture!.view))
    // The rest of the legend is the same in every view.
    if (this.remarks().join() !== this.remarked) this.showLegend()
  }

  /// Formats `[2, 5] = −1.25`.
  private read(cell: Cell | null): void {
    if (cell === null || this.shown === null || this.picture === null) {
      this.readout.textContent = ''
      return
    }
    const indices = this.picture.indicesOf(cell)
    const number = this.picture.numberAt(cell)
    this.readout.textContent = `[${indices.join(', ')}]${number === null ? '' : ` = ${wholeText(number, this.shown.tensor, indices)}`}${this.shown.isPadding?.(indices) === true ? ', padding' : ''}`
  }

  private async showOther(view: View): Promise<void> {
    this.legend.replaceChildren()
    const drawn = await view.render(this.shown!, this.room, this.body)
    if (this.body.firstChild !== drawn && this.view === view) this.body.replaceChildren(drawn)
  }

  private choose(view: View | null): void {
    this.view = view
    this.picture = null
    this.body.replaceChildren()
    void this.showBody()
    for (const other of this.foot.querySelectorAll<HTMLElement>('.mode')) other.setAttribute('aria-pressed', String(other.textContent === nameOf(view)))
  }

  /// Buttons for other views, and for copying or saving the tensor.
  private footParts(tensor: Tensor): HTMLElement[] {
    const row = element('p', 'copies')
    const offered = tensor.shape.length === 0 || tensor.byteSize === 0 ? [] : [null, ...views.filter(({ isOf }) => isOf?.(tensor) !== false)]
    for (const view of offered) {
      const choice = button('copy mode', nameOf(view), () => this.choose(view))
      choice.setAttribute('aria-pressed', String(view === this.view))
      row.append(choice)
    }
    const said = textElement('span', 'said', '')
    said.setAttribute('role', 'status')
    const offer = (label: string): HTMLElement => button('copy', label, () => void this.copy(label, said))
    if (countOf(tensor) <= mostCopied) {
      const copies = element('span', 'copy-group')
      copies.append(textElement('span', 'copy-word', 'Copy'), offer('dense'), offer('numpy'), offer('CSV'))
      row.append(copies)
    }
    row.append(offer('Save .npy'))
    row.append(said)
    this.text = element('pre', 'result-text')
    this.text.tabIndex = 0
    if (this.isWritten(tensor)) return [row, this.text]
    const details = element('details', 'elements')
    const isBeside = this.together.isBeside === true
    // For values beside each other the picture is enough; all else is folded.
    details.append(textElement('summary', '', isBeside ? 'Details' : 'All numbers'), ...(isBeside ? [row] : []), this.text)
    details.addEventListener('toggle', () => void this.showText(this.shown!))
    return isBeside ? [details] : [row, details]
  }

  private async copy(label: string, said: HTMLElement): Promise<void> {
    const { copyAs } = await import('../../shared/copy-value.js')
    const { tensor, title } = this.shown!
    try {
      await copyAs(tensor, label, title, said)
    } catch (error) {
      said.textContent = `It could not be copied: ${(error as Error).message}.`
    }
  }

  private isWritten(tensor: Tensor): boolean {
    return this.together.isBeside !== true && countOf(tensor) <= mostWritten
  }

  /// Folded elements are read when they are opened.
  private async showText({ tensor }: Shown): Promise<void> {
    const { text } = this
    const isOpen = text !== null && (this.isWritten(tensor) || (text.parentElement as HTMLDetailsElement).open)
    if (!isOpen) return
    const elements = await tensor.text()
    if (this.shown?.tensor === tensor) text.textContent = elements
  }
}

function countOf({ shape }: Tensor): number {
  return shape.reduce((product, size) => product * size, 1)
}

/// At most six digits, and all of them on hover.
async function renderScalar(tensor: Tensor): Promise<HTMLElement> {
  const { values, marks } = await tensor.window()
  const number = { value: values[0]!, mark: marks[0]! }
  const isTruth = tensor.elementType === 'i1'
  const line = textElement('p', 'scalar', isTruth ? wholeText(number, tensor, []) : markedText(number))
  line.title = (await tensor.text()).replace(/^dense<(.*)> : .*$/s, '$1')
  if (tensor.elementType.startsWith('complex')) line.textContent = line.title
  return line
}

/// Number of elements above which a tensor is saved as a file rather than copied as text.
const mostCopied = 200_000
