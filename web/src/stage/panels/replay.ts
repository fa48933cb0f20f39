import type { RunValues, Session } from 'paddock-hlo'

/// A run that can be repeated, and how its values are shown.
interface Replayable {
  /// Starts the run again, for stepping.
  start(): Promise<Session>
  /// Shows these values; null: those of the end.
  show(values: RunValues | null): Promise<void>
}

/// A move of the session; false if it did not arrive.
type Move = (session: Session, signal: AbortSignal) => Promise<boolean>

/// The session that repeats the run shown. Everything that shows another moment of the run moves this one, so that the whole
/// page shows the same moment.
export class Replay {
  private session: Promise<Session> | null = null
  private moving = new AbortController()
  private isMoving = false
  /// One move at a time.
  private last: Promise<unknown> = Promise.resolve()
  private readonly listeners = new Set<(by: unknown, session: Session | null) => void>()

  constructor(private readonly run: Replayable) {}

  /// Replaces the current move, whose intermediate values are never shown. Returns whether the session arrived. If the move
  /// ends elsewhere, the values of the end are shown.
  move(by: unknown, act: Move): Promise<boolean> {
    this.moving.abort()
    const { signal } = (this.moving = new AbortController())
    const moved = this.last.then(() => this.moveNow(by, act, signal))
    this.last = moved.catch(() => {})
    return moved
  }

  /// Reports moves, with who moved; a null session: the values of the end are shown.
  onMoved(listener: (by: unknown, session: Session | null) => void): void {
    this.listeners.add(listener)
  }

  /// Shows the values of the end.
  leave(by: unknown): void {
    this.moving.abort()
    void this.show(by, null)
  }

  /// Stops a move, because the engine is needed elsewhere.
  stop(by: unknown): void {
    if (this.isMoving) this.leave(by)
  }

  /// Called when another run replaces this one.
  close(): void {
    this.moving.abort()
    this.listeners.clear()
    void this.session?.then((session) => session.close(), () => {})
    this.session = null
  }

  private async moveNow(by: unknown, act: Move, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    this.isMoving = true
    try {
      this.session ??= this.run.start()
      const session = await this.session
      const isThere = await act(session, signal)
      if (signal.aborted) return false
      await this.show(by, isThere ? session : null)
      return isThere
    } catch (error) {
      if (signal.aborted) return false
      this.session = null
      throw error
    } finally {
      this.isMoving = false
    }
  }

  private async show(by: unknown, session: Session | null): Promise<void> {
    await this.run.show(session?.values ?? null)
    for (const listener of this.listeners) listener(by, session)
  }
}
