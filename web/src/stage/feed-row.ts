import { element, textElement } from '../dom.js'
import type { Feed } from '../feeds.js'

/// A row for a feed of the program, with the entries it reads, one a line.
export class FeedRow {
  readonly dom = element('section', 'input feed')
  private readonly field = element('textarea', 'typed')

  constructor({ channel, name }: Feed, given: string, choose: (entries: string) => void) {
    const { field } = this
    this.dom.setAttribute('aria-label', name)
    field.rows = Math.min(Math.max(given.split('\n').length, 2), 8)
    field.value = given
    field.spellcheck = false
    field.placeholder = '[1.0, 2.0]'
    field.setAttribute('aria-label', channel === 0 ? 'Entries of the infeed' : `Entries for channel ${channel}`)
    field.addEventListener('change', () => choose(field.value))
    const words = `One entry a line, in the order in which it is read: [1, 2]; ([1, 2], [3]) where an operation has several results; @(1, 0)=[1, 2] for one process.`
    this.dom.append(textElement('h2', 'result-title', name), textElement('p', 'note', words), field)
  }
}
