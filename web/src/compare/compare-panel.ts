import { StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Paddock, Program, RunResult, RunValues, Tensor } from 'paddock-hlo'
import { readArrays } from '../inputs/array-file.js'
import { goTo } from '../editor/go-to.js'
import { adoptStyles } from '../shared/adopt-styles.js'
import { button, element, textElement } from '../shared/dom.js'
import { shortNumber } from '../shared/numbers.js'
import { readValue } from '../stage/picture/shown.js'
import { ValueView } from '../stage/value/value-view.js'
import { Comparer, isComplex, isFloat, type Difference } from './compare-tensors.js'
import { compareStyles } from './compare-styles.js'
import { markDifference } from './mark-line.js'
import { fileReference, namedValues, pinned, pinnedRun, tensorOf, type NamedValue, type Reference } from './references.js'
import { compareTypes, type TypeComparison } from './types.js'
import { firstOfTypes, typesSentence, typesTable } from './types-table.js'

interface CompareRun {
  program: Program
  result: RunResult
  process: number
  values: RunValues | null
}

interface CompareParts {
  view(): EditorView
  run(): CompareRun | null
  engine(): Promise<Paddock>
  numerics(): 'portable' | 'fast'
}

interface Row {
  value: NamedValue
  /// Null if the shapes differ.
  difference: Difference | null
  isOver: boolean
}

/// Limit of the largest difference over the largest magnitude, as in `paddock diff`.
const usualTolerance = 1e-5
/// Default for element types, the smallest of which have three bits of precision.
const typesTolerance = 0.01
const mostRows = 200

/// The content of the tab "Compare": each value of the run beside the one of its name in a pinned run, in a run with the
/// other numerics, or in a file.
export class ComparePanel {
  private readonly says = textElement('p', 'compare-says', '')
  private readonly table = element('div', 'compare-table')
  private readonly picture = element('div', '')
  private readonly tolerance = element('input', '')
  private reference: Reference | null = null
  private types: TypeComparison | null = null
  private run: CompareRun | null = null
  private comparer: { paddock: Paddock; comparer: Comparer } | null = null
  private newest = 0

  constructor(
    private readonly dom: HTMLElement,
    private readonly parts: CompareParts,
  ) {
    adoptStyles(dom, compareStyles)
    this.says.setAttribute('role', 'status')
    this.tolerance.type = 'text'
    this.tolerance.value = String(usualTolerance)
    this.tolerance.setAttribute('aria-label', 'Tolerance')
    this.tolerance.addEventListener('change', () => void (this.types === null ? this.compare() : this.showTypes(this.types)))
    const tools = element('div', 'compare-tools')
    tools.append(
      button('choice', 'Pin this run', () => void this.pin()),
      button('choice', 'Other numerics', () => void this.compareNumerics()),
      button('choice', 'Element types', () => void this.compareTypes()),
      this.filePicker(),
      button('choice', 'Clear', () => this.take(null)),
      'above',
      this.tolerance,
    )
    // The picture says at a glance what differs, and the table may be long.
    dom.append(tools, this.says, this.picture, this.table)
    parts.view().dispatch({ effects: StateEffect.appendConfig.of(EditorView.updateListener.of(() => this.refresh())) })
    this.say('Pin a run, then change the program, its inputs or the engine: the values that differ are listed here. A file .npz or .npy has its arrays compared by name.')
  }

  /// The run may be another one.
  refresh(): void {
    const run = this.parts.run()
    const isOther = run !== null && run.values !== null && (run.values !== this.run?.values || run.process !== this.run.process)
    if (this.dom.hidden || !isOther) return
    if (this.reference !== null) void this.compare()
    else if (this.types !== null) this.endTypes('The values are those of another run. Compare its element types again.')
  }

  private async pin(): Promise<void> {
    const run = this.parts.run()
    if (run?.values == null) return this.say('Nothing has run yet.')
    this.run = run
    this.take(await pinned(run.values, run.program.text.length, run.process, `the run pinned at ${new Date().toLocaleTimeString()}`))
    this.say(`Pinned: ${this.reference!.says}. The next run is compared with it.`)
  }

