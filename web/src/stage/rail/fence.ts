import { element } from '../../shared/dom.js'
import { groupedNumber } from '../../shared/numbers.js'
import type { Post } from './posts.js'

/// Run and moment that a fence shows.
interface FenceState {
  /// Steps done at the moment shown, and in the whole run.
  clock: number
  total: number
  /// The run failed, or gave the NaN that it was stopped at.
  hasFailed: boolean
  /// Lines with a breakpoint.
  gates: ReadonlySet<number>
  at(clock: number): Post | undefined
}

/// Pixels: the least between two posts, the most, the height, and the part of it for the whole of a long run.
const least = 6
const widest = 18
const height = 44
const overview = 8

/// One post for each step, on two rails: green are passed, orange is next, red is a failure. A post is as high as its operation
/// is deep in calls and regions. A long run shows the posts around the moment, and a bar for the whole. It is a slider.
export class Fence {
  readonly dom = element('div', 'fence')
  private readonly canvas = element('canvas', 'posts')
  private state: FenceState | null = null
  private width = 0
  /// First clock of the posts shown, kept while they are dragged over.
  private first = 0
  private isDragged: 'posts' | 'overview' | null = null

  /// `part`, from 0 to 1: how far the pointer is through the bay of the moment.
  constructor(private readonly seek: (clock: number, part: number) => void) {
    const { dom } = this
    dom.setAttribute('role', 'slider')
    dom.setAttribute('aria-label', 'Step of the run')
    dom.setAttribute('aria-orientation', 'horizontal')
    dom.append(this.canvas)
    dom.addEventListener('keydown', (event) => this.press(event))
    dom.addEventListener('pointerdown', (event) => this.grasp(event))
    dom.addEventListener('pointermove', (event) => this.isDragged !== null && this.drag(event))
    for (const name of ['pointerup', 'pointercancel'] as const) dom.addEventListener(name, () => this.release())
    new ResizeObserver(([entry]) => this.resize(entry!.contentRect.width)).observe(dom)
    this.show(null, '')
  }

  /// `words` describe the moment.
  show(state: FenceState | null, words: string): void {
    this.state = state
    const { dom } = this
    dom.tabIndex = state === null ? -1 : 0
    dom.setAttribute('aria-disabled', String(state === null))
    dom.setAttribute('aria-valuemin', '0')
    dom.setAttribute('aria-valuemax', String(state?.total ?? 0))
    dom.setAttribute('aria-valuenow', String(state?.clock ?? 0))
    dom.setAttribute('aria-valuetext', words)
    this.draw()
  }

  private resize(width: number): void {
    this.width = Math.floor(width)
    this.draw()
  }

  private get isLong(): boolean {
    return this.state !== null && this.state.total * least > this.width
  }
  private get gap(): number {
    return this.isLong ? least : Math.min(widest, this.width / Math.max(1, this.state?.total ?? 1))
  }

  private press(event: KeyboardEvent): void {
    const { state } = this
    if (state === null || event.ctrlKey || event.altKey || event.metaKey) return
    const page = Math.max(1, Math.round(state.total / 10))
    const goals: Readonly<Record<string, number>> = {
      ArrowLeft: state.clock - 1, ArrowDown: state.clock - 1, ArrowRight: state.clock + 1, ArrowUp: state.clock + 1,
      PageDown: state.clock - page, PageUp: state.clock + page, Home: 0, End: state.total,
    }
    const goal = goals[event.key]
    if (goal === undefined) return
    event.preventDefault()
    this.seek(Math.min(Math.max(goal, 0), state.total), 1)
  }

  private grasp(event: PointerEvent): void {
    if (this.state === null || event.button !== 0) return
    this.dom.setPointerCapture(event.pointerId)
    const inside = event.clientY - this.dom.getBoundingClientRect().top
    this.isDragged = this.isLong && inside < overview + 4 ? 'overview' : 'posts'
    this.drag(event)
  }

  private drag({ clientX }: PointerEvent): void {
    const { state } = this
    if (state === null) return
    const x = clientX - this.dom.getBoundingClientRect().left
    const clock = this.isDragged === 'overview' ? (x / this.width) * state.total : this.first + x / this.gap
    const isWithin = this.isDragged === 'posts' && clock >= 0 && clock < state.total
    this.seek(Math.min(Math.max(Math.floor(clock), 0), state.total), isWithin ? clock % 1 : 1)
  }

  private release(): void {
    this.isDragged = null
    this.draw()
  }

  /// Redraws, also for other colours.
  draw(): void {
    const { canvas, width, state } = this
    const context = canvas.getContext('2d')
    if (context === null || width === 0) return
    const scale = devicePixelRatio
    if (canvas.width !== width * scale || canvas.height !== height * scale) [canvas.width, canvas.height] = [width * scale, height * scale]
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.clearRect(0, 0, width, height)
    if (state !== null) this.drawFence(context, state)
  }

  private drawFence(context: CanvasRenderingContext2D, state: FenceState): void {
    const style = getComputedStyle(this.dom)
    const colour = (name: string): string => style.getPropertyValue(name)
    const { width, gap, isLong } = this
    const fits = Math.floor(width / gap)
    if (this.isDragged !== 'posts') this.first = isLong ? Math.max(0, Math.min(state.clock - Math.floor(fits / 2), state.total - fits + 1)) : 0
    const last = Math.min(state.total, this.first + fits)
    const end = (last - this.first) * gap
    const fill = (name: string, ...[x, y, w, h]: [number, number, number, number]): void => {
      context.fillStyle = colour(name)
      context.fillRect(x, y, w, h)
    }
    if (isLong) {
      fill('--line', 0, 2, width, 4)
      fill('--green', 0, 2, (width * state.clock) / state.total, 4)
      fill('--now', Math.max(0, (width * state.clock) / state.total - 2), 0, 4, overview)
    }
    const passed = Math.max(0, Math.min((state.clock - this.first) * gap, end))
    for (const y of [height - 10, height - 20]) {
      fill('--line', 0, y, end, 2)
      fill('--green', 0, y, passed, 2)
    }
    for (let clock = this.first; clock < last; ++clock) this.drawPost(fill, state, clock, (clock - this.first + 0.5) * gap)
    if (state.hasFailed && last === state.total) fill('--error', end - 3, overview + 4, 3, height - overview - 4)
  }

  private drawPost(fill: (name: string, ...of: [number, number, number, number]) => void, state: FenceState, clock: number, x: number): void {
    const post = state.at(clock)
    const isNext = clock === state.clock
    const name = isNext ? '--now' : clock < state.clock ? '--green' : '--muted'
    const size = Math.min(14 + 4 * (post?.depth ?? 0), height - overview - 2)
    const wide = isNext ? 4 : 2
    // A step that is not known yet, or prepares a constant, is a short post.
    fill(name, Math.round(x - wide / 2), height - (post === undefined ? 8 : size) - 2, wide, post === undefined ? 8 : size)
    if (post !== undefined && state.gates.has(post.line)) fill('--now', Math.round(x - 3), height - size - 5, 6, 3)
  }

  /// Describes a place of a run.
  static words(clock: number, total: number): string {
    return `Step ${groupedNumber(clock)} of ${groupedNumber(total)}`
  }
}
