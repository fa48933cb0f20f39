import type { Range, WhyCell, WhyChain, WhySet, WhyTerm } from 'paddock-hlo'
import { copyText } from '../../shared/copy-text.js'
import { button, element, textElement } from '../../shared/dom.js'
import { groupedNumber, shortNumber } from '../../shared/numbers.js'
import { beginningsOf, functionAt, greatestFirst, isLarge, isOfGrid, markdownOf, placeWords, productsTitle, ruleClass, ruleWords, setWords, signed, sourceWords, termsOf, termWords, timeWords, type Product } from './chain-words.js'
import { cellText, type Question, type WhyHost } from './question.js'
import { summaryOf } from './summary.js'
import type { WhySource } from './why-source.js'

/// Milliseconds below which an answer shows no progress.
const patience = 200

/// Beginnings named above the list.
const mostBeginnings = 3

/// Cells that one more click adds.
const mostCells = 60

/// Part of the pane's height that the list keeps when another line is shown below it.
const besidePart = 0.3

/// A chain as a list: each step is highlighted in the code while it is under the pointer or has the focus, and is gone to by a click.
export class WhyList {
  readonly dom = element('section', 'why')
  private readonly title = textElement('h2', 'why-title', '')
  private readonly tools = element('p', 'why-tools')
  private readonly said = element('span', 'said')
  /// Sources and large steps of a long list.
  private readonly summary = element('p', 'why-summary')
  /// The first bad operations, since the list ends with them.
  private readonly beginning = element('p', 'why-beginning')
  private readonly steps = element('ol', 'why-steps')
  private readonly end = element('p', 'note')
  private question: Question | null = null
  private abort = new AbortController()
  private cells = mostCells
  /// Step that is highlighted in the code.
  private lit: HTMLElement | null = null
  /// Element that had the focus before the list.
  private before: HTMLElement | null = null

  constructor(
    private readonly host: WhyHost,
    private readonly source: WhySource,
  ) {
    this.dom.hidden = true
    this.dom.setAttribute('aria-label', 'Where from?')
    this.title.tabIndex = -1
    this.said.setAttribute('role', 'status')
    this.dom.append(this.title, this.tools, this.said, this.beginning, this.summary, this.steps, this.end)
    this.dom.addEventListener('keydown', (event) => event.key === 'Escape' && this.close())
  }

  /// Asks and shows the answer.
  async open(question: Question, cells = mostCells): Promise<void> {
    if (this.dom.hidden) this.before = (this.dom.getRootNode() as ShadowRoot).activeElement as HTMLElement | null
    this.abort.abort()
    const abort = new AbortController()
    this.abort = abort
    this.question = question
    this.cells = cells
    this.begin(question)
    const waiting = setTimeout(() => this.showProgress(0), patience)
    try {
      const chain = await this.source.ask(question, { cells, signal: abort.signal, onProgress: ({ steps }) => this.showProgress(steps) })
      if (this.abort === abort) this.show(chain)
    } catch (error) {
      if (this.abort === abort) this.fail(abort.signal.aborted ? 'Stopped.' : `It cannot be answered: ${(error as Error).message}.`)
    } finally {
      clearTimeout(waiting)
    }
  }

  close(): void {
    if (this.dom.hidden) return
    this.clear()
    this.before?.focus({ preventScroll: true })
  }

  /// Closes the list and leaves the focus where it is.
  clear(): void {
    this.abort.abort()
    this.dom.hidden = true
    this.light(null, null)
  }

  /// The values shown are of another run; the list stays until it is asked again.
  outdate(): void {
    if (this.dom.hidden) return
    this.abort.abort()
    this.dom.dataset.old = ''
    const again = button('copy', 'Ask again', () => void this.open(this.question!))
    this.tools.replaceChildren(textElement('span', '', 'This is of the run before.'), again, this.closer())
  }

