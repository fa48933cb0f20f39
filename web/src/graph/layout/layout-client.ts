import LayoutWorker from './layout-worker.ts?worker&inline'
import type { LayoutReply, Level, PlacedLevel } from './level.js'

interface Waiting {
  resolve(placed: PlacedLevel[]): void
  reject(error: Error): void
}

/// A Worker that lays out graphs. It starts while the first one is read, and again after an error.
export class LayoutClient {
  private readonly waiting = new Map<number, Waiting>()
  private worker: Worker | null = this.start()
  private next = 0

  layOut(levels: readonly Level[]): Promise<PlacedLevel[]> {
    this.worker ??= this.start()
    const id = ++this.next
    this.worker.postMessage({ id, request: { kind: 'layout', levels } })
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }))
  }

  private start(): Worker {
    const worker = new LayoutWorker()
    worker.postMessage({})
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutReply | 'ready'>) => data !== 'ready' && this.take(data))
    worker.addEventListener('error', () => this.fail(new Error('the layout could not be computed')))
    return worker
  }

  private take(reply: LayoutReply): void {
    const waiting = this.waiting.get(reply.id)
    this.waiting.delete(reply.id)
    if ('problem' in reply) waiting?.reject(new Error(reply.problem))
    else waiting?.resolve(reply.reply)
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
    this.worker = null
  }
}
