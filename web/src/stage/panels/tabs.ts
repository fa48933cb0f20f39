import { button, element, setText } from '../../shared/dom.js'

/// Several views in one pane, one of them visible; arrow keys move between their tabs.
export class Tabs<Name extends string> {
  readonly bar = element('div', 'tabs')
  private readonly tabs = new Map<Name, HTMLButtonElement>()
  private current: Name

  get shown(): Name {
    return this.current
  }

  constructor(
    private readonly panels: Readonly<Record<Name, HTMLElement>>,
    first: NoInfer<Name>,
    private readonly onOpen: (name: Name) => void = () => {},
  ) {
    this.current = first
    this.bar.setAttribute('role', 'tablist')
    for (const name of Object.keys(panels) as Name[]) this.add(name)
    this.bar.addEventListener('keydown', (event) => this.move(event))
    this.open(first)
  }

  open(name: Name): void {
    this.current = name
    for (const [other, tab] of this.tabs) {
      const isOpen = other === name
      tab.setAttribute('aria-selected', String(isOpen))
      tab.tabIndex = isOpen ? 0 : -1
      this.panels[other].hidden = !isOpen
    }
    this.onOpen(name)
  }

  /// Sets a remark after the name, such as a count.
  remark(name: Name, text: string): void {
    setText(this.tabs.get(name), text === '' ? name : `${name} ${text}`)
  }

  private add(name: Name): void {
    const tab = button('tab', name, () => this.open(name))
    tab.setAttribute('role', 'tab')
    this.tabs.set(name, tab)
    this.bar.append(tab)
    this.panels[name].setAttribute('role', 'tabpanel')
    this.panels[name].setAttribute('aria-label', name)
  }

  private move(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const names = [...this.tabs.keys()]
    const next = names[(names.indexOf(this.current) + step + names.length) % names.length]!
    this.open(next)
    this.tabs.get(next)!.focus()
  }
}
