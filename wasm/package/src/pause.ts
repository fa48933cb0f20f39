/// Turns of the event loop, in which messages, timers and frames come between the slices of
/// a run.
export interface Pause {
  turn(): Promise<void>
  close(): void
}

/// In Node setImmediate. In browsers a message to oneself: a hundredth of a millisecond,
/// where a timer takes four.
export function createPause(): Pause {
  if (typeof setImmediate === 'function') {
    return { turn: () => new Promise((resolve) => setImmediate(resolve)), close: () => {} }
  }
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return {
    turn: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        port2.postMessage(null)
      }),
    close: () => port1.close(),
  }
}
