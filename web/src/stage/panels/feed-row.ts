import { element, textElement } from '../../shared/dom.js'
import type { Feed } from '../../inputs/feeds.js'
import type { InputChoices } from '../../inputs/inputs.js'

/// A row for a feed of the program, with the entries it reads, one a line.
export class FeedRow {
  readonly dom = element('section', 'input feed')
  private readonly field = element('textarea', 'typed')

  constructor(
    private readonly feed: Feed,
    private readonly choices: InputChoices,
    choose: (entries: string) => void,
  ) {
    const { field } = this
    const { channel, name } = feed
    const given = choices.feed(channel)
    this.dom.setAttribute('aria-label', name)
    field.rows = Math.min(Math.max(given.split('\n').length, 2), 8)
    field.spellcheck = false
    field.placeholder = '[1.0, 2.0]'
    field.setAttribute('aria-label', channel === 0 ? 'Entries of the infeed' : `Entries for channel ${channel}`)
    field.addEventListener('change', () => choose(field.value))
    const words = `One entry a line, in the order in which it is read: [1, 2]; ([1, 2], [3]) where an operation has several results; @(1, 0)=[1, 2] for one process.`
    this.dom.append(textElement('h2', 'result-title', name), textElement('p', 'note', words), field)
    this.show()
  }

  /// Shows the chosen entries, unless the user is typing.
  show(): void {
    if (!this.field.matches(':focus')) this.field.value = this.choices.feed(this.feed.channel)
  }
}
