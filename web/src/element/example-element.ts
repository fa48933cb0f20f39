import { copyText } from '../shared/copy-text.js'
import { textElement } from '../shared/dom.js'
import { colouredText } from '../codemirror/coloured-text.js'
import { ElementBase } from './define.js'
import { elementStyles, heightOfLines } from './element-styles.js'
import type { ExampleResult } from './example-result.js'
import type { LiveExample, RunSetup } from './live-example.js'
import { buildParts, type ExampleParts } from './parts.js'
import { fetchProgram, readSource } from './program-source.js'

declare const PADDOCK_VERSION: string

/// Without an attribute `lines`, a program shows between two and this many lines.
const mostLines = 24
/// Height reserved for a program from an address, whose length is not known yet.
const unknownLines = 12

/// `<paddock-example>`: a program shown as text. When touched it becomes editable and shows its values.
export class PaddockExampleElement extends ElementBase {
  /// Version of the package that defined the element.
  static readonly version: string = PADDOCK_VERSION
  static readonly observedAttributes = ['src']
  /// Choices of the first run; null: none. @internal
  setup: RunSetup | null = null
  private parts: ExampleParts | null = null
  private original = ''
  private shown = ''
  private live: LiveExample | null = null
  private starting: Promise<LiveExample | null> | null = null
  /// Text set by a script before the element was connected.
  private given: string | null = null
  /// Counts the texts, so that a late response from an address does not replace a newer text.
  private generation = 0

  connectedCallback(): void {
    if (this.parts !== null) return
    // The content may not have been parsed yet.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => this.isConnected && this.connectedCallback(), { once: true })
    else this.begin()
  }

  disconnectedCallback(): void {
    // Not if the element was only moved.
    queueMicrotask(() => this.isConnected || void this.live?.stop())
  }

  attributeChangedCallback(): void {
    if (this.parts !== null) void this.read()
  }

  /// The current text of the program.
  get program(): string {
    return this.live?.text ?? this.given ?? this.shown
  }
  set program(text: string) {
    ++this.generation
    if (this.parts === null) this.given = text
    else this.show(text)
  }

  /// Runs the program. The event `paddock-result` reports its end.
  ///
  /// React and Preact assign `run="visible"` to the property, because the element has one: a text is
  /// the attribute's.
  get run(): () => Promise<void> {
    return () => this.runProgram()
  }
  set run(when: string) {
    this.setAttribute('run', when)
  }

  /// Restores the text that the page gave.
  reset(): void {
    this.show(this.original)
  }

  private async runProgram(): Promise<void> {
    const isFirst = this.live === null
    const live = await this.start()
    if (!isFirst) live?.run()
  }

  private begin(): void {
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = elementStyles()
    const parts = buildParts(root, this.getAttribute('label') ?? 'StableHLO example', {
      run: () => void (this.live?.isRunning === true ? this.live.stop() : this.run()),
      reset: () => this.reset(),
      copy: () => void copyText(this.program, parts.status, 'Copied.'),
    })
    this.parts = parts
    parts.text.addEventListener('focus', () => void this.edit(null))
    parts.text.addEventListener('click', (event) => void this.edit(event))
    // A pointer over the element starts the download; a touch starts the editor.
    this.addEventListener('pointerenter', () => void import('./live-example.js').catch(() => {}), { once: true })
    if (this.getAttribute('run') === 'visible') this.runWhenVisible()
    if (this.given === null) void this.read()
    else this.keep(this.given)
  }

  private runWhenVisible(): void {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void this.run()
    })
    observer.observe(this)
  }

  private async read(): Promise<void> {
    const generation = ++this.generation
    const source = readSource(this)
    if (source.kind !== 'address') {
      this.keep(source.kind === 'text' ? source.text : '')
      if (source.kind === 'none') this.say('This example has no program.')
      else if (source.problem !== null) this.complain(source.problem)
      return
    }
    this.reserve(unknownLines)
    try {
      const text = await fetchProgram(source.url)
      if (generation === this.generation) this.keep(text, unknownLines)
    } catch (error) {
      if (generation === this.generation) this.complain((error as Error).message)
    }
  }

  /// Sets a text from the page, which Reset restores.
  private keep(text: string, lines = Math.min(Math.max(text.split('\n').length, 2), mostLines)): void {
    this.original = text
    this.given = null
    this.reserve(lines)
    this.show(text)
  }

  private reserve(lines: number): void {
    const asked = Number(this.getAttribute('lines'))
    this.parts!.program.style.flexBasis = heightOfLines(asked >= 1 ? asked : lines)
  }

  private show(text: string): void {
    this.shown = text
    if (this.live !== null) this.live.text = text
    else if (this.parts !== null) this.parts.text.replaceChildren(...colouredText(text))
  }

  private say(sentence: string): void {
    this.parts!.status.textContent = sentence
  }

  /// Replaces the values if there is room for a sentence.
  private complain(sentence: string): void {
    this.parts!.pane.replaceChildren(textElement('p', 'problem', sentence))
    this.say('This example cannot run.')
  }

  /// After the first touch the editor replaces the text and takes the cursor.
  private async edit(event: MouseEvent | null): Promise<void> {
    const live = await this.start()
    const isHere = this.shadowRoot?.activeElement === null || this.shadowRoot?.activeElement === this.parts?.text
    if (live !== null && (isHere || event !== null)) live.focus(event === null ? null : { x: event.clientX, y: event.clientY })
  }

  private start(): Promise<LiveExample | null> {
    return (this.starting ??= this.load())
  }

  /// Returns null if the editor or engine cannot be loaded, with the reason in the status; the next touch tries again.
  private async load(): Promise<LiveExample | null> {
    const parts = this.parts
    if (parts === null) return (this.starting = null)
    this.say('Loading the editor.')
    try {
      const { LiveExample } = await import('./live-example.js')
      const report = (detail: ExampleResult, type: 'paddock-result' | 'paddock-process' = 'paddock-result'): void =>
        void this.dispatchEvent(new CustomEvent<ExampleResult>(type, { detail, bubbles: true }))
      this.live = new LiveExample(parts, this.shown, report, this.setup)
      return this.live
    } catch (error) {
      this.say(`The editor could not be loaded: ${(error as Error).message}`)
      return (this.starting = null)
    }
  }
}
