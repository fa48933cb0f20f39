import { element } from '../shared/dom.js'

interface LatePanel {
  refresh(): void
}

/// A tab whose content is loaded when it is opened.
export class LateTab {
  readonly dom = element('div', 'panel')
  private panel: LatePanel | null = null
  private loading: Promise<void> | null = null

  constructor(private readonly load: (dom: HTMLElement) => Promise<LatePanel>) {}

  open(): void {
    this.refresh()
    this.loading ??= this.load(this.dom).then(
      (panel) => void (this.panel = panel),
      () => void (this.loading = null),
    )
  }

  /// The program has changed.
  refresh(): void {
    this.panel?.refresh()
  }
}
