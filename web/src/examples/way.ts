import { EditorView } from '@codemirror/view'
import { goTo } from '../editor/go-to.js'
import { pillEvent, type PillDetail } from '../editor/pill-event.js'
import { pageCommands } from '../palette/page-commands.js'
import { adoptStyles } from '../shared/adopt-styles.js'
import { button, element, textElement } from '../shared/dom.js'
import type { Fact, Question, WayStep } from './gallery.js'
import { wayStyles } from './way-styles.js'

const ways = new Map<Question, Way>()

/// Shows a question and the way to its answer below the tabs, since the way leads through them. What has been revealed
/// stays revealed.
export function showWay(question: Question, pane: Element): HTMLElement {
  const way = ways.get(question) ?? new Way(question)
  ways.set(question, way)
  pane.querySelector('[role="tablist"]')!.after(way.dom)
  adoptStyles(pane, wayStyles)
  return way.dom
}

/// A question. Its steps and its answer are revealed one after the other.
class Way {
  readonly dom = element('section', 'way')
  private readonly steps = element('ol', 'way-steps')
  private readonly next = button('try-action', '', () => this.reveal())
  private readonly answer = element('div', 'way-answer')
  private shown = 0

  constructor(private readonly question: Question) {
    this.dom.setAttribute('aria-label', 'Question')
    this.answer.setAttribute('aria-live', 'polite')
    this.dom.append(textElement('h2', 'way-question', question.question), this.steps, this.next, this.answer)
    this.nameNext()
  }

  private reveal(): void {
    const { way } = this.question
    const step = way[this.shown++]
    if (step === undefined) this.showAnswer()
    else {
      this.steps.append(this.stepOf(step))
      this.nameNext()
    }
  }

  private nameNext(): void {
    const { shown } = this
    const isEnd = shown === this.question.way.length
    this.next.textContent = isEnd ? 'Show the answer' : shown === 0 ? 'Show the way' : 'Next step'
  }

  private stepOf(step: WayStep): HTMLElement {
    const item = element('li', '')
    item.append(`${step.say} `, button('try-action', step.ask ? 'Ask' : step.press ? 'Open' : 'Go there', () => this.take(step)))
    return item
  }

  private showAnswer(): void {
    this.next.remove()
    const facts = element('ul', 'way-facts')
    facts.append(...this.question.facts.map((fact) => this.factOf(fact)))
    this.answer.append(textElement('p', 'way-says', this.question.answer), facts)
  }

  /// Cells of the process that the page shows at first can be asked about.
  private factOf(fact: Fact): HTMLElement {
    const item = element('li', '')
    const text = wordsOf(fact)
    const { cell, execution, process = 0 } = fact
    item.append(cell === undefined || process > 0 ? textElement('code', '', text) : button('way-fact', text, () => this.take({ say: '', ask: cell, execution })))
    return item
  }

  private get root(): ShadowRoot {
    return this.dom.getRootNode() as ShadowRoot
  }

  private get view(): EditorView {
    return EditorView.findFromDOM(this.root.querySelector('.cm-editor')!)!
  }

  private take({ at, ask, execution, press }: WayStep): void {
    if (at !== undefined) this.goTo(at)
    if (ask !== undefined) this.ask(ask, execution)
    if (press !== undefined) this.press(press)
  }

  private goTo(part: string): void {
    const from = this.view.state.doc.toString().indexOf(part)
    if (from < 0) return
    this.press('Value')
    goTo(this.view, { from })
  }

  private ask(cell: string, execution = 0): void {
    const [, name, indices] = /^(%[^[]+)(?:\[(.*)\])?$/.exec(cell)!
    const from = definitionOf(this.view.state.doc.toString(), name!)
    if (from < 0) return
    this.press('Value')
    const detail: PillDetail = { name: name!, from, which: indices?.split(',').map(Number) ?? [], execution }
    this.dom.dispatchEvent(new CustomEvent(pillEvent, { detail, bubbles: true }))
  }

  /// Opens what is closed; a second press would close it.
  private press(name: string): void {
    const { root } = this
    if (root.querySelector(`.chip[aria-expanded="true"]`)?.textContent === name) return
    pageCommands(root).find((command) => command.name === name || command.name.startsWith(`${name} `))?.act()
  }
}

function wordsOf({ cell, is, process, execution, error }: Fact): string {
  if (cell === undefined) return error!
  const where = [...(execution === undefined ? [] : [`iteration ${execution}`]), ...(process === undefined ? [] : [`process ${process}`])]
  return `${cell} = ${is}${where.length === 0 ? '' : ` (${where.join(', ')})`}`
}

/// Returns the offset of the first place of a name that is not in a comment.
function definitionOf(text: string, name: string): number {
  const escaped = name.replace(/[.$]/g, '\\$&')
  const found = new RegExp(`^(?![ \\t]*//)(.*?)${escaped}(?![\\w.$-])`, 'm').exec(text)
  return found === null ? -1 : found.index + found[1]!.length
}
