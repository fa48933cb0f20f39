import type { Program, Session } from 'paddock-hlo'
import { groupedNumber } from '../../shared/numbers.js'
import type { DoneLine, Executions } from './executions.js'
import { Moments } from './moments.js'
import type { Replay } from './replay.js'

/// Milliseconds below which a seek shows no message.
const patience = 200

/// Leads to the executions of a line in a run.
export class Rerun {
  private moments: Moments | null = null

  constructor(
    private readonly program: Program,
    private readonly replay: Replay,
    private readonly control: Executions,
  ) {
    control.reset()
    control.actions = { goTo: (line, execution) => void this.goTo({ ...line, execution }), leave: () => this.leave() }
    replay.onMoved((by, session) => by !== this && this.movedElsewhere(session))
  }

  /// Sets the cursor's line; null if it was executed at most once.
  show(line: DoneLine | null): void {
    this.control.show(line)
  }

  /// Called when another run replaces this one.
  end(): void {
    this.control.actions = null
  }

  private leave(): void {
    this.control.reset()
    this.replay.leave(this)
  }

  private movedElsewhere(session: Session | null): void {
    this.control.reset()
    if (session !== null) this.control.say(`All lines show their values at step ${groupedNumber(session.place.clock)}. `)
  }

  /// `execution` of the line is the wanted one. The sentence comes when its values are shown.
  private async goTo(line: DoneLine): Promise<void> {
    const waiting = setTimeout(() => this.control.say(`Going to execution ${groupedNumber(line.execution)} … `), patience)
    let sentence = ''
    try {
      await this.replay.move(this, async (session, signal) => {
        this.moments ??= new Moments(session)
        const isThere = await this.moments.goTo({ ...line, index: 0 }, signal)
        if (signal.aborted) return false
        if (!isThere) this.control.reset()
        sentence = isThere ? this.momentSentence(line) : 'The run does not reach it again. '
        return isThere
      })
    } catch (error) {
      this.moments = null
      this.control.reset()
      sentence = `The run cannot be replayed: ${(error as Error).message}. `
    } finally {
      clearTimeout(waiting)
    }
    if (sentence !== '') this.control.say(sentence)
  }

  private momentSentence({ offset, execution, process }: DoneLine): string {
    const line = this.program.text.slice(0, offset).split('\n').length
    const whose = process > 0 ? ` of process ${process}` : ''
    return `All lines show their values after execution ${groupedNumber(execution)} of line ${line}${whose}. `
  }
}
