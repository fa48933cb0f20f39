import type { EditorView } from '@codemirror/view'
import type { Session, SessionPlace, SessionStop } from 'paddock-hlo'
import { textOf } from '../../codemirror/engine-source.js'
import { openText } from '../../codemirror/replace-text.js'
import type { InputChoices } from '../../inputs/inputs.js'
import { adoptStyles } from '../../shared/adopt-styles.js'
import { button, element, setText } from '../../shared/dom.js'
import type { Grid } from '../../shared/grid.js'
import { groupedNumber } from '../../shared/numbers.js'
import { moveCells } from '../panels/move-cells.js'
import type { Replay } from '../panels/replay.js'
import type { Stage } from '../panels/stage.js'
import { Fence } from './fence.js'
import { addGates, cursorLine, gatesOf, removeGate, setGate, showNext, toggleGate } from './gates.js'
import { GateList } from './gate-list.js'
import { Posts } from './posts.js'
import { railStyles } from './rail-styles.js'
import { Runs, type MadeOf } from './runs.js'

/// The page around a rail.
interface RailHost {
  stage: Stage
  view: EditorView
  /// Moves the cursor, so that the stage shows this line.
  visit(offset: number): void
  /// Inputs and grid of the next run.
  choices: InputChoices
  runner: { grid: Grid | null }
  submit(): void
}

/// Milliseconds without another run before its steps are counted, and below which a move shows no message.
const rest = 250
const patience = 200
/// Posts that are asked for at once.
const inView = 400

/// The rail: the steps of the run shown, and what moves through them. The whole page shows the moment of the rail.
export class Rail {
  readonly dom = element('section', 'rail')
  private readonly words = element('p', 'rail-words')
  private readonly moment = element('span', 'moment')
  private readonly next = element('span', 'rail-next')
  private readonly trap = element('input', 'trap')
  private readonly buttons: Readonly<Record<string, HTMLButtonElement>>
  private readonly fence = new Fence((clock, part) => {
    this.part = part
    this.seek(clock)
    moveCells(this.host.stage.dom, part)
  })
  private readonly list: GateList
  private readonly runs: Runs
  private replay: Replay | null = null
  private posts = new Posts()
  /// Steps of the whole run; null until they are counted.
  private total: number | null = null
  private hasFailed = false
  /// Steps done at the moment shown, and at the one that was asked for.
  private clock = 0
  private wanted = 0
  private isSeeking = false
  /// How far the cells of the operation of the moment have moved.
  private part = 1
  /// Session whose breakpoints are those of the text.
  private gated: Session | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  /// Why the last move ended where it did; empty if that is plain.
  private reason = ''
  private readonly onMoved = (by: unknown, session: Session | null): void => void this.moved(by, session)

  constructor(private readonly host: RailHost) {
    this.dom.setAttribute('aria-label', 'Steps of the run')
    this.list = new GateList({ change: (gate) => setGate(host.view, gate), remove: (line) => removeGate(host.view, line) })
    this.runs = new Runs((run) => this.open(run))
    this.buttons = this.makeButtons()
    this.dom.append(this.row(), this.fence.dom, this.list.dom)
    addGates(host.view, () => this.changedGates())
    host.stage.onRun = () => this.runChanged()
  }

  /// To be called when it stands in the page.
  start(): void {
    adoptStyles(this.dom, railStyles)
    this.runChanged()
  }

  /// Ends stepping: the page shows the end of the run.
  close(): void {
    clearTimeout(this.timer)
    this.forget()
    showNext(this.host.view, null)
  }

  /// Redraws with other colours.
  redraw(): void {
    this.fence.draw()
  }

  private makeButtons(): Record<string, HTMLButtonElement> {
    const { view } = this.host
    const acts: Readonly<Record<string, [title: string, act: () => void]>> = {
      Start: ['Goes to the first step', () => this.step(0)],
      Back: ['One step back', () => this.step(this.wanted - 1)],
      Step: ['One step forward', () => this.step(this.wanted + 1)],
      Over: ['Past this operation with its calls and regions', () => this.go((session, signal) => session.stepOver({ signal }))],
      Out: ['Out of this call, loop or region', () => this.go((session, signal) => session.stepOut({ signal }))],
      'To cursor': ["Runs to the cursor's line", () => this.go((session, signal) => session.runTo({ line: cursorLine(view.state) }, { signal }), cursorLine(view.state))],
      Continue: ['Runs to the next breakpoint', () => this.go((session, signal) => session.run({ signal, stopAtNonFinite: this.trap.checked }))],
      End: ['Shows the end of the run', () => this.seek(this.total ?? 0)],
      Breakpoint: ["Sets or removes a breakpoint on the cursor's line (F9, or a click on its number)", () => toggleGate(view, cursorLine(view.state))],
    }
    return Object.fromEntries(Object.entries(acts).map(([name, [title, act]]) => {
      const made = button('step', name, act)
      made.title = title
      return [name, made]
    }))
  }

