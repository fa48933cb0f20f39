/// Turns of the event loop, which let messages, timers and frames run between the slices of a run.
interface Pause {
  turn(): Promise<void>
  close(): void
}

/// Uses setImmediate in Node. In browsers it posts a message to itself: 0.01 ms, where a timer takes 4 ms.
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