  /// Another line or moment is shown below: the list leaves room for it, and scrolls by itself.
  makeRoom(): void {
    if (this.dom.hidden || 'beside' in this.dom.dataset) return
    const step = this.dom.querySelector('.why-step:focus-within')
    const pane = this.dom.closest('.stage')
    if (pane === null) return
    this.dom.dataset.beside = ''
    this.dom.style.setProperty('--most', `${Math.round(pane.clientHeight * besidePart)}px`)
    pane.scrollTo({ top: 0 })
    step?.scrollIntoView({ block: 'nearest' })
  }

  private begin({ name, cell, isForward }: Question): void {
    delete this.dom.dataset.old
    delete this.dom.dataset.beside
    const what = typeof cell === 'string' ? `the first ${cell === 'nan' ? 'NaN' : 'infinity'} of ${name}` : cellText(name, cell)
    this.dom.setAttribute('aria-label', isForward ? 'What depends on it?' : 'Where from?')
    this.title.textContent = `${isForward ? 'What depends on' : 'Where from:'} ${what}`
    this.tools.replaceChildren(this.closer())
    this.said.textContent = ''
    this.beginning.replaceChildren()
    this.summary.textContent = ''
    this.steps.replaceChildren()
    this.light(null, null)
    this.end.textContent = ''
    this.dom.hidden = false
    this.title.focus({ preventScroll: true })
    this.dom.scrollIntoView({ block: 'nearest' })
  }

  private showProgress(steps: number): void {
    if (this.steps.firstChild !== null || this.dom.hidden) return
    this.said.textContent = steps === 0 ? 'Running the program again … ' : `Running the program again, ${groupedNumber(steps)} steps … `
    if (this.tools.querySelector('.stop') === null) this.tools.prepend(button('copy stop', 'Stop', () => this.abort.abort()))
  }

  private fail(sentence: string): void {
    this.tools.replaceChildren(button('copy', 'Ask again', () => void this.open(this.question!)), this.closer())
    this.said.textContent = sentence
  }

  private show(chain: WhyChain): void {
    const { question } = this
    const asked = chain.cells[0]!
    this.title.textContent = `${question!.isForward ? 'What depends on' : 'Where from:'} ${signed(`${asked.name} = ${asked.value}`)}`
    this.said.textContent = ''
    const program = this.host.program()
    const text = program?.text ?? ''
    const isGrid = isOfGrid(chain)
    const functions = chain.cells.map((cell) => (cell.end > 0 ? functionAt(program, chain.rangeOf(cell).from) : ''))
    const isOne = new Set(functions.filter((name) => name !== '')).size < 2
    const steps = chain.cells.map((cell, i) => this.step(chain, cell, text, isGrid, isOne ? '' : functions[i]!))
    this.steps.replaceChildren(...steps)
    this.showBeginnings(chain, steps, text)
    this.summary.textContent = summaryOf(chain, text)
    this.end.textContent = chain.complete ? '' : 'The chain goes on.'
    if (!chain.complete && chain.cells.length >= this.cells) this.end.append(' ', button('copy', 'More', () => void this.open(question!, this.cells + mostCells)))
    const other = button('copy', question!.isForward ? 'Where from?' : 'What depends on it?', () => void this.open({ ...question!, cell: asked.cell, isForward: !question!.isForward }))
    this.tools.replaceChildren(
      button('copy', 'Copy text', () => void copyText(String(chain), this.said, 'Copied.')),
      button('copy', 'Copy Markdown', () => void copyText(markdownOf(chain, text), this.said, 'Copied.')),
      other,
      this.closer(),
    )
  }

  private showBeginnings(chain: WhyChain, steps: readonly HTMLElement[], text: string): void {
    const lines = beginningsOf(chain).slice(0, mostBeginnings).map((cell) => {
      const line = element('span', 'why-begins')
      const go = button('why-link', signed(`${cell.name} = ${cell.value}`), () => {
        const step = steps[chain.cells.indexOf(cell)]!
        step.scrollIntoView({ block: 'nearest' })
        step.querySelector<HTMLElement>('.why-cell')!.click()
      })
      const place = [placeWords(cell), sourceWords(cell, text)].filter((words) => words !== '').join(', ')
      line.append(cell.begins_here ? 'Begins at ' : 'NaN at ', go, `, ${place}${cell.rule === '' ? '' : `: ${cell.rule}`}`)
      return line
    })
    this.beginning.replaceChildren(...lines)
  }

