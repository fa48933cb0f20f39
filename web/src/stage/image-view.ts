import type { Tensor, TensorSummary } from 'paddock-hlo'
import { element, textElement } from '../dom.js'
import { shortNumber } from '../numbers.js'
import { usualHeight, type Room } from './layout.js'

/// The last three dimensions as a picture in colours: bytes as they are, floats from 0 to 1, or
/// from the smallest to the largest number where they go beyond.
export async function renderImage(tensor: Tensor, { min, max }: TensorSummary, room: Room): Promise<HTMLElement> {
  const { shape } = tensor
  const rows = shape.at(-3)!
  const columns = shape.at(-2)!
  const count = shape.slice(0, -3).reduce((product, size) => product * size, 1)
  const box = element('div', 'image-view')
  const canvas = element('canvas', 'picture')
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', `${rows} by ${columns} image`)
  const bin = Math.max(1, Math.ceil(columns / room.width), Math.ceil(rows / (room.height ?? usualHeight)))
  const side = Math.max(1, Math.floor(Math.min(room.width / columns, (room.height ?? usualHeight) / rows)))
  const isByte = tensor.elementType === 'ui8'
  const isUnit = (min ?? 0) >= 0 && (max ?? 1) <= 1
  const low = isByte || isUnit ? 0 : min!
  const high = isByte ? 255 : isUnit ? 1 : max!
  const draw = async (slice: number): Promise<void> => {
    const window = await tensor.window({ slice, hasChannels: true, rowsPerBlock: bin, columnsPerBlock: bin, value: 'mean' })
    canvas.width = window.columns
    canvas.height = window.rows
    canvas.style.width = `${window.columns * (bin > 1 ? 1 : side)}px`
    const context = canvas.getContext('2d')!
    const image = context.createImageData(window.columns, window.rows)
    const { channels, values } = window
    for (let i = 0; i < window.rows * window.columns; ++i) {
      for (let channel = 0; channel < 4; ++channel) {
        const value = channel < channels ? ((values[i * channels + channel]! - low) / (high - low)) * 255 : 255
        // Rounded and clamped by the array.
        image.data[4 * i + channel] = value
      }
    }
    context.putImageData(image, 0, 0)
  }
  await draw(0)
  if (count > 1) box.append(slider(count, (slice) => void draw(slice)))
  const remark = isByte || isUnit ? '' : `Colours from ${shortNumber(low, 4)} to ${shortNumber(high, 4)}.`
  box.append(canvas, textElement('p', 'note', `${rows} x ${columns} image.${bin > 1 ? ` 1 pixel = ${bin * bin} cells, their mean.` : ''} ${remark}`))
  return box
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
