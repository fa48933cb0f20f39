import { textElement } from '../shared/dom.js'

/// Less prominent than the rest of the status.
export function fingerprint(hash: string): HTMLElement {
  const said = textElement('span', 'aside', ` Fingerprint of the results: ${hash}.`)
  said.title = 'Runs with equal fingerprints gave the same bits.'
  return said
}
