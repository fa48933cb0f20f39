import type { Tensor, TensorSummary } from 'paddock-hlo'
import { element, textElement } from '../../shared/dom.js'
import { shortNumber } from '../../shared/numbers.js'
import { usualHeight, type Room } from '../picture/layout.js'

/// Images shown, so that the next run updates them in place.
const shown = new WeakMap<Element, ImageView>()

/// Draws the last three dimensions as a colour image: bytes as they are, floats from 0 to 1, or
/// from the smallest to the largest number if they exceed that. `before` is the image of the last
/// run.
export async function renderImage(tensor: Tensor, summary: TensorSummary, room: Room, before: Element | null): Promise<HTMLElement> {
  const view = (before && shown.get(before)) ?? new ImageView(tensor, room)
  await view.update(tensor, summary)
  return view.dom
}

class ImageView {
  readonly dom = element('div', 'image-view')
  private readonly canvas = element('canvas', 'picture')
  private readonly note = element('p', 'note')
  private readonly bin: number
  private readonly side: number
  private slice = 0
  private low = 0
  private high = 1

  constructor(
    private tensor: Tensor,
    room: Room,
  ) {
    shown.set(this.dom, this)
    const { shape } = tensor
    const rows = shape.at(-3)!
    const columns = shape.at(-2)!
    this.bin = Math.max(1, Math.ceil(columns / room.width), Math.ceil(rows / (room.height ?? usualHeight)))
    this.side = Math.max(1, Math.floor(Math.min(room.width / columns, (room.height ?? usualHeight) / rows)))
    this.canvas.setAttribute('role', 'img')
    this.canvas.setAttribute('aria-label', `${rows} by ${columns} image`)
    const count = shape.slice(0, -3).reduce((product, size) => product * size, 1)
    if (count > 1) this.dom.append(slider(count, (slice) => this.slide(slice)))
    this.dom.append(this.canvas, this.note)
  }

  async update(tensor: Tensor, { min, max }: TensorSummary): Promise<void> {
    const isByte = tensor.elementType === 'ui8'
    const isUnit = (min ?? 0) >= 0 && (max ?? 1) <= 1
    this.tensor = tensor
    this.low = isByte || isUnit ? 0 : min!
    this.high = isByte ? 255 : isUnit ? 1 : max!
    const remark = isByte || isUnit ? '' : `Colours from ${shortNumber(this.low, 4)} to ${shortNumber(this.high, 4)}.`
    const cells = this.bin > 1 ? ` 1 pixel = ${this.bin * this.bin} cells, their mean.` : ''
    await this.draw()
    this.note.textContent = `${tensor.shape.at(-3)!} x ${tensor.shape.at(-2)!} image.${cells} ${remark}`
  }

  private slide(slice: number): void {
    this.slice = slice
    void this.draw()
  }

  private async draw(): Promise<void> {
    const { tensor, slice, bin, canvas, low, high } = this
    const window = await tensor.window({ slice, hasChannels: true, rowsPerBlock: bin, columnsPerBlock: bin, value: 'mean' })
    if (tensor !== this.tensor || slice !== this.slice) return
    canvas.width = window.columns
    canvas.height = window.rows
    canvas.style.width = `${window.columns * (bin > 1 ? 1 : this.side)}px`
    const context = canvas.getContext('2d')!
    const image = context.createImageData(window.columns, window.rows)
    const { channels, values } = window
    for (let i = 0; i < window.rows * window.columns; ++i) {
      for (let channel = 0; channel < 4; ++channel) {
        const value = channel < channels ? ((values[i * channels + channel]! - low) / (high - low)) * 255 : 255
        // The array rounds and clamps.
        image.data[4 * i + channel] = value
      }
    }
    context.putImageData(image, 0, 0)
  }
}

function slider(count: number, choose: (slice: number) => void): HTMLElement {
  const label = textElement('label', 'slider', 'image')
  const range = element('input', 'range')
  range.type = 'range'
  range.max = String(count - 1)
  range.value = '0'
  const said = textElement('output', 'position', `0 of ${count}`)
  range.addEventListener('input', () => {
    said.textContent = `${range.value} of ${count}`
    choose(Number(range.value))
  })
  label.append(range, said)
  return label
}
