import type { OpInfo } from 'paddock-hlo'
import { element } from '../shared/dom.js'

/// The tab "Docs": the operation of the cursor's line. It is loaded when it is opened.
export class DocsTab {
  readonly dom = element('div', 'panel')
  private operation: OpInfo | undefined

  show(info: OpInfo | undefined): void {
    const isSame = info === this.operation && this.dom.firstChild !== null
    this.operation = info
    if (this.dom.hidden || isSame) return
    void import('../stage/panels/docs-view.js').then(({ showDocs }) => showDocs(this.dom, this.operation))
  }

  open(): void {
    this.show(this.operation)
  }
}
