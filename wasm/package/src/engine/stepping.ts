/// Stepping sessions, in the engine.
import type { SessionHandle } from './glue.js'
import { Pacer } from './pacer.js'
import { conditionKinds, type GoRequest, type Replies, type WireBreakpoint, type WireStand } from '../protocol/messages.js'
import { Teller, type RunPlace } from './session-output.js'

/// Results of SessionHandle.runStepping, in order.
const stops = ['reached', 'budgetSpent', 'breakpoint', 'nonFinite', 'finished', 'failed', 'lost'] as const

type Stop = (typeof stops)[number]
type Reason = Replies['go']['reason']

/// Encodes each breakpoint as five integers: SessionHandle::set_breakpoints.
export function breakpointNumbers(breakpoints: readonly WireBreakpoint[]): string {
  return breakpoints.map(({ kind, at, execution, condition, limit }) => [kind === 'line' ? 0 : 1, at, execution, conditionKinds[condition], bitsOf(limit)]).join()
}

const bitsOf = (number: number): bigint => new BigInt64Array(Float64Array.of(number).buffer)[0]!

export const standOf = (session: SessionHandle): WireStand => JSON.parse(session.place())

/// One move of a session.
export class Going {
  /// Whether the session is released afterwards.
  isLast = false
  private isStopped: boolean
  private readonly teller: Teller
  private readonly pacer: Pacer

  constructor(
    place: RunPlace,
    id: number,
    private readonly session: SessionHandle,
    private readonly request: GoRequest,
  ) {
    this.teller = new Teller(place, id, session, true)
    this.pacer = new Pacer(place.pace)
    this.isStopped = request.isStopped
  }

  async go(): Promise<Replies['go']> {
    const reason = await this.legs()
    const { session } = this
    const diagnostics = JSON.parse(session.diagnostics())
    if (reason === 'finished') diagnostics.push(...JSON.parse(session.remarks()))
    return { reason, stand: standOf(session), diagnostics }
  }

  stop(): void {
    this.isStopped = true
  }

  /// Performs the moves of the request in order; the first that does not arrive ends it.
  private async legs(): Promise<Reason> {
    const { session, request } = this
    session.setTrap(request.stopsAtNonFinite)
    if (request.goal === 'clock') {
      session.goTo(request.clock)
      return this.arrive()
    }
    if (request.making !== null) {
      const { offset, index, process, execution } = request.making
      if (!session.goToValue(offset, index, process, execution)) throw new Error('no value is defined there')
      return this.arrive()
    }
    if (request.goal === 'breakpoint') {
      session.goOnTo(breakpointNumbers(request.once))
      return this.arrive()
    }
    if (request.goal === 'over' || request.goal === 'out') {
      if (request.goal === 'over') session.stepOver()
      else session.stepOut()
      return this.arrive()
    }
    let reason: Reason = 'reached'
    for (let left = request.count; left > 0 && reason === 'reached'; --left) {
      session.step()
      reason = await this.arrive()
      await this.pacer.rest()
    }
    return reason
  }

  private async arrive(): Promise<Reason> {
    const { session, pacer, request } = this
    let left = request.workBudget === 0 ? Infinity : request.workBudget
    while (!this.isStopped && left > 0) {
      pacer.begin()
      const budget = Math.min(pacer.budget, left)
      left -= budget
      const stop: Stop = stops[session.runStepping(budget)]!
      if (stop === 'lost') throw new Error('there is no memory to begin the session again: it is lost')
      this.teller.tell()
      if (stop !== 'budgetSpent') return stop
      this.teller.report()
      await pacer.end()
    }
    return 'stopped'
  }
}
