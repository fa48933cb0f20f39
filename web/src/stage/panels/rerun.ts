import type { Program, RunValues, Session } from 'paddock-hlo'
import { groupedNumber } from '../../shared/numbers.js'
import type { DoneLine, Executions } from './executions.js'
import { Moments } from './moments.js'

/// The run shown, and how to show other values of it.
interface Rerunnable {
  program: Program
  /// Starts the run again, for stepping.
  start(): Promise<Session>
  /// Shows these values; null: those of the end.
  show(values: RunValues | null): Promise<void>
}

/// Milliseconds below which a seek shows no message.
const patience = 200

/// A repetition of the run, at the moment that the user chose.
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

  /// Sets the cursor's line; null if it was executed at most once.
  show(line: DoneLine | null): void {
    this.control.show(line)
  }

  /// Aborts the current seek; its intermediate values are never shown.
  stop(): void {
    if (this.isSeeking) this.leave()
  }

  /// Called when another run replaces this one.
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

  /// `execution` of the line is the wanted one.
  private goTo(line: DoneLine): void {
    this.seek.abort()
    const seek = new AbortController()
    this.seek = seek
    this.last = this.last.then(() => this.find(line, seek.signal)).catch((error: Error) => {
      this.moments = null
      if (seek.signal.aborted) return
      this.control.reset()
      this.control.say(`The run cannot be replayed: ${error.message}. `)
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
      this.control.say(isThere ? this.momentSentence(line) : 'The run does not reach it again. ')
      await this.run.show(isThere ? moments.values : null)
    } finally {
      this.isSeeking = false
      clearTimeout(waiting)
    }
  }

  private momentSentence({ offset, execution, process }: DoneLine): string {
    const line = this.run.program.text.slice(0, offset).split('\n').length
    const whose = process > 0 ? ` of process ${process}` : ''
    return `All lines show their values after execution ${groupedNumber(execution)} of line ${line}${whose}. `
  }
}
