import { hasKeptPrograms } from '../link/kept-key.js'
import { isProgramFragment } from '../link/program-fragment.js'
import type { LinkedPrograms } from './linked-programs.js'
import type { PageParts } from './page-program.js'
import { element } from '../shared/dom.js'

/// Watches the address for programs. The code that opens them is loaded when there is one.
export class LinkWatch {
  /// Place of the bar that says where the program came from.
  readonly dom = element('div', 'linked')
  private linked: LinkedPrograms | null = null
  private loading: Promise<LinkedPrograms> | null = null

  /// Whether the first run waits for a link.
  private isWaiting = false

  constructor(private readonly parts: PageParts) {}

  /// Returns whether the address has a program, which is then shown or refused.
  start(): boolean {
    this.dom.hidden = true
    window.addEventListener('hashchange', () => this.follow())
    const isLink = isProgramFragment(location.hash)
    this.isWaiting = isLink
    if (isLink || hasKeptPrograms()) this.follow()
    return isLink
  }

  /// Returns whether this text is the user's: not that of a link.
  isOwn(text: string): boolean {
    return this.linked?.isOwn(text) ?? true
  }

  /// Called before another program replaces one that is not the user's draft.
  leave(): void {
    this.linked?.leave()
  }

  /// Reports that a limit ended the run.
  offerMore(): void {
    this.linked?.offerMore()
  }

  private follow(): void {
    this.loading ??= Promise.all([import('./linked-programs.js'), import('./page-program.js')]).then(([{ LinkedPrograms }, { PageProgram }]) => {
      this.linked = new LinkedPrograms(new PageProgram(this.parts), this.dom, () => this.run())
      return this.linked
    })
    this.loading.then((linked) => linked.follow(), () => this.fail())
  }

  private fail(): void {
    this.loading = null
    this.dom.hidden = false
    this.dom.textContent = 'The link could not be loaded. Your text is safe; reload the page to try again.'
    this.run()
  }

  /// Runs the page's own program if a link that cannot be opened was to come first.
  private run(): void {
    if (this.isWaiting) this.parts.bench.submit()
    this.isWaiting = false
  }
}