  /// Runs the program with the other numerics, on the same arguments.
  private async compareNumerics(): Promise<void> {
    const run = this.parts.run()
    if (run?.values == null) return this.say('Nothing has run yet.')
    const { program, process, values, result } = run
    const numerics = this.parts.numerics() === 'fast' ? 'portable' : 'fast'
    const inputs = await Promise.all((program.entry?.arguments ?? []).map(({ from }) => values!.tensor(from, process)))
    try {
      const other = await pinnedRun(program, { numerics, inputs, grid: result.grid }, process, `${numerics} numerics`)
      if (typeof other === 'string') return this.say(`The run with ${numerics} numerics did not finish: ${other}.`)
      this.take(other)
      await this.compare()
    } finally {
      for (const tensor of inputs) tensor?.close()
    }
  }

  /// Runs the program in each element type, on the same arguments.
  private async compareTypes(): Promise<void> {
    const run = this.parts.run()
    if (run?.values == null) return this.say('Nothing has run yet.')
    this.take(null)
    this.run = run
    const { newest } = this
    this.say('The program runs in f64 and in smaller types.')
    try {
      const comparer = await this.comparerOf()
      const comparison = await compareTypes(await this.parts.engine(), comparer, { ...run, values: run.values }, () => newest === this.newest)
      if (newest !== this.newest) return
      if (Number(this.tolerance.value) === usualTolerance) this.tolerance.value = String(typesTolerance)
      this.types = comparison
      this.showTypes(comparison)
    } catch (error) {
      if (newest === this.newest) this.say(`The types could not be compared: ${(error as Error).message}.`)
    }
  }

  private showTypes(comparison: TypeComparison): void {
    const { limit } = this
    const lineOf = ({ summary }: NamedValue): number => this.lineOf(summary.from)
    const first = firstOfTypes(comparison, limit)
    const mark = (value?: NamedValue): void => markDifference(this.parts.view(), value?.summary.from ?? null)
    mark(first)
    this.say(typesSentence(comparison, limit, lineOf), first !== undefined)
    this.table.replaceChildren(
      typesTable(comparison, limit, mostRows, {
        lineOf,
        show: (value) => {
          mark(value)
          goTo(this.parts.view(), value.summary)
        },
      }),
    )
  }

  private endTypes(sentence: string): void {
    this.take(null)
    this.say(sentence)
  }

  private filePicker(): HTMLElement {
    const label = textElement('label', 'choice', 'A file')
    const file = element('input', 'file')
    file.type = 'file'
    file.accept = '.npz,.npy,.safetensors'
    file.setAttribute('aria-label', 'A file to compare with')
    file.addEventListener('change', () => {
      const chosen = file.files?.[0]
      if (chosen !== undefined) void this.open(chosen)
      file.value = ''
    })
    label.append(file)
    return label
  }

  private async open(file: File): Promise<void> {
    try {
      const paddock = await this.parts.engine()
      const arrays = await readArrays(paddock, file.name, file)
      if (arrays === null) return this.say(`${file.name} is no file of arrays.`)
      this.take(fileReference(paddock, file.name, arrays))
      await this.compare()
    } catch (error) {
      this.say(`${(error as Error).message}.`)
    }
  }

  private take(reference: Reference | null): void {
    ++this.newest
    this.reference?.close()
    // Smaller types have a tolerance of their own.
    if (this.types !== null && Number(this.tolerance.value) === typesTolerance) this.tolerance.value = String(usualTolerance)
    this.types = null
    this.reference = reference
    this.table.replaceChildren()
    this.picture.replaceChildren()
    this.say('')
    markDifference(this.parts.view(), null)
  }

  private say(sentence: string, isOver = false): void {
    this.says.textContent = sentence
    this.says.toggleAttribute('data-over', isOver)
  }

  private async compare(): Promise<void> {
    const newest = ++this.newest
    const { reference } = this
    const run = this.parts.run()
    if (reference === null || run?.values == null) return
    this.run = run
    try {
      const rows = await this.rowsOf(run, reference, () => newest === this.newest)
      if (newest === this.newest) this.show(rows, reference)
    } catch (error) {
      // The values of a replaced run are closed.
      if (newest === this.newest) this.say(`The values could not be compared: ${(error as Error).message}.`)
    }
  }

