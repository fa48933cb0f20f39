import type { Program, RunValues, Session } from 'paddock-hlo'
import { groupedNumber } from '../numbers.js'
import type { DoneLine, Executions } from './executions.js'
import { Moments } from './moments.js'

/// The run that is shown, and how to see other values of it.
export interface Rerunnable {
  program: Program
  /// Begins the same run again, to be gone through.
  start(): Promise<Session>
  /// What is in sight takes these values; null: those of the end.
  show(values: RunValues | null): Promise<void>
}

/// A seek that takes less says nothing.
const patience = 200

/// The same run once more, at the moment that somebody chose.
export class Rerun {
  private moments: Promise<Moments> | null = null
  private seek = new AbortController()
  private isSeeking = false
  /// One seek at a time.
  private last: Promise<void> = Promise.resolve()

  constructor(
    private readonly run: Rerunnable,
    private readonly control: Executions,
  ) {
    control.reset()
    control.actions = { goTo: (line, execution) => this.goTo({ ...line, execution }), leave: () => this.leave() }
  }

  /// What the cursor's line is; null where it is none that was done more than once.
  show(line: DoneLine | null): void {
    this.control.show(line)
  }

  /// Who is on the way to a moment goes no further; what lies half way is shown to nobody.
  stop(): void {
    if (this.isSeeking) this.leave()
  }

  /// Another run has taken this one's place.
  end(): void {
    this.seek.abort()
    this.control.actions = null
    void this.moments?.then((moments) => moments.close(), () => {})
    this.moments = null
  }

  private leave(): void {
    this.seek.abort()
    this.control.reset()
    void this.run.show(null)
  }

  /// `execution` of the line says which one is wanted.
  private goTo(line: DoneLine): void {
    this.seek.abort()
    const seek = new AbortController()
    this.seek = seek
    this.last = this.last.then(() => this.find(line, seek.signal)).catch((error: Error) => {
      this.moments = null
      if (seek.signal.aborted) return
      this.control.reset()
      this.control.say(`The run cannot be gone through: ${error.message}. `)
    })
  }

  private async find(line: DoneLine, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const waiting = setTimeout(() => this.control.say(`Going to execution ${groupedNumber(line.execution)} … `), patience)
    this.isSeeking = true
    try {
      this.moments ??= this.run.start().then((session) => new Moments(session))
      const moments = await this.moments
      const isThere = await moments.goTo({ offset: line.offset, index: 0, process: line.process, execution: line.execution }, signal)
      if (signal.aborted) return
      clearTimeout(waiting)
      if (!isThere) this.control.reset()
      this.control.say(isThere ? this.momentSentence(line) : 'The run does not come there again. ')
      await this.run.show(isThere ? moments.values : null)
    } finally {
      this.isSeeking = false
      clearTimeout(waiting)
    }
  }

  private momentSentence({ offset, execution, process }: DoneLine): string {
    const line = this.run.program.text.slice(0, offset).split('\n').length
    const whose = process > 0 ? ` of process ${process}` : ''
    return `All lines hold what they held after execution ${groupedNumber(execution)} of line ${line}${whose}. `
  }
}
