import type { WhyCell, WhyChain, WhySet } from 'paddock-hlo'
import { button, element, textElement } from '../../shared/dom.js'
import { shortNumber } from '../../shared/numbers.js'
import { pictureOf } from '../picture/cell-event.js'
import type { Picture } from '../picture/picture.js'
import { greatestFirst, isOfGrid, placeWords, productsTitle, ruleClass, ruleWords, setWords, signed, termsOf, termWords, timeWords } from './chain-words.js'
import { blocksOf, drawLit } from './lit-cells.js'
import { OutsideMark } from './outside-mark.js'
import { cellText, type ShownValue, type WhyHost } from './question.js'
import type { WhySource } from './why-source.js'

/// Cells of a set that are named.
const mostTerms = 4

/// Cells that are outlined of those that depend on a cell.
const mostUses = 256

/// Pixels around it.
const margin = 8

interface Look {
  section: HTMLElement
  value: ShownValue
  cell: readonly number[]
}

const isSame = (a: Look | null, b: Look | null): boolean =>
  a === b || (a !== null && b !== null && a.section === b.section && a.value.name === b.value.name && a.cell.join() === b.cell.join())

/// The cells of a set as boxes: a forward chain has no ranges.
const boxesOf = ({ ranges, cells }: WhySet): WhySet['ranges'][] => (ranges.length > 0 ? [ranges] : cells.map(({ cell }) => cell.map((index) => [index, 1, 1] as const)))

/// Shows the cells of the operands from which the cell under the pointer was computed, and the formula with their
/// numbers. A click pins it; of an operand's cell it shows the cells of the results that were computed from it.
export class Microscope {
  readonly dom = element('section', 'lens')
  readonly outside = new OutsideMark()
  private readonly words = element('div', 'lens-words')
  private readonly tools = element('p', 'why-tools')
  private looked: Look | null = null
  private isPinned = false
  private isAsking = false
  private marked: readonly Picture[] = []
  private frame = 0

  constructor(
    private readonly host: WhyHost,
    private readonly source: WhySource,
    private readonly stage: HTMLElement,
    open: (look: Look, isForward: boolean) => void,
  ) {
    this.dom.hidden = true
    this.dom.setAttribute('aria-label', 'Cell')
    this.words.setAttribute('role', 'status')
    // The list moves the picture, so a box that stays would cover its steps.
    const act = (isForward: boolean) => (): void => {
      const look = this.looked
      this.clear()
      if (look !== null) open(look, isForward)
    }
    this.tools.append(button('copy', 'Where from?', act(false)), button('copy', 'What depends on it?', act(true)), button('copy', 'Close', () => this.clear()))
    stage.closest('.stage')?.addEventListener('scroll', () => (this.place(), this.outside.place()), { passive: true })
    this.dom.append(this.words, this.tools)
  }

  /// The pointer is over a cell, or over none.
  hover(section: HTMLElement, cell: readonly number[] | null): void {
    if (this.isPinned) return
    if (cell === null) return this.clear()
    const value = this.host.valueOf(section)
    if (value !== null && !value.isOperand && this.host.isQuick()) this.look({ section, value, cell })
  }

  /// A click pins the cell, or removes the pin.
  pin(section: HTMLElement, cell: readonly number[]): void {
    const value = this.host.valueOf(section)
    if (value === null) return
    const look = { section, value, cell }
    this.setPinned(!this.isPinned || !isSame(look, this.looked))
    this.look(look)
    this.place()
  }

