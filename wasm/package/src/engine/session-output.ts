/// Reports of an engine's session during a run, and its results.
import type { MainModule, SessionHandle, TensorHandle } from './glue.js'
import type { Pace } from './pacer.js'
import type { Message, Share } from '../protocol/messages.js'
import type { WireTensor } from '../protocol/values.js'
import { takeOutfeed } from './take-outfeed.js'

export interface RunPlace {
  module: MainModule
  pace: Pace
  post(message: Message): void
  tensorAt(tensor: number): TensorHandle
  keep(handle: TensorHandle | null, previewBins: number): WireTensor | null
}

/// Posts the reports of a session, in response to the request with this number.
export class Teller {
  private reported = performance.now()

  constructor(
    private readonly place: RunPlace,
    private readonly id: number,
    private readonly session: SessionHandle,
    private readonly tellsCommunications: boolean,
  ) {}

  /// Posts the text, outfeed and communications since the last call.
  tell(): void {
    const { session, id, place } = this
    const printed = session.takePrinted()
    if (printed !== '') place.post({ id, printed })
    const outfeed = takeOutfeed(session, (handle) => place.keep(handle, 0))
    if (outfeed.length > 0) place.post({ id, outfeed })
    if (!this.tellsCommunications) return
    const communications = session.takeCommunications()
    if (communications !== '[]') place.post({ id, communications: JSON.parse(communications), timeOrigin: performance.timeOrigin })
  }

  /// Posts the progress, at most ten times a second.
  report(): void {
    const now = performance.now()
    if (now - this.reported <= 100) return
    this.reported = now
    const { session, id } = this
    const progress = { workDone: session.workDone(), estimatedWork: session.estimatedWork(), line: session.currentLine() }
    this.place.post({ id, progress })
  }
}

/// Returns the results of a share of the processes.
export function tensorsOf(place: RunPlace, session: SessionHandle, { first, count }: Share, previewBins: number): (WireTensor | null)[][] {
  const resultsOf = (process: number): (WireTensor | null)[] =>
    Array.from({ length: session.resultCount() }, (_, index) => place.keep(session.result(index, process), previewBins))
  return Array.from({ length: count }, (_, index) => resultsOf(first + index))
}
