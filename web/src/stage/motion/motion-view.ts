import type { WhyRun } from 'paddock-hlo'
import { adoptStyles } from '../../shared/adopt-styles.js'
import { button, element, textElement } from '../../shared/dom.js'
import { sheet } from '../../shared/sheet.js'
import { MotionPicture } from './motion-picture.js'
import { countOf, isCollective, mostMoved, readMoves, type Moving } from './moves.js'

const motionStyles = sheet(`
  .motion-row { display: flex; align-items: center; gap: 8px; margin: 8px 0; }
  .motion-row .range { flex: 1; min-width: 0; }
  .motion-picture { overflow-x: auto; }
  .motion-picture svg { display: block; font: 11px/1 var(--mono); }
  .motion-frame { fill: none; stroke: var(--line); }
  .motion-name { fill: var(--muted); font-size: 12px; }
  .motion-value { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
  .motion-cell rect { stroke-width: 1.5; }
  ${[0, 1, 2, 3, 4, 5].map((hue) => `.hue${hue} rect { stroke: var(--d${hue}); fill: color-mix(in srgb, var(--d${hue}) 18%, var(--pane)); }`).join('\n  ')}
  .motion-sum rect { fill: var(--pane); stroke: var(--ink); stroke-width: 1.5; }
`)

/// Milliseconds of a motion that is played.
const duration = 500
/// Limit of the processes that are drawn.
const mostProcesses = 8

/// Where the values of a line come from, as its run is asked.
interface Asked {
  moving: Omit<Moving, 'processes'>
  /// Names of the operands and the result.
  names: readonly string[]
  process: number
  start(): Promise<WhyRun>
}

/// The motion of an operation that moves cells, as a function of a slider. With reduced motion it has its two ends alone, with
/// numbered cells.
export class MotionView {
  private readonly range = element('input', 'range')
  private readonly body = element('div', 'motion-body')
  private picture: MotionPicture | null = null
  private newest = 0
  private readonly isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches

  constructor(dom: HTMLElement, private readonly width: number) {
    adoptStyles(dom, motionStyles)
    const { range } = this
    range.type = 'range'
    range.min = '0'
    range.max = this.isReduced ? '1' : '100'
    range.value = range.max
    range.setAttribute('aria-label', 'Position of the motion')
    range.addEventListener('input', () => this.place())
    const row = element('div', 'motion-row')
    row.append('before', range, 'after', ...(this.isReduced ? [] : [button('choice', 'Play', () => this.play())]))
    dom.append(row, this.body)
  }

  async show({ moving, names, process, start }: Asked): Promise<void> {
    const asked = ++this.newest
    const why = await start()
    try {
      const count = why.grid.replicas * why.grid.partitions
      const processes = isCollective(moving.name) ? Array.from({ length: Math.min(count, mostProcesses) }, (_, i) => i) : [process]
      if (countOf(moving.shape) * processes.length > mostMoved) return this.body.replaceChildren(textElement('p', 'note', `Motion is drawn for at most ${mostMoved} cells.`))
      const moved = await readMoves({ ...moving, processes }, why)
      if (asked !== this.newest) return
      this.picture = new MotionPicture({ ...moving, processes }, moved, names, this.width, this.isReduced)
      this.body.replaceChildren(this.picture.dom)
      this.place()
    } finally {
      why.close()
    }
  }

  /// Moves the slider to a part of the motion, from 0 to 1.
  moveTo(part: number): void {
    this.range.value = String(Math.round(part * Number(this.range.max)))
    this.place()
  }

  private place(): void {
    const position = this.range.valueAsNumber / Number(this.range.max)
    this.range.setAttribute('aria-valuetext', position === 0 ? 'before' : position === 1 ? 'after' : `${Math.round(position * 100)} %`)
    this.picture?.show(position)
  }

  /// Moves the slider from the beginning to the end.
  private play(): void {
    const begin = performance.now()
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - begin) / duration))
      this.range.value = String(Math.round(part * 100))
      this.place()
      if (part < 1) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  }
}
