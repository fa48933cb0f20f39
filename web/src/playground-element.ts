import type { Diagnostic, Program, RunResult } from 'paddock-hlo'
import { createEditor, type Editor } from './editor.js'
import { examples, type Example } from './examples.js'
import type { Inputs } from './inputs.js'
import { element, formatBytes, renderResult, textElement } from './result-view.js'
import { Runner, type RunnerState } from './runner.js'
import { styles } from './styles.js'
import { theme } from './theme.js'

/// How long the text rests before it is checked and run.
const editDelay = 150
/// New errors wait this long, so that half a word is not called wrong.
const errorDelay = 400
/// A run that takes less never shows Stop, so that the button does not flicker.
const stopDelay = 100

/// `<paddock-playground>`: a program, what is wrong with it, and the values it makes.
export class PlaygroundElement extends HTMLElement {
  private editor!: Editor
  private readonly runner = new Runner({
    onState: (state) => this.showState(state),
    onChecked: (diagnostics) => this.showDiagnostics(diagnostics),
    onResult: (result, program, inputs) => void this.showResult(result, program, inputs),
    onPrint: (text) => this.showPrinted(text),
  })
  private readonly button = element('button', 'run')
  private readonly status = element('p', 'status')
  private readonly stage = element('section', 'stage')
  private readonly problems = element('ul', 'problems')
  private readonly printed = element('pre', 'printed')
  private readonly results = element('div', 'results')
  private isRunning = false
  private example: Example = examples[0]
  private text: string = examples[0].text
  private editTimer = 0
  private errorTimer = 0
  private stopTimer = 0

  connectedCallback(): void {
    if (this.shadowRoot !== null) return
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [theme, styles]
    const pane = element('section', 'editor')
    pane.setAttribute('aria-label', 'Program')
    this.stage.setAttribute('aria-label', 'Values')
    this.stage.tabIndex = 0
    this.stage.append(this.problems, this.printed, this.results)
    this.status.setAttribute('role', 'status')
    root.append(this.bar(), pane, this.stage, this.status)
    this.editor = createEditor(pane, root, this.text, (text) => this.edited(text))
    this.submit()
  }

  private bar(): HTMLElement {
    const bar = element('header', 'bar')
    const choice = element('select', 'examples')
    choice.setAttribute('aria-label', 'Example')
    for (const { id, title } of examples) choice.append(new Option(title, id))
    choice.addEventListener('change', () => this.open(choice.value))
    this.button.type = 'button'
    this.button.textContent = 'Run'
    this.button.addEventListener('click', () => (this.isRunning ? void this.runner.stop() : this.submit()))
    bar.append(
      textElement('h1', 'name', 'Paddock'),
      choice,
      textElement('p', 'sentence', 'This runs StableHLO here, in your browser. Change a number.'),
      this.button,
    )
    return bar
  }

  private open(id: string): void {
    const example = examples.find((one) => one.id === id)
    if (example === undefined) return
    this.example = example
    const { view } = this.editor
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: example.text }, selection: { anchor: 0 }, scrollIntoView: true })
  }

  private edited(text: string): void {
    this.text = text
    clearTimeout(this.editTimer)
    this.editTimer = window.setTimeout(() => this.submit(), editDelay)
  }

  private submit(): void {
    clearTimeout(this.editTimer)
    this.printed.textContent = ''
    void this.runner.submit(this.text, this.example)
  }

  private showState(state: RunnerState): void {
    clearTimeout(this.stopTimer)
    if (state.kind === 'running') this.stopTimer = window.setTimeout(() => this.setRunning(true), state.seconds > 0 ? 0 : stopDelay)
    else this.setRunning(false)
    this.toggleAttribute('data-lost', state.kind === 'lost')
    switch (state.kind) {
      case 'loading':
        this.status.textContent = 'Starting the engine.'
        break
      case 'running':
        if (state.seconds > 0.3) this.status.textContent = `Running line ${state.line}, ${state.seconds.toFixed(1)} s.`
        break
      case 'lost':
        this.status.textContent = `The engine was lost: ${state.message}. Your text is safe; Run starts it again.`
        break
      case 'ready':
        break
    }
  }

  private setRunning(isRunning: boolean): void {
    this.isRunning = isRunning
    this.button.textContent = isRunning ? 'Stop' : 'Run'
  }

  /// What was mended vanishes at once, what is new waits.
  private showDiagnostics(diagnostics: readonly Diagnostic[]): void {
    clearTimeout(this.errorTimer)
    const show = (): void => {
      this.editor.show(diagnostics)
      this.problems.replaceChildren(...diagnostics.map((diagnostic) => this.problem(diagnostic)))
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length
      this.stage.toggleAttribute('data-stale', errors > 0)
      if (errors > 0) this.status.textContent = errors === 1 ? 'One error.' : `${errors} errors.`
    }
    if (diagnostics.length === 0) show()
    else this.errorTimer = window.setTimeout(show, errorDelay)
  }

  private problem(diagnostic: Diagnostic): HTMLElement {
    const item = element('li', diagnostic.severity)
    const place = textElement('button', 'place', `Line ${diagnostic.line}`)
    place.addEventListener('click', () => {
      this.editor.view.dispatch({ selection: { anchor: diagnostic.from }, scrollIntoView: true })
      this.editor.view.focus()
    })
    item.append(place, textElement('span', 'message', diagnostic.message))
    if (!diagnostic.message.includes(diagnostic.formula)) item.append(textElement('code', 'formula', diagnostic.formula))
    return item
  }

  private showPrinted(text: string): void {
    this.printed.textContent += text
  }

  private async showResult(result: RunResult, program: Program, inputs: Inputs): Promise<void> {
    if (result.status === 'stopped') {
      this.status.textContent = `Stopped at line ${result.stoppedAtLine}.`
      return
    }
    this.showDiagnostics([...program.diagnostics, ...result.diagnostics])
    if (result.status === 'failed') return
    const width = Math.max(this.stage.clientWidth - 32, 160)
    const sections: HTMLElement[] = []
    for (const [index, tensor] of result.results.entries()) {
      if (tensor === null) continue
      const name = program.entry?.results[index]?.name
      sections.push(await renderResult(tensor, name || (result.results.length > 1 ? `Result ${index}` : 'Result'), width))
    }
    if (sections.length === 0) sections.push(textElement('p', 'note', 'The program ran and returns no value.'))
    this.results.replaceChildren(...sections)
    const ran = `Ran in ${result.milliseconds.toFixed(1)} ms, ${formatBytes(result.peakBytes)} at most, portable numerics.`
    this.status.textContent = `${ran} ${inputs.sentence} Hash of the bits: ${result.hash}.`
  }
}
