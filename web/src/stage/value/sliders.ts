import type { Tensor } from 'paddock-hlo'
import { element, textElement } from '../../shared/dom.js'
import type { Picture } from '../picture/picture.js'

/// A slider for each leading dimension that the picture does not show.
export function slidersOf({ shape }: Tensor, picture: Picture): HTMLElement[] {
  return picture.slid.flatMap((_, i) => {
    const dimension = picture.plane.layout.dimensions[i]!
    const size = shape[dimension]!
    if (size < 2) return []
    const label = textElement('label', `slider d${dimension % 6}`, `dimension ${dimension}`)
    const range = element('input', 'range')
    range.type = 'range'
    range.max = String(size - 1)
    range.value = '0'
    const said = textElement('output', 'position', `0 of ${size}`)
    range.addEventListener('input', () => {
      said.textContent = `${range.value} of ${size}`
      void picture.slide(i, Number(range.value))
    })
    label.append(range, said)
    return [label]
  })
}
