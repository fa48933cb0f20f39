import { goTo } from '../editor/go-to.js'
import { addressOf, fetchFile } from '../inputs/fetch-file.js'
import { adoptStyles } from '../shared/adopt-styles.js'
import { copyText } from '../shared/copy-text.js'
import { element, textElement } from '../shared/dom.js'
import { shortNumber } from '../shared/numbers.js'
import { matching, type Command, type PaletteParts, type PaletteRun } from './command.js'
import { editorCommands } from './editor-commands.js'
import { findValues, readQuery, type ValueHit, type ValueQuery } from './find-value.js'
import { pageCommands } from './page-commands.js'
import { paletteStyles } from './palette-styles.js'
import { runReport, testCase } from './run-texts.js'

let shown: Palette | null = null

/// Opens the palette, or closes it.
export function togglePalette(parts: PaletteParts): void {
  if (shown !== null) return shown.close()
  shown = new Palette(parts, () => (shown = null))
}

/// All actions of the page by their names, and a search in the values of the run.
class Palette {
  private readonly dialog = element('dialog', 'palette')
  private readonly query = element('input', 'palette-query')
  private readonly list = element('ul', 'palette-list')
  private readonly said = element('p', 'palette-said')
  private readonly commands: readonly Command[]
  private offered: readonly Command[] = []
  private at = 0
  /// Number of the newest search.
  private search = 0

  constructor(private readonly parts: PaletteParts, private readonly onClose: () => void) {
    const root = parts.host.shadowRoot!
    this.commands = [...pageCommands(root), ...editorCommands(parts.view()), ...this.copies(), ...parts.examples.map(({ title, open }) => ({ name: `Open the example: ${title}`, hint: 'example', act: open }))]
    this.query.setAttribute('role', 'combobox')
    this.query.setAttribute('aria-expanded', 'true')
    this.query.setAttribute('aria-controls', 'palette-list')
    this.query.setAttribute('aria-label', 'Command, a number to find, or an address')
    this.query.placeholder = 'A command, a value (0.3173, NaN, rows with NaN) or an address'
    this.list.id = 'palette-list'
    this.list.setAttribute('role', 'listbox')
    this.list.setAttribute('aria-label', 'Commands')
    this.said.setAttribute('role', 'status')
    this.dialog.setAttribute('aria-label', 'Commands')
    this.dialog.append(this.query, this.list, this.said)
    this.query.addEventListener('input', () => this.offer())
    this.dialog.addEventListener('keydown', (event) => this.press(event))
    this.dialog.addEventListener('toggle', () => !this.dialog.matches(':popover-open') && this.end())
    // A click beside a popover closes it and still reaches what is there, unlike one beside a modal dialog.
    this.dialog.popover = 'auto'
    root.append(this.dialog)
    adoptStyles(this.dialog, paletteStyles)
    this.dialog.showPopover()
    this.query.focus()
    this.offer()
  }

  close(): void {
    this.dialog.hidePopover()
  }

  private end(): void {
    ++this.search
    this.dialog.remove()
    this.onClose()
  }

  /// Copies stay open, to say what was copied.
  private copies(): Command[] {
    const copy = (name: string, write: (run: PaletteRun) => Promise<string>): Command => ({ name, hint: 'copy', act: () => void this.copy(write) })
    return [
      copy('Copy as a test case', testCase),
      copy('Copy a report of the run as Markdown', (run) => runReport(run, this.parts.status(), this.parts.engine())),
    ]
  }

  private async copy(write: (run: PaletteRun) => Promise<string>): Promise<void> {
    const run = this.parts.run()
    try {
      if (run === null) throw new Error('Nothing has run yet.')
      await copyText(await write(run), this.said, 'Copied.')
    } catch (error) {
      this.said.textContent = (error as Error).message
    }
  }

  private offer(): void {
    ++this.search
    const [query, address] = [readQuery(this.query.value), addressOf(this.query.value)]
    const search: Command[] = query === null ? [] : [{ name: questionText(query), hint: 'in all values', act: () => void this.find(query) }]
    const fetch: Command[] = address === null ? [] : [{ name: `Fetch the file from ${address.host}`, hint: 'address', act: () => void this.fetch(address) }]
    this.show([...search, ...fetch, ...matching(this.commands, this.query.value)])
    this.said.textContent = this.offered.length === 0 ? 'No command has this name.' : ''
  }

  private show(commands: readonly Command[]): void {
    this.offered = commands
    this.list.replaceChildren(...commands.map((command, i) => this.item(command, i)))
    this.select(0)
  }

  private item({ name, hint }: Command, i: number): HTMLElement {
    const item = element('li', '')
    item.id = `palette-${i}`
    item.setAttribute('role', 'option')
    item.append(textElement('span', '', name), textElement('span', 'palette-hint', hint))
    item.addEventListener('click', () => this.act(i))
    item.addEventListener('pointermove', () => i !== this.at && this.select(i))
    return item
  }

  private select(i: number): void {
    this.at = Math.max(0, Math.min(i, this.offered.length - 1))
    ;[...this.list.children].forEach((item, j) => item.setAttribute('aria-selected', String(j === this.at)))
    this.query.setAttribute('aria-activedescendant', `palette-${this.at}`)
    this.list.children[this.at]?.scrollIntoView({ block: 'nearest' })
  }

  private press(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }
    const step = steps[event.key]
    if (step !== undefined) this.select(this.at + step)
    else if (event.key === 'Enter') this.act(this.at)
    else return void (event.key === 'Tab' && this.close())
    event.preventDefault()
    event.stopPropagation()
  }

  /// The palette closes, unless the command answers in it.
  private act(i: number): void {
    const command = this.offered[i]
    if (command === undefined) return
    const staysOpen = ['copy', 'in all values', 'address'].includes(command.hint)
    if (!staysOpen) this.close()
    command.act()
  }

  private async fetch(address: URL): Promise<void> {
    const search = ++this.search
    this.said.textContent = `Fetching from ${address.host}.`
    try {
      const file = await fetchFile(address)
      if (search !== this.search) return
      this.close()
      this.parts.openFile(file)
    } catch (error) {
      if (search === this.search) this.said.textContent = (error as Error).message
    }
  }

  private async find(query: ValueQuery): Promise<void> {
    const search = ++this.search
    const isWanted = (): boolean => search === this.search
    const run = this.parts.run()
    const found: Command[] = []
    this.said.textContent = 'Searching.'
    if (run?.values != null) {
      for await (const hit of findValues(run.values, run.program.text.length, run.process, query, isWanted)) found.push(this.hit(hit, run.program.text))
    }
    if (!isWanted()) return
    this.show(found)
    this.said.textContent = found.length === 0 ? `${run === null ? 'Nothing has run yet' : 'No value of this run has it'}.` : `${found.length} found.`
  }

  private hit({ summary, place, value }: ValueHit, text: string): Command {
    const line = text.slice(0, summary.from).split('\n').length
    const name = value === null ? `${summary.name}: ${place}` : `${summary.name}${place} = ${shortNumber(value)}`
    return { name, hint: `line ${line}`, act: () => goTo(this.parts.view(), summary) }
  }
}

function questionText(query: ValueQuery): string {
  if (query.kind === 'number') return `Where is ${query.text}?`
  return query.isRows ? `Rows with ${query.text} elements` : `Where are ${query.text} elements?`
}
