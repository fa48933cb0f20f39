import { element } from '../../shared/dom.js'

interface EarlierRun {
  text: string
  words: string
}

/// Limit of the runs that are remembered.
const most = 40

/// The programs that ran while the rail was open, to go back to.
export class Runs {
  readonly dom = element('select', 'runs')
  private readonly runs: EarlierRun[] = []

  constructor(open: (text: string) => void) {
    const { dom } = this
    dom.setAttribute('aria-label', 'Runs')
    dom.hidden = true
    dom.addEventListener('change', () => {
      const run = this.runs[Number(dom.value)]
      if (run !== undefined) open(run.text)
    })
  }

  /// Adds the run shown. A run of an earlier text moves to the end.
  add(text: string, milliseconds: number): void {
    const time = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
    const before = this.runs.findIndex((run) => run.text === text)
    if (before >= 0) this.runs.splice(before, 1)
    this.runs.push({ text, words: `${time} · ${milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0)} ms` })
    if (this.runs.length > most) this.runs.shift()
    const newest = this.runs.length - 1
    this.dom.hidden = newest === 0
    this.dom.replaceChildren(...this.runs.map(({ words }, i) => new Option(i === newest ? `This run: ${words}` : `Run at ${words}`, String(i))).reverse())
    this.dom.value = String(newest)
  }
}
