import type { Tensor } from 'paddock-hlo'
import { element, textElement } from '../shared/dom.js'
import { ElementBase } from './define.js'
import { elementStyles } from './element-styles.js'
import type { PaddockExampleElement } from './example-element.js'
import type { ExampleResult } from './example-result.js'
import type { LiveTensor } from './live-tensor.js'
import { readSource } from './program-source.js'

declare const PADDOCK_VERSION: string

/// `<paddock-tensor>`: a picture of one tensor, created when it becomes visible. The tensor is the
/// element's content, a `.npy` file, a value of an example on the page, or set by a script.
export class PaddockTensorElement extends ElementBase {
  /// Version of the package that defined the element.
  static readonly version: string = PADDOCK_VERSION
  static readonly observedAttributes = ['src', 'for', 'value', 'process']
  private pane: HTMLElement | null = null
  private given: Tensor | null = null
  private isVisible = false
  private live: Promise<LiveTensor> | null = null
  private drawing: Promise<void> = Promise.resolve()
  private example: PaddockExampleElement | null = null
  private latest: ExampleResult | null = null

  connectedCallback(): void {
    if (this.pane !== null) return this.listen()
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => this.isConnected && this.connectedCallback(), { once: true })
    else this.begin()
  }

  disconnectedCallback(): void {
    this.follow(null)
  }

  attributeChangedCallback(): void {
    if (this.pane === null) return
    this.listen()
    this.draw()
  }

  /// A tensor of `paddock-hlo`, which the caller must close. Null restores the element's own content.
  get tensor(): Tensor | null {
    return this.given
  }
  set tensor(tensor: Tensor | null) {
    this.given = tensor
    if (this.pane !== null) this.draw()
  }

  private begin(): void {
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = elementStyles()
    this.pane = element('section', 'stage')
    this.pane.setAttribute('aria-label', this.caption)
    const recorded = element('slot', '')
    recorded.name = 'result'
    this.pane.append(recorded)
    const all = element('div', 'example')
    all.append(this.pane)
    root.append(all)
    this.listen()
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      this.isVisible = true
      this.draw()
    })
    observer.observe(this)
  }

  private get caption(): string {
    return this.getAttribute('label') ?? this.getAttribute('value') ?? 'Tensor'
  }

  /// Attaches to the example that `for` names.
  private listen(): void {
    const id = this.getAttribute('for')
    const named = id === null ? null : ((this.getRootNode() as Document | ShadowRoot).getElementById(id) as PaddockExampleElement | null)
    if (named === this.example) return
    this.follow(named)
  }

  private follow(example: PaddockExampleElement | null): void {
    for (const type of ['paddock-result', 'paddock-process'] as const) {
      this.example?.removeEventListener(type, this.onResult)
      example?.addEventListener(type, this.onResult)
    }
    this.example = example
    this.latest = null
  }

  private readonly onResult = (event: Event): void => {
    this.latest = (event as CustomEvent<ExampleResult>).detail
    this.draw()
  }

  /// One update at a time.
  private draw(): void {
    this.drawing = this.drawing.then(() => this.drawNow()).catch((error: Error) => this.complain(error.message))
  }

  private async drawNow(): Promise<void> {
    const { pane } = this
    if (!this.isVisible || pane === null) return
    const ofExample = this.getAttribute('for') !== null
    if (ofExample && this.given === null && this.latest === null) return this.say(this.example === null ? 'There is no such example on this page.' : 'It is drawn when its example has run.')
    this.live ??= import('./live-tensor.js').then(({ LiveTensor }) => new LiveTensor(pane))
    const live = await this.live
    if (this.given !== null) return live.show(this.given, this.caption)
    if (ofExample) return live.showValue(this.latest!, { name: this.getAttribute('value'), process: this.getAttribute('process') }, this.caption)
    const source = readSource(this)
    if (source.kind === 'none') return this.say('This element has no tensor.')
    if (source.kind === 'text' && source.problem !== null) throw new Error(source.problem)
    return live.showSource(source, { type: this.getAttribute('type'), value: this.getAttribute('value') }, this.caption)
  }

  private say(sentence: string): void {
    if (this.querySelector(':scope > [slot="result"]') === null) this.pane!.replaceChildren(textElement('p', 'hint', sentence))
  }

  private complain(sentence: string): void {
    this.pane!.replaceChildren(textElement('p', 'problem', sentence))
  }
}
