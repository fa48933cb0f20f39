import type { Tensor } from 'paddock-hlo'
import { element, textElement } from '../../shared/dom.js'

/// Number of codes that are shown; a page holds no more.
const mostCodes = 20_000

/// Shows codes as UTF-8 text, one line for each row. Zeros at the end of a row are padding and are
/// omitted; an invalid code is shown as \uFFFD.
export async function renderLetters(tensor: Tensor): Promise<HTMLElement> {
  const [columns, all] = [tensor.shape.at(-1)!, tensor.shape.at(-2) ?? 1]
  const shown = Math.min(columns, mostCodes)
  const rows = Math.min(all, Math.floor(mostCodes / shown))
  const { values } = await tensor.window({ rows, columns: shown })
  const lines = Array.from({ length: rows }, (_, row) => lineOf(values.subarray(row * shown, (row + 1) * shown)))
  const figure = element('figure', 'letters')
  const text = textElement('pre', 'result-text', lines.join('\n'))
  text.tabIndex = 0
  text.setAttribute('aria-label', 'The codes as text')
  figure.append(text)
  if (rows * shown < all * columns) figure.append(textElement('p', 'note', `The first ${rows * shown} of ${all * columns} codes.`))
  return figure
}

function lineOf(codes: Float64Array): string {
  return new TextDecoder().decode(Uint8Array.from(codes)).replace(/\0+$/, '')
}
