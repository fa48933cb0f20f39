import type { Session, SessionPlace } from 'paddock-hlo'

/// One executed step.
export interface Post {
  clock: number
  line: number
  depth: number
}

/// Limit of the posts that are remembered.
const most = 50_000

/// Steps of a run that are known, by clock: those that the session has passed. A run is deterministic, so they stay valid.
export class Posts {
  private readonly known = new Map<number, Post>()

  at(clock: number): Post | undefined {
    return this.known.get(clock)
  }

  /// Learns the last `count` steps of a session, and the next one.
  async learn(session: Session, count: number): Promise<void> {
    const { place } = session
    const isKnown = this.known.has(place.clock - 1) && this.known.has(place.clock - count)
    const passed = isKnown ? [] : await session.history(count)
    if (this.known.size > most) this.known.clear()
    for (const one of passed) this.add(one)
    if (place.operation !== '') this.add(place)
  }

  private add({ clock, line, depth }: SessionPlace): void {
    this.known.set(clock, { clock, line, depth })
  }
}
