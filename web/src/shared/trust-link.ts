import { textElement } from './dom.js'

/// Links to the page about what runs, how accurate functions are, and what leaves the page. It
/// opens in a new tab, so that the program stays open.
export function trustLink(text: string): HTMLAnchorElement {
  const link = textElement('a', 'trust', text)
  link.href = './docs/trust.html'
  link.target = '_blank'
  link.rel = 'noopener'
  return link
}
