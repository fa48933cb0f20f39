import groups from '../../../examples/examples.json'
import pictures from 'virtual:example-pictures'
import { isDarkAround } from '../shared/colour-scheme.js'
import { button, element, textElement } from '../shared/dom.js'
import { catalogue, type Example } from './catalogue.js'
import { gallery } from './gallery.js'
import { menuStyles } from './menu-styles.js'
import { renderRecipes } from './recipes.js'

/// Subject of each example in a few words, by its id.
const subjects = new Map(groups.flatMap(({ examples }) => examples.map(({ id, shows }) => [id, shows] as const)))

interface MenuState {
  /// Id of the open example.
  current: string
  /// Ids of edited examples.
  edited: ReadonlySet<string>
}

interface MenuActions {
  pick(id: string): void
  openFile(file: File): void
  /// Saves the program as a portable artifact.
  save(): void
}

/// Menu of all examples, each with a picture of its result, above the page. Arrow keys move between
/// them, Escape closes it, and the focus returns to its earlier place.
export class ExampleMenu {
  private readonly dialog = element('dialog', 'example-menu')

  constructor(
    root: ShadowRoot,
    private readonly actions: MenuActions,
  ) {
    root.adoptedStyleSheets.push(menuStyles)
    this.dialog.setAttribute('aria-label', 'Examples')
    this.dialog.addEventListener('keydown', (event) => this.move(event))
    // A click outside the menu has the dialog itself as its target.
    this.dialog.addEventListener('click', (event) => event.target === this.dialog && this.dialog.close())
    root.append(this.dialog)
  }

  open(state: MenuState): void {
    this.dialog.replaceChildren(
      this.head(),
      ...catalogue.map(({ title, examples }) => this.group(title, examples, state)),
      ...this.questions(state),
      renderRecipes(),
    )
    this.dialog.showModal()
    const current = this.dialog.querySelector<HTMLElement>('[aria-current]')
    current?.focus()
  }

  private head(): HTMLElement {
    const head = element('header', 'menu-head')
    head.append(
      textElement('h2', 'menu-title', 'Examples'),
      this.openButton(),
      button('file-action', 'Questions', () => this.dialog.querySelector('.gallery-title')!.scrollIntoView()),
      button('file-action', 'Save as artifact', () => {
        this.dialog.close()
        this.actions.save()
      }),
      button('close', 'Close', () => this.dialog.close()),
    )
    return head
  }

  private openButton(): HTMLElement {
    const input = element('input', '')
    input.type = 'file'
    input.hidden = true
    input.setAttribute('aria-label', 'Open a file')
    input.addEventListener('change', () => {
      this.dialog.close()
      const file = input.files?.[0]
      if (file !== undefined) this.actions.openFile(file)
      input.value = ''
    })
    const open = button('file-action', 'Open a file', () => input.click())
    open.append(input)
    return open
  }

  /// The gallery: the question of each entry stands where others have their subject.
  private questions(state: MenuState): HTMLElement[] {
    const head = textElement('h2', 'menu-title gallery-title', 'Questions')
    const says = textElement('p', 'example-shows', 'Something is wrong, or odd, in each of these programs. The tools of the page lead to the answer.')
    return [head, says, ...gallery.map(({ title, examples }) => this.group(title, examples, state))]
  }

  private group(title: string, entries: readonly Example[], state: MenuState): HTMLElement {
    const section = element('section', 'example-group')
    section.setAttribute('aria-label', title)
    const list = element('ul', 'example-list')
    for (const entry of entries) {
      const item = element('li', '')
      item.append(this.entry(entry, state))
      list.append(item)
    }
    section.append(textElement('h3', 'group-title', title), list)
    return section
  }

  private entry({ id, title, question }: Example, { current, edited }: MenuState): HTMLElement {
    const choice = button('example', '', () => {
      this.dialog.close()
      this.actions.pick(id)
    })
    if (id === current) choice.setAttribute('aria-current', 'true')
    const picture = element('img', 'example-picture')
    picture.src = pictures[id]?.[isDarkAround(this.dialog) ? 1 : 0] ?? ''
    picture.alt = ''
    const words = element('span', 'example-words')
    words.append(textElement('span', 'example-title', title), textElement('span', 'example-shows', question ?? subjects.get(id) ?? ''))
    if (edited.has(id)) words.append(textElement('span', 'example-edited', 'with your changes'))
    choice.append(picture, words)
    return choice
  }

  private move(event: KeyboardEvent): void {
    const choices = [...this.dialog.querySelectorAll<HTMLElement>('.example')]
    const at = choices.findIndex((choice) => choice.matches(':focus'))
    const targets: Record<string, number> = {
      ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: choices.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined || at < 0) return
    event.preventDefault()
    choices[(target + choices.length) % choices.length]!.focus()
  }
}