  /// An arrow key moves from the cell, or begins at the first one.
  move(section: HTMLElement, key: string): void {
    const picture = pictureOf(section)
    const value = this.host.valueOf(section)
    if (picture === undefined || value === null) return
    const { rows, columns, cells, facets } = picture.plane.layout
    const from = this.looked?.section === section ? picture.cellOf(this.looked.cell) : null
    const at = from ?? { facet: 0, row: 0, column: 0 }
    const [down, right] = from === null ? [0, 0] : ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0])
    // From the last row of a facet to the first of the next.
    const line = Math.min(Math.max(at.facet * rows + at.row + down!, 0), facets * rows - 1)
    const to = { facet: Math.floor(line / rows), row: line % rows, column: Math.min(Math.max(at.column + right!, 0), columns - 1) }
    if (to.row * columns + to.column >= cells) return
    this.setPinned(true)
    this.look({ section, value, cell: picture.indicesOf(to) })
  }

  /// The cell that is inspected in this section; null if none is.
  in(section: HTMLElement): Look | null {
    return this.looked?.section === section ? this.looked : null
  }

  /// Removes the pin and all marks.
  clear(): void {
    this.setPinned(false)
    this.looked = null
    this.unmark()
    this.dom.hidden = true
  }

  /// A pinned cell has actions; otherwise the pointer passes through.
  private setPinned(isPinned: boolean): void {
    this.isPinned = isPinned
    this.tools.hidden = !isPinned
    this.dom.toggleAttribute('data-pinned', isPinned)
  }

  /// Below the picture, or above it if there is no room, so that neither its cells nor the operands move.
  private place(): void {
    const canvas = this.looked && pictureOf(this.looked.section)?.canvas
    const pane = this.stage.closest('.stage')
    if (this.dom.hidden || canvas == null || pane === null) return
    const [room, picture] = [pane.getBoundingClientRect(), canvas.getBoundingClientRect()]
    Object.assign(this.dom.style, { left: `${room.left + margin}px`, width: `${pane.clientWidth - 2 * margin}px` })
    const height = this.dom.offsetHeight
    const below = picture.bottom + margin
    const above = picture.top - height - margin
    const top = below + height <= room.bottom || above < room.top ? Math.min(below, room.bottom - height) : above
    this.dom.style.top = `${top}px`
  }

  private look(look: Look): void {
    if (isSame(look, this.looked)) return
    this.looked = look
    // Read for links: link/pinned-cell.ts.
    this.dom.dataset.cell = JSON.stringify([look.section.getAttribute('aria-label'), look.cell])
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0
      void this.askNewest()
    })
  }

  /// One question at a time, about the cell that is under the pointer then.
  private async askNewest(): Promise<void> {
    if (this.isAsking) return
    this.isAsking = true
    try {
      for (let look = this.looked; look !== null; ) {
        const chain = await this.source.ask({ ...look.value, cell: look.cell, isForward: look.value.isOperand }, { depth: 1, terms: look.value.isOperand ? mostUses : mostTerms, cells: mostUses })
        if (isSame(look, this.looked)) return this.show(look, chain)
        look = this.looked
      }
    } catch {
      // A run that was replaced, or a value that is not there.
      this.clear()
    } finally {
      this.isAsking = false
    }
  }

  private show(look: Look, chain: WhyChain): void {
    const asked = chain.cells[0]!
    this.unmark()
    this.mark(look, asked)
    const isGrid = isOfGrid(chain)
    const way = chain.direction === 'back' ? 'from' : 'to'
    const title = element('p', 'lens-title')
    title.append(textElement('code', '', signed(`${cellText(look.value.name, look.cell)} = ${asked.value}`)), textElement('span', 'why-line', placeWords(asked)))
    const { products: greatest, rest } = termsOf(asked)
    const products = greatest.map(({ value, terms: [a, b] }) => `${termWords(asked.sets[0]!, a)} * ${termWords(asked.sets[1]!, b)} is ${shortNumber(value, 6)}`)
    const lines = [
      textElement('p', 'why-from', products.length === 0 ? '' : productsTitle(asked) + products.join(', ')),
      textElement('p', 'why-formula', asked.formula === '' ? '' : `= ${signed(asked.formula)}`),
      textElement('p', ruleClass(asked), ruleWords(asked)),
      textElement('p', 'why-note', [timeWords(asked, isGrid), ...asked.notes, asked.asked === null ? '' : `asks for ${signed(asked.asked.name)}`, asked.reason].filter((words) => words !== '').join('; ')),
      ...rest.map((set) => textElement('p', 'why-from', `${way} ${[setWords(set, isGrid, mostTerms), greatestFirst(set).slice(0, mostTerms).map((term) => termWords(set, term)).join(', ')].filter((words) => words !== '').join(' ')}`)),
    ]
    this.words.replaceChildren(title, ...lines.filter(({ textContent }) => textContent !== ''))
    this.dom.hidden = false
    this.place()
  }

  /// Outlines the cells of each operand that is shown, those of this process.
  private mark(look: Look, { sets, process, asked }: WhyCell): void {
    const marked: Picture[] = []
    const own = pictureOf(look.section)
    if (own !== undefined) {
      const blocks = blocksOf(own, look.cell.map((index) => [index, 1, 1] as const))
      own.mark((context) => drawLit(context, own, blocks, false))
      marked.push(own)
    }
    for (const section of this.stage.querySelectorAll<HTMLElement>('.result[aria-label]')) {
      const picture = section === look.section ? undefined : pictureOf(section)
      if (picture === undefined) continue
      const name = section.ariaLabel!.replace(/#0$/, '')
      const isOfName = (set: Pick<WhySet, 'name'>): boolean => set.name.replace(/\[.*$/, '') === name
      if (asked !== null && isOfName(asked)) this.outside.show(picture, asked.ranges)
      const blocks = sets.filter((set) => isOfName(set) && set.process.join() === process.join()).flatMap((set) => boxesOf(set).flatMap((ranges) => blocksOf(picture, ranges)))
      if (blocks.length === 0) continue
      picture.mark((context) => drawLit(context, picture, blocks, true))
      marked.push(picture)
    }
    this.marked = marked
  }

  private unmark(): void {
    for (const picture of this.marked) picture.mark(null)
    this.marked = []
    this.outside.hide()
  }
}