  private row(): HTMLElement {
    const row = element('div', 'rail-row')
    this.trap.type = 'checkbox'
    const label = element('label', '')
    label.append(this.trap, 'stop at NaN or infinity')
    this.words.append(this.moment, this.next)
    row.append(...Object.values(this.buttons), label, this.words, this.runs.dom)
    return row
  }

  // --- The run.

  private forget(): void {
    this.replay?.leave(this)
    this.replay = this.total = this.gated = null
    this.posts = new Posts()
    this.hasFailed = this.isSeeking = false
  }

  private runChanged(): void {
    this.replay = this.total = this.gated = null
    this.posts = new Posts()
    showNext(this.host.view, null)
    this.show('')
    clearTimeout(this.timer)
    if (!this.dom.isConnected || this.dom.hidden) return
    this.timer = setTimeout(() => void this.begin().catch((error: Error) => this.say(`The run cannot be repeated: ${error.message}.`)), rest)
  }

  /// Repeats the run once, which counts its steps and makes going back fast.
  private async begin(): Promise<void> {
    const { stage } = this.host
    const { run } = stage.asked
    if (run === null || run.values === null) return this.say('There is no run to step through.')
    const replay = await stage.replay()
    if (replay === null || stage.asked.run?.program !== run.program) return
    this.replay = replay
    this.runs.add({ text: run.program.text, inputs: this.host.choices.all(), grid: this.host.runner.grid }, run.result.milliseconds)
    replay.onMoved(this.onMoved)
    const waiting = setTimeout(() => this.say('Counting the steps of the run …'), patience)
    const most = run.result.status === 'stopped' ? Math.max(500, run.result.milliseconds) : Infinity
    try {
      await replay.move(this, (session, signal) => this.count(session, signal, most))
    } finally {
      clearTimeout(waiting)
    }
  }

  /// A run that was stopped is repeated for `most` milliseconds.
  private async count(session: Session, signal: AbortSignal, most: number): Promise<boolean> {
    const limit = new AbortController()
    signal.addEventListener('abort', () => limit.abort())
    const timer = most === Infinity ? undefined : setTimeout(() => limit.abort(), most)
    const { reason, place } = await session.run({ signal: limit.signal })
    clearTimeout(timer)
    if (signal.aborted) return false
    this.hasFailed = reason === 'failed'
    this.total = this.clock = this.wanted = place.clock
    await this.posts.learn(session, inView)
    return false
  }

  /// Opens an earlier run: its program, its inputs and its grid.
  private open({ text, inputs, grid }: MadeOf): void {
    const { host } = this
    host.choices.replace(inputs)
    host.runner.grid = grid
    if (text !== textOf(host.view.state.doc)) openText(host.view, text)
    host.submit()
  }

  // --- Moves.

  private step(clock: number): void {
    this.part = 1
    this.seek(clock)
  }

  /// Goes to a clock. While a move is under way only the last one asked for follows.
  private seek(clock: number): void {
    if (this.total === null) return void this.begin()
    this.wanted = Math.min(Math.max(clock, 0), this.total)
    this.draw(this.wanted)
    if (!this.isSeeking) void this.seekAll()
  }

  private async seekAll(): Promise<void> {
    const { replay } = this
    this.isSeeking = true
    try {
      while (this.replay === replay && this.wanted !== this.clock) {
        const goal = this.wanted
        const isThere = await this.move((session, signal) => session.goTo(goal, { signal }))
        if (this.wanted === goal || !isThere) this.wanted = this.clock
      }
    } finally {
      this.isSeeking = false
    }
  }

