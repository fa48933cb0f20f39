import type { EditorView } from '@codemirror/view'
import type { Paddock } from 'paddock-hlo'
import { colouredText, wordStyles } from '../codemirror/coloured-text.js'
import { plainSentence } from '../problems/mismatch.js'
import { ruleOf } from '../problems/problems.js'
import { brokenRule, sentenceOf } from '../problems/sentence.js'
import { button, element, textElement } from '../shared/dom.js'
import { groupedNumber } from '../shared/numbers.js'
import { sheet } from '../shared/sheet.js'
import { createCellEditor, markErrors, replaceCode, showLine } from './cell-editor.js'
import { keepCode, keptCode } from './kept-code.js'
import type { CellError } from './messages.js'
import { runProgram } from './program-run.js'
import { startCell, type CellEnd } from './run-cell.js'

export interface CellEvents {
  engine(): Promise<Paddock>
  /// Makes a text the program of the page.
  open(text: string): void
}

/// Characters of a program that are shown before it is opened.
const mostShown = 20_000

export const cellStyles = sheet(`
  .cell { display: grid; gap: 8px; min-width: 0; }
  .cell > * { margin: 0; min-width: 0; }
  .cell-editor { border: 1px solid var(--line); background: var(--ground); }
  .cell-editor .cm-editor { max-height: 50vh; }
  .cell-editor:focus-within { border-color: var(--muted); }
  .cell .actions { align-items: center; gap: 8px 12px; }
  .cell .go { min-width: 72px; border-color: var(--green); color: var(--green); }
  .cell .said { margin: 0; }
  .cell .problems li { margin-bottom: 8px; }
  .cell pre { max-height: min(320px, 40vh); margin: 0; overflow: auto; font: 13px/18px var(--mono); }
  .cell .printed { border-left: 2px solid var(--line); padding-left: 8px; max-height: 144px; white-space: pre-wrap; overflow-wrap: anywhere; }
  .cell .printed .error { color: var(--error); }
  .cell [hidden] { display: none; }
  ${wordStyles}
  /* Below the program, the cell has half of the height. */
  @media (max-width: 1099px) { .cell-editor .cm-editor { max-height: 26vh; } }
  @media (pointer: coarse) { .cell .actions button { min-height: 36px; } }
`)

/// Milliseconds that the run of a program may take.
const longestProgram = 10_000

/// JavaScript that makes a program. It runs in a frame of its own. Its program runs in the page's
/// engine, is shown, and is opened in the editor on request.
export class CellPanel {
  readonly dom = element('div', 'cell')
  private readonly view: EditorView
  private readonly go: HTMLButtonElement
  private readonly open: HTMLButtonElement
  private readonly said = textElement('span', 'note said', '')
  private readonly errors = element('ul', 'problems')
  private readonly printed = element('pre', 'printed')
  private readonly ran = textElement('p', 'note said', '')
  private readonly results = element('pre', 'results')
  private readonly built = element('pre', 'text')
  private run: { stop(): void } | null = null
  private program = ''

  constructor(root: ShadowRoot, private readonly events: CellEvents) {
    this.view = createCellEditor(root, keptCode(), keepCode)
    this.go = button('go', 'Run the cell', () => (this.run === null ? void this.start() : this.run.stop()))
    this.go.title = 'Control-Enter in the cell'
    this.open = button('fix', 'Open in the editor', () => this.events.open(this.program))
    for (const line of [this.said, this.ran]) line.setAttribute('role', 'status')
    for (const [shown, name] of [[this.printed, 'Output of the cell'], [this.results, 'Results of the cell'], [this.built, 'Program of the cell']] as const) {
      shown.tabIndex = 0
      shown.setAttribute('role', 'region')
      shown.setAttribute('aria-label', name)
    }
    const place = element('div', 'cell-editor')
    place.append(this.view.dom)
    const actions = element('div', 'actions')
    actions.append(this.go, this.open, this.said)
    const about = 'Code that makes a program. It reaches neither this page nor a network.'
    this.dom.append(textElement('p', 'note', about), place, actions, this.errors, this.printed, this.ran, this.results, this.built)
    this.dom.addEventListener('keydown', (event) => this.takeKey(event))
    // The page's own Control-Enter leaves this part alone.
    this.dom.dataset.ownRun = ''
    this.clear()
  }

  /// Puts code into the cell; undo brings back what was there.
  take(code: string): void {
    if (this.view.state.doc.toString() !== code) replaceCode(this.view, code)
    this.view.focus()
  }

  private takeKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (this.run === null) void this.start()
  }

  private clear(): void {
    this.program = ''
    this.open.hidden = this.errors.hidden = this.printed.hidden = this.ran.hidden = this.results.hidden = this.built.hidden = true
    this.errors.replaceChildren()
    this.printed.replaceChildren()
    this.results.replaceChildren()
    this.built.replaceChildren()
    this.said.textContent = ''
  }

  private async start(): Promise<void> {
    this.clear()
    markErrors(this.view, [])
    this.go.textContent = 'Stop the cell'
    const made = startCell(this.view.state.doc.toString(), this.dom, {
      print: (level, text) => {
        this.printed.hidden = false
        this.printed.append(textElement('span', level, `${text}\n`))
      },
    })
    this.run = made
    const end = await made.ended
    this.show(end)
    if (end.kind === 'built') await this.runBuilt(end.text)
    this.run = null
    this.go.textContent = 'Run the cell'
    ;(this.errors.firstElementChild ?? this.said).scrollIntoView({ block: 'nearest' })
  }

  private show(end: CellEnd): void {
    if (end.kind === 'stopped') this.said.textContent = end.sentence
    if (end.kind === 'failed') this.showErrors(end.errors)
    if (end.kind !== 'built') return
    this.program = end.text
    const lines = end.text.trimEnd().split('\n').length
    this.said.textContent = `Made ${groupedNumber(lines)} ${lines === 1 ? 'line' : 'lines'} in ${Math.max(1, Math.round(end.milliseconds))} ms.`
    this.open.hidden = this.built.hidden = false
    this.built.replaceChildren(...colouredText(end.text.slice(0, mostShown)), end.text.length > mostShown ? '\n…' : '')
  }

  private async runBuilt(text: string): Promise<void> {
    const stopped = new AbortController()
    this.run = { stop: () => stopped.abort() }
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(longestProgram)])
    const { said, results } = await this.events.engine().then((paddock) => runProgram(paddock, text, signal)).catch(({ message }: Error) => ({ said: message, results: [] }))
    this.ran.textContent = sentenceOf(said)
    this.results.textContent = results.map((result) => result ?? 'a token').join('\n')
    this.ran.hidden = false
    this.results.hidden = results.length === 0
  }

  private showErrors(errors: readonly CellError[]): void {
    markErrors(this.view, errors.map(({ line }) => line))
    this.errors.hidden = false
    this.errors.replaceChildren(...errors.map((error) => this.errorItem(error)))
    const [first] = errors
    this.said.textContent = errors.length > 1 ? `${errors.length} errors.` : first === undefined || first.line === 0 ? 'One error.' : `Error in line ${first.line}.`
  }

  private errorItem({ message, line, code, formula }: CellError): HTMLElement {
    const item = element('li', '')
    if (line > 0) item.append(button('place', `Line ${line}`, () => showLine(this.view, line)))
    const detail = brokenRule.exec(message)?.[4]
    item.append(textElement('span', 'message', detail === undefined ? sentenceOf(message) : (plainSentence(detail) ?? sentenceOf(detail))))
    const rule = code === '' ? null : ruleOf({ message, code, formula, link: '' })
    if (rule !== null) item.append(rule)
    return item
  }
}
