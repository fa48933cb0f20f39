import { originOf, placeOf } from '../codemirror/given-names.js'
import { copyText } from '../copy-text.js'
import { button, element, textElement } from '../dom.js'

/// Shows the given name of an operation and its source line, with a copy button.
export function showOrigin(shown: HTMLElement, location: string, text: string): void {
  const key = `${location}\n${text.length}`
  if (shown.dataset['of'] === key) return
  shown.dataset['of'] = key
  const origin = location === '' ? null : originOf(location, text)
  shown.hidden = origin === null
  shown.replaceChildren()
  if (origin === null) return
  if (origin.name !== null) shown.append(textElement('span', 'given-name', origin.name))
  const place = placeOf(origin)
  if (place === null) return
  const whole = `${origin.file}:${origin.line}`
  const said = element('span', 'said')
  said.setAttribute('role', 'status')
  const copy = button('place', place, () => void copyText(whole, said, 'Copied.'))
  copy.title = `Copy ${whole}`
  shown.append(copy, said)
}
