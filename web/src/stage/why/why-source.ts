import type { WhyAsk, WhyChain, WhyRun } from 'paddock-hlo'
import { askOf, type Question, type WhyHost } from './question.js'

/// The run shown, repeated for questions. The first one costs a run, later ones are answered from its values.
export class WhySource {
  private run: Promise<WhyRun> | null = null
  /// Questions that wait for an answer.
  private readonly waiting = new Set<AbortController>()

  constructor(private readonly host: WhyHost) {}

  async ask(question: Question, more: WhyAsk = {}): Promise<WhyChain> {
    const abort = new AbortController()
    const stop = (): void => abort.abort()
    more.signal?.addEventListener('abort', stop)
    this.waiting.add(abort)
    const starting = this.run ?? this.host.start()
    this.run = starting
    try {
      const run = await starting
      const [cell, ask] = askOf(question)
      return await run.why(cell, { ...ask, ...more, signal: abort.signal })
    } catch (error) {
      if (!(error instanceof RangeError) && this.run === starting) this.close()
      throw error
    } finally {
      more.signal?.removeEventListener('abort', stop)
      this.waiting.delete(abort)
    }
  }

  /// Stops all questions; the run stays for later ones.
  stop(): void {
    for (const abort of this.waiting) abort.abort()
  }

  /// The run shown is another one.
  close(): void {
    this.stop()
    void this.run?.then((run) => run.close(), () => {})
    this.run = null
  }
}
