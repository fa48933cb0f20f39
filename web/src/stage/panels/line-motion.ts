import { element, textElement } from '../../shared/dom.js'
import type { MotionView } from '../motion/motion-view.js'
import type { LineValues, Pane } from './line-values.js'
import { cellsEvent } from './move-cells.js'

/// Whether the user last opened or closed a motion, so that it stays open from line to line.
let wasOpen = false

/// The motion of a line's operation, which is loaded and asked for when it is opened. The rail moves it, too.
export class LineMotion {
  readonly dom = element('details', 'motion')
  private view: MotionView | null = null
  private shown: { values: LineValues; pane: Pane } | null = null

  constructor(private readonly pane: Pane) {
    this.dom.append(textElement('summary', '', 'Motion'))
    this.dom.open = wasOpen
    this.dom.addEventListener('toggle', () => {
      wasOpen = this.dom.open
      void this.draw()
    })
    this.dom.addEventListener(cellsEvent, (event) => this.view?.moveTo((event as CustomEvent<number>).detail))
  }

  update(values: LineValues, pane: Pane): void {
    this.shown = { values, pane }
    if (this.dom.open) void this.draw()
  }

  private async draw(): Promise<void> {
    if (!this.dom.open) return
    const { MotionView } = await import('../motion/motion-view.js')
    this.view ??= new MotionView(this.dom, this.pane.width)
    const { values: { operation, operands, results }, pane: { run, startWhy } } = this.shown!
    const [result] = results
    if (run === null || result === undefined) return
    const line = run.program.text.slice(0, result.place.from).split('\n').length
    const moving = { name: operation.name, result: result.place.name, line, shape: result.tensor.shape, operands: operands.map(({ tensor }) => [...tensor.shape]) }
    await this.view.show({ moving, names: [...operands, result].map(({ title }) => title), process: run.process, start: startWhy }).catch(() => {})
  }
}