  /// Moves from the moment shown; from the end, from the beginning. `line` is that of the cursor, if it is the goal.
  private go(act: (session: Session, signal: AbortSignal) => Promise<SessionStop>, line?: number): void {
    const { total, clock } = this
    if (total === null) return void this.begin()
    this.part = 1
    void this.move(async (session, signal) => {
      const from = clock === total ? 0 : clock
      if (session.place.clock !== from) await session.goTo(from, { signal })
      await this.setGates(session)
      let stop = await act(session, signal)
      if (line === undefined || stop.reason !== 'finished' || from === 0) return stop
      // The line is behind the moment.
      await session.goTo(0, { signal })
      stop = await act(session, signal)
      return stop
    }, line)
  }

  private async move(act: (session: Session, signal: AbortSignal) => Promise<SessionStop>, line?: number): Promise<boolean> {
    const { replay } = this
    if (replay === null) return false
    const waiting = setTimeout(() => this.say('Moving through the run …'), patience)
    try {
      return await replay.move(this, async (session, signal) => {
        const stop = await act(session, signal)
        this.reason = this.reasonOf(stop, session, line)
        const isEnd = stop.reason === 'finished' || stop.reason === 'failed' || stop.place.clock === this.total
        if (signal.aborted || isEnd) return false
        this.host.visit((session.lastRange ?? session.place).from)
        return true
      })
    } catch (error) {
      this.say(`The run cannot be repeated: ${(error as Error).message}.`)
      return false
    } finally {
      clearTimeout(waiting)
    }
  }

  /// Anything on the page has shown another moment.
  private async moved(by: unknown, session: Session | null): Promise<void> {
    if (this.total === null) return
    this.clock = session?.place.clock ?? this.total
    if (by !== this) this.wanted = this.clock
    if (session !== null) await this.posts.learn(session, inView)
    showNext(this.host.view, session === null || session.place.operation === '' ? null : session.place)
    const reason = by === this ? this.reason : ''
    this.show(reason + (session === null ? this.endWords : nextWords(session.place, session.executions)))
    moveCells(this.host.stage.dom, by === this ? this.part : 1)
  }

  /// Says why a move ended, if its place alone does not.
  private reasonOf({ reason, place }: SessionStop, { lastRange }: Session, line: number | undefined): string {
    const { doc } = this.host.view.state
    const last = lastRange === null || lastRange.from > doc.length ? 0 : doc.lineAt(lastRange.from).number
    if (reason === 'nonFinite') return `: line ${last} gave a NaN or an infinity`
    if (reason === 'finished' && line !== undefined) return `: the run does not come to line ${line}`
    if (reason !== 'breakpoint' || line === place.line) return ''
    const isPlain = gatesOf(this.host.view.state).some((gate) => gate.line === place.line && gate.when === undefined)
    return isPlain ? ': breakpoint' : `: the condition of line ${last} holds`
  }

  private get endWords(): string {
    return this.hasFailed ? ': the run failed here' : ': the end'
  }

  // --- Breakpoints.

  private changedGates(): void {
    this.gated = null
    this.list.show(gatesOf(this.host.view.state), null)
    this.draw(this.wanted)
  }

  private async setGates(session: Session): Promise<void> {
    if (this.gated === session) return
    const gates = gatesOf(this.host.view.state)
    const places = await session.setBreakpoints(gates.map(({ line, when }) => (when === undefined ? { line } : { line, when })))
    this.gated = session
    this.list.show(gates, places)
  }

  // --- Look.

  private say(sentence: string): void {
    setText(this.next, `${this.total === null ? '' : ': '}${sentence}`)
  }

  private show(next: string): void {
    setText(this.next, next)
    this.words.title = `${this.moment.textContent}${next}`
    this.draw(this.clock)
  }

  private draw(clock: number): void {
    const { total, buttons } = this
    const words = total === null ? '' : Fence.words(clock, total)
    setText(this.moment, words)
    const gates = new Set(gatesOf(this.host.view.state).map(({ line }) => line))
    this.fence.show(total === null ? null : { clock, total, hasFailed: this.hasFailed, gates, at: (at) => this.posts.at(at) }, `${words}${this.next.textContent}`)
    for (const name of ['Start', 'Back']) buttons[name]!.disabled = total === null || clock === 0
    for (const name of ['Step', 'End']) buttons[name]!.disabled = total === null || clock === total
    for (const name of ['Over', 'Out', 'To cursor', 'Continue']) buttons[name]!.disabled = total === null
  }
}

/// Says what runs next.
function nextWords({ line, operation }: SessionPlace, executions: number): string {
  if (operation === '') return ''
  const times = executions > 0 ? `, execution ${groupedNumber(executions + 1)}` : ''
  return `: next is line ${line}, ${operation}${times}`
}
