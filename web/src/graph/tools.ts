import { button, element } from '../shared/dom.js'
import { measureNames, type MeasureName } from './measures.js'

interface ToolEvents {
  measure(name: MeasureName): void
  pictures(isOn: boolean): void
  openAll(): void
  closeAll(): void
  fit(): void
  zoom(factor: number): void
  save(): void
}

/// The buttons above a graph.
export class GraphTools {
  readonly dom = element('div', 'graph-tools')
  private readonly colours = new Map<MeasureName, HTMLButtonElement>()
  readonly openAll: HTMLButtonElement

  constructor(events: ToolEvents) {
    const colours = group('Colour')
    colours.append(
      'Colour ',
      ...measureNames.map((name) => {
        const one = button('choice', name === 'none' ? 'plain' : name, () => events.measure(name))
        this.colours.set(name, one)
        return one
      }),
    )
    const pictures = button('choice', 'Pictures', () => {
      const isOn = pictures.getAttribute('aria-pressed') !== 'true'
      pictures.setAttribute('aria-pressed', String(isOn))
      events.pictures(isOn)
    })
    pictures.setAttribute('aria-pressed', 'true')
    this.openAll = button('choice', 'Open all', () => events.openAll())
    const view = group('View')
    view.append(
      pictures,
      this.openAll,
      button('choice', 'Close all', () => events.closeAll()),
      named(button('choice', '−', () => events.zoom(1 / 1.4)), 'Zoom out'),
      named(button('choice', '+', () => events.zoom(1.4)), 'Zoom in'),
      button('choice', 'Fit', () => events.fit()),
      button('choice', 'Save SVG', () => events.save()),
    )
    this.dom.append(colours, view)
    this.press('none')
  }

  press(name: MeasureName): void {
    for (const [other, one] of this.colours) one.setAttribute('aria-pressed', String(other === name))
  }
}

function group(name: string): HTMLElement {
  const made = element('div', 'choices')
  made.setAttribute('role', 'group')
  made.setAttribute('aria-label', name)
  return made
}

function named(one: HTMLButtonElement, name: string): HTMLButtonElement {
  one.setAttribute('aria-label', name)
  return one
}