  private closer(): HTMLElement {
    return button('copy', 'Close', () => this.close())
  }

  private step(chain: WhyChain, cell: WhyCell, text: string, isGrid: boolean, inFunction: string): HTMLElement {
    const item = element('li', 'why-step')
    if (cell.begins_here) item.dataset.begins = ''
    const place = cell.end > 0 ? chain.rangeOf(cell) : null
    const go = button('why-cell', signed(`${cell.name} = ${cell.value}`), () => place !== null && this.host.goTo(place))
    const head = element('div', 'why-head')
    head.append(go, textElement('span', 'why-line', placeWords(cell)))
    if (inFunction !== '') head.append(textElement('code', 'why-function', inFunction))
    const sets = cell.sets.length > 0 ? [this.sets(cell, chain, isGrid)] : []
    // The greatest of many terms say more than the first of them.
    const isMany = chain.direction === 'back' && cell.sets.some(isLarge)
    item.append(head, ...(isMany ? sets : []), ...[
      textElement('p', 'why-formula', cell.formula === '' ? '' : `= ${signed(cell.formula)}`),
      textElement('p', ruleClass(cell), ruleWords(cell)),
      textElement('p', 'why-note', [timeWords(cell, isGrid), ...cell.notes, cell.reason].filter((words) => words !== '').join('; ')),
      textElement('p', 'why-source', sourceWords(cell, text)),
    ].filter(({ textContent }) => textContent !== ''))
    if (!isMany) item.append(...sets)
    const light = (): void => this.light(item, place)
    const dark = (): void => void (this.lit === item && this.light(null, null))
    // A list that scrolls below the pointer is not pointed at.
    item.addEventListener('pointermove', ({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && light())
    item.addEventListener('pointerleave', dark)
    item.addEventListener('focusin', light)
    item.addEventListener('focusout', dark)
    return item
  }

  private light(item: HTMLElement | null, place: Range | null): void {
    if (this.lit === item) return
    this.lit = item
    this.host.light(place)
  }

  private sets(cell: WhyCell, { direction }: WhyChain, isGrid: boolean): HTMLElement {
    const line = element('p', 'why-from')
    const { products, rest } = direction === 'back' ? termsOf(cell) : { products: [], rest: cell.sets }
    if (products.length > 0) line.append(productsTitle(cell), ...products.flatMap((product, k) => [k > 0 ? ', ' : '', ...this.product(cell, product)]))
    if (rest.length > 0) line.append(products.length > 0 ? '; ' : '', direction === 'back' ? 'from ' : 'to ')
    rest.forEach((set, i) => {
      if (i > 0) line.append('; ')
      const words = setWords(set, isGrid)
      if (words !== '') line.append(`${words} `)
      greatestFirst(set).forEach((term, k) => line.append(k > 0 ? ', ' : '', ...this.term(set, term)))
      if (set.decides) line.append(' (decides)')
    })
    return line
  }

  private product({ sets: [left, right] }: WhyCell, { value, terms: [a, b] }: Product): (HTMLElement | string)[] {
    return [...this.term(left!, a), ' * ', ...this.term(right!, b), ` is ${shortNumber(value, 6)}`]
  }

  /// A cell with a step of its own leads to it.
  private term(set: WhySet, term: WhyTerm): (HTMLElement | string)[] {
    const through = term.through.length === 0 ? [] : [`, ${term.through.join(', ')}`]
    const { id } = term
    if (id === null) return [textElement('code', '', termWords(set, term)), ...through]
    const link = button('why-link', termWords(set, term), () => this.steps.children[id]?.querySelector<HTMLElement>('.why-cell')?.focus())
    link.title = `Step ${id + 1}`
    return [link, ...through]
  }
}
