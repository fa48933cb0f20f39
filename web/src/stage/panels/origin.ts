import { originOf } from '../../codemirror/given-names.js'
import { originParts } from '../../codemirror/origin-parts.js'

/// Shows the given name of an operation and its source line. An unchanged one keeps its elements, and the focus in them.
export function showOrigin(shown: HTMLElement, location: string, text: string): void {
  const origin = location === '' ? null : originOf(location, text)
  const key = JSON.stringify(origin)
  if (shown.dataset['of'] === key) return
  shown.dataset['of'] = key
  shown.hidden = origin === null
  shown.replaceChildren(...(origin === null ? [] : originParts(origin, { name: 'given-name', place: 'place', said: 'said' })))
}
