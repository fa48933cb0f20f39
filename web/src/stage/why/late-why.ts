import { cellEvent, type CellEvent } from '../picture/cell-event.js'
import { element } from '../../shared/dom.js'
import type { AskedPill, WhyHost } from './question.js'
import type { WhyParts } from './why-parts.js'

/// Sections of values; one that is part of something else has its title as data.
const values = '.result:is([aria-label], [data-title])'

/// Where a number came from: a list above the values and a microscope below them. Both load with the first cell that is
/// inspected.
export class LateWhy {
  /// The list, above the values.
  readonly list = element('div', 'why-place')
  /// The microscope, below them.
  readonly lens = element('div', 'lens-place')
  private parts: Promise<WhyParts> | null = null
  private loaded: WhyParts | null = null

  constructor(
    private readonly host: () => Promise<WhyHost>,
    private readonly stage: HTMLElement,
  ) {
    stage.addEventListener(cellEvent, (event) => this.take(event as CellEvent))
    stage.addEventListener('click', (event) => this.click(event))
    stage.addEventListener('keydown', (event) => this.press(event))
  }

  /// The values are those of another run, another moment or another line.
  changed(isOtherRun: boolean): void {
    this.loaded?.changed(isOtherRun)
  }

  ask(pill: AskedPill): void {
    void this.load().then((parts) => parts.ask(pill))
  }

  /// Stops what is being asked, since the engine is needed elsewhere. What is shown of another program goes.
  stop(isOther: boolean): void {
    this.loaded?.stop(isOther)
  }

  /// The target is read at once, since an event in a shadow tree loses it.
  private take({ target, detail }: CellEvent): void {
    if (this.loaded !== null) return this.loaded.take(target, detail)
    void this.load().then((parts) => parts.take(target, detail))
  }

  private click({ target, clientX, clientY }: MouseEvent): void {
    const section = (target as Element).matches('canvas.picture') ? (target as Element).closest<HTMLElement>(`${values}:not([data-painting])`) : null
    if (section !== null) void this.load().then((parts) => parts.click(section, clientX, clientY))
  }

  /// Arrow keys look at cells, also before a pointer did.
  private press(event: KeyboardEvent): void {
    const { key } = event
    const isKey = /^(Arrow|Enter$|Escape$)/.test(key) && (event.target as Element).classList.contains('frame')
    const section = (event.target as Element).closest<HTMLElement>(values)
    if (!isKey || event.defaultPrevented || section === null) return
    if (this.loaded === null && !key.startsWith('Arrow')) return
    event.preventDefault()
    void this.load().then((parts) => parts.press(section, key))
  }

  private load(): Promise<WhyParts> {
    this.parts ??= Promise.all([import('./why-parts.js'), this.host()]).then(([{ WhyParts }, host]) => {
      this.loaded = new WhyParts(host, this.stage, this.list, this.lens)
      return this.loaded
    })
    return this.parts
  }
}
