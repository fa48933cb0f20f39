import { copyText } from '../shared/copy-text.js'
import { button, element, textElement } from '../shared/dom.js'
import { placeOf, type Origin } from './given-names.js'

/// Renders the given name of a value and the line of its source, with a copy button.
export function originParts(origin: Origin, classes: { name: string; place: string; said: string }): HTMLElement[] {
  const parts = origin.name === null ? [] : [textElement('span', classes.name, origin.name)]
  const place = placeOf(origin)
  if (place === null) return parts
  const whole = `${origin.file}:${origin.line}`
  const said = element('span', classes.said)
  said.setAttribute('role', 'status')
  const copy = button(classes.place, place, () => void copyText(whole, said, 'Copied.'))
  copy.title = `Copy ${whole}`
  return [...parts, copy, said]
}