  private get limit(): number {
    const number = Number(this.tolerance.value)
    return number >= 0 ? number : usualTolerance
  }

  private async comparerOf(): Promise<Comparer> {
    const paddock = await this.parts.engine()
    if (this.comparer?.paddock !== paddock) this.comparer = { paddock, comparer: new Comparer(paddock) }
    return this.comparer.comparer
  }

  private async rowsOf({ program, process, values }: CompareRun, reference: Reference, isWanted: () => boolean): Promise<Row[]> {
    const comparer = await this.comparerOf()
    const rows: Row[] = []
    for (const value of await namedValues(values!, program.text.length, process)) {
      if (!isWanted()) return []
      const other = await reference.find(value.name, value.summary.elementType)
      const own = other && (await tensorOf(values!, value.summary, process))
      if (other === null || own === null) continue
      const difference = await comparer.compare(own, other)
      own.close()
      rows.push({ value, difference, isOver: difference === null || isAbove(difference, this.limit, own) })
    }
    return rows
  }

  private show(rows: readonly Row[], { says }: Reference): void {
    const over = rows.filter(({ isOver }) => isOver)
    const first = over[0]?.value.summary
    markDifference(this.parts.view(), first?.from ?? null)
    const compared = `${rows.length} ${rows.length === 1 ? 'value' : 'values'} compared with ${says}`
    if (rows.length === 0) this.say(`No value of this run has a name in ${says}.`)
    else if (first === undefined) this.say(`${compared}: none differs by more than ${this.tolerance.value}.`)
    else this.say(`${compared}: ${over.length} above ${this.tolerance.value}, first ${first.name} in line ${this.lineOf(first.from)}.`, true)
    this.table.replaceChildren(...(rows.length === 0 ? [] : [this.tableOf(rows)]))
    this.picture.replaceChildren()
    if (over[0] !== undefined) void this.draw(over[0].value)
  }

  private lineOf(offset: number): number {
    return this.run!.program.text.slice(0, offset).split('\n').length
  }

  private tableOf(rows: readonly Row[]): HTMLElement {
    const table = element('table', '')
    const head = element('tr', '')
    head.append(...['value', 'line', 'largest difference', 'relative', 'ULP'].map((name) => textElement('th', '', name)))
    table.append(head, ...rows.slice(0, mostRows).map((row) => this.rowOf(row)))
    return table
  }

  private rowOf({ value, difference, isOver }: Row): HTMLElement {
    const row = element('tr', '')
    row.toggleAttribute('data-over', isOver)
    const name = element('td', '')
    name.append(button('compare-value', value.summary.name, () => this.inspect(value)))
    const cells = difference === null ? ['another shape', '', ''] : [difference.nonFinite > 0 ? `${difference.nonFinite} not finite` : shortNumber(difference.absolute, 3), shortNumber(difference.relative, 3), difference.ulp === null ? '' : shortNumber(difference.ulp, 4)]
    row.append(name, ...[String(this.lineOf(value.summary.from)), ...cells].map((text) => textElement('td', '', text)))
    return row
  }

  /// Goes to the line of a value, and pictures its difference.
  private inspect(value: NamedValue): void {
    goTo(this.parts.view(), value.summary)
    void this.draw(value)
  }

  /// Pictures value - reference.
  private async draw(value: NamedValue): Promise<void> {
    const { run, reference, newest } = this
    if (run?.values == null || reference === null) return
    const [own, other] = await Promise.all([tensorOf(run.values, value.summary, run.process), reference.find(value.name, value.summary.elementType)])
    const difference = own && other && (await (await this.comparerOf()).subtract(own, other))
    own?.close()
    if (difference === null || newest !== this.newest) return difference?.close()
    const view = new ValueView({ width: Math.max(this.dom.clientWidth, 160), height: 320, ground: this.dom })
    await view.update(await readValue(difference, `${value.summary.name} − reference`), { isAsked: true })
    if (newest === this.newest) this.picture.replaceChildren(view.dom)
  }
}

/// Integers and booleans must be equal.
function isAbove({ differing, scaled, nonFinite }: Difference, limit: number, { elementType }: Tensor): boolean {
  return nonFinite > 0 || (isFloat(elementType) || isComplex(elementType) ? scaled > limit : differing > 0)
}
