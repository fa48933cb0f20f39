import { textElement } from './dom.js'

/// To the page that says what ran, how accurate functions are, and what leaves the page. It opens
/// beside this one: the program stays where it is.
export function trustLink(text: string): HTMLAnchorElement {
  const link = textElement('a', 'trust', text)
  link.href = './docs/trust.html'
  link.target = '_blank'
  link.rel = 'noopener'
  return link
}
