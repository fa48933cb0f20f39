import type { ChosenInputs } from '../../inputs/inputs.js'
import { element } from '../../shared/dom.js'
import type { Grid } from '../../shared/grid.js'

/// Program, inputs and grid of a run.
export interface MadeOf {
  text: string
  inputs: ChosenInputs
  grid: Grid | null
}

interface EarlierRun extends MadeOf {
  key: string
  words: string
}

/// Limit of the runs that are remembered.
const most = 40

/// The runs made while the rail was open, to go back to.
export class Runs {
  readonly dom = element('select', 'runs')
  private readonly runs: EarlierRun[] = []

  constructor(open: (run: MadeOf) => void) {
    const { dom } = this
    dom.setAttribute('aria-label', 'Runs')
    dom.hidden = true
    dom.addEventListener('change', () => {
      const run = this.runs[Number(dom.value)]
      if (run !== undefined) open(run)
    })
  }

  /// Adds the run shown. A repeated run moves to the end.
  add(made: MadeOf, milliseconds: number): void {
    const key = keyOf(made)
    const time = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
    const before = this.runs.findIndex((run) => run.key === key)
    if (before >= 0) this.runs.splice(before, 1)
    this.runs.push({ ...made, key, words: `${time} · ${milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0)} ms${inputWords(made)}` })
    if (this.runs.length > most) this.runs.shift()
    const newest = this.runs.length - 1
    this.dom.hidden = newest === 0
    this.dom.replaceChildren(...this.runs.map(({ words }, i) => new Option(i === newest ? `This run: ${words}` : `Run at ${words}`, String(i))).reverse())
    this.dom.value = String(newest)
  }
}

/// Files are named: their elements would be a long key.
function keyOf({ text, inputs: { sources, sizes, feeds }, grid }: MadeOf): string {
  return JSON.stringify([sources.map(([of, source]) => [of, source.kind === 'file' ? source.name : source]), sizes, feeds, grid, text])
}

function inputWords({ inputs: { sources, sizes, feeds } }: MadeOf): string {
  const count = sources.length + sizes.length + feeds.length
  return count === 0 ? '' : ` · ${count} ${count === 1 ? 'input' : 'inputs'} chosen`
}
