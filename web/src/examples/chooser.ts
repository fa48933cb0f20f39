import { element, textElement } from '../shared/dom.js'
import { EditedTexts, type Draft } from '../shared/draft.js'
import { fetchText, findExample, opening, type Example } from './catalogue.js'
import type { Question } from './gallery.js'
import type { ExampleMenu } from './menu.js'
import { isStillAbout } from './related.js'
import { renderTry, renderWayBack } from './try-line.js'

interface ChooserEvents {
  /// Called to show another text.
  onOpen(text: string): void
  /// Called to replace a part of the text.
  /// Called before another text replaces one from elsewhere.
  onLeave?(): void
  onReplace(from: string, to: string): void
  onProblem(sentence: string): void
  /// Called when a file was chosen, or the program is to be saved as one.
  onFile(file: File): void
  onSave(): void
}

/// Tracks the open example. Its name in the bar opens the menu. Edits of each example are kept for
/// the next visit to it.
export class ExampleChooser {
  /// Element for the bar.
  readonly title = element('button', 'examples')
  /// Suggestions to try, for the stage.
  readonly line = element('div', 'try-line')
  private current = opening.example
  /// Original text of the example; null until it is loaded.
  private original: string | null = opening.text
  private text = opening.text
  private readonly edited = new EditedTexts()
  private menu: ExampleMenu | null = null
  private way: HTMLElement | null = null
  private newest = ''
  /// Whether the text came from elsewhere: it is not kept as the user's edit of the example.
  private isDetached = false
  /// Key of the line's content.
  private shown = ''

  constructor(private readonly events: ChooserEvents) {
    this.title.type = 'button'
    this.title.setAttribute('aria-haspopup', 'dialog')
    this.title.addEventListener('click', () => void this.openMenu())
    this.show()
  }

  get example(): Example {
    return this.current
  }

  /// Returns the inputs of the example if the text is about it.
  inputsFor(text: string): Example['inputs'] {
    return this.isAbout(text) ? this.current.inputs : undefined
  }

  /// Name of a file for the text, which is the example's while the text is about it.
  get fileName(): string {
    return `${this.isAbout() ? this.current.id : 'program'}.mlir`
  }

  private isAbout(text = this.text): boolean {
    return this.original === null || isStillAbout(text, this.original)
  }

  /// Continues with the text of an earlier visit.
  restore(draft: Draft): void {
    this.current = findExample(draft.example) ?? opening.example
    this.isDetached = draft.isDetached === true
    this.original = null
    this.newest = ''
    this.textChanged(draft.text)
    const { current } = this
    const know = async (found = current): Promise<void> => {
      const original = await fetchText(found)
      if (current !== this.current) return
      this.current = found
      this.original = original
      this.show()
    }
    find(draft.example).then(know).catch(() => {})
  }

  /// Returns what a reload needs.
  get draft(): Draft {
    return { text: this.text, example: this.current.id, ...(this.isDetached && { isDetached: true }) }
  }

  /// An example that is still on its way does not replace what is typed.
  textChanged(text: string): void {
    if (text !== this.text) this.newest = ''
    this.text = text
    this.show()
  }

  private async openMenu(): Promise<void> {
    const root = this.title.getRootNode() as ShadowRoot
    try {
      const { ExampleMenu } = await import('./menu.js')
      this.menu ??= new ExampleMenu(root, { pick: (id) => void this.open(id), openFile: (file) => this.openFile(file), save: () => this.events.onSave() })
    } catch {
      this.events.onProblem('The examples could not be loaded. Your text is safe; reload the page to try again.')
      return
    }
    this.keepChanges()
    this.menu.open({ current: this.current.id, edited: this.edited.ids })
  }

  openFile(file: File): void {
    this.events.onFile(file)
  }

  async open(id: string): Promise<void> {
    this.newest = id
    let example = findExample(id)
    try {
      example ??= await find(id)
      if (example === undefined || (example === this.current && !this.isDetached)) return
      const original = await fetchText(example)
      // Another example may have been chosen meanwhile, or the text edited.
      if (this.newest !== id) return
      this.keepChanges()
      this.leave()
      this.current = example
      this.original = original
      this.events.onOpen(this.edited.find(id) ?? original)
    } catch {
      this.events.onProblem(`${example?.title ?? 'The example'} could not be loaded. Your text is safe; choose it again to retry.`)
    }
  }

  private leave(): void {
    if (this.isDetached) this.events.onLeave?.()
    this.isDetached = false
  }

  private keepChanges(): void {
    if (this.isDetached) return
    if (this.text === this.original) this.edited.forget(this.current.id)
    else this.edited.keep(this.current.id, this.text)
  }

  private startOver(): void {
    if (this.original === null) return
    this.leave()
    this.events.onOpen(this.original)
  }

  private show(): void {
    const { current, original, text } = this
    const isOwn = !this.isAbout()
    const isEdited = original !== null && text !== original
    // Most edits change nothing here.
    const shown = [current.id, isOwn, isEdited, text.includes(current.try.from)].join()
    if (shown === this.shown) return
    this.shown = shown
    this.way?.remove()
    if (isOwn) return this.showOwn()
    this.title.replaceChildren(textElement('span', 'label', 'Example: '), textElement('span', 'title', current.title))
    const actions = { replace: this.events.onReplace, startOver: () => this.startOver() }
    this.line.replaceChildren(...renderTry(current.try, text, { ...actions, isEdited }))
    if ('question' in current) void import('./way.js').then(({ showWay }) => shown === this.shown && (this.way = showWay(current as Question, this.line.closest('.stage')!)))
  }

  /// Another program has replaced the example, so its suggestions no longer apply.
  private showOwn(): void {
    this.title.replaceChildren(textElement('span', 'label', 'Example: '), textElement('span', 'title', 'none: your own program'))
    this.line.replaceChildren(...renderWayBack(this.current.title, () => this.startOver()))
  }
}

/// Finds questions of the gallery, too, which load when one is asked for.
const find = async (id: string): Promise<Example | undefined> => findExample(id) ?? (await import('./gallery.js')).findQuestion(id)
