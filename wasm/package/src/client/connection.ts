import type { Provide } from './parts.js'
import type { PartName } from '../protocol/program.js'
import type { WireCommunication } from '../protocol/run.js'
import type { Envelope, Message, Replies, Request, WireOutfeed } from '../protocol/messages.js'

/// Where requests go: a Worker, or an engine in this thread.
export interface Port {
  send(envelope: Envelope, transfer: Transferable[]): void
  close(): void
  /// Whether a response is pending, which keeps a Node process alive.
  setBusy?(isBusy: boolean): void
}

/// Callbacks for what a request reports before its response.
export interface Listener {
  onProgress?: (progress: { workDone: number; estimatedWork: number; line: number }) => void
  onPrint?: (text: string) => void
  onOutfeed?: (outfeed: readonly WireOutfeed[]) => void
  /// `timeOrigin` is that of the engine's clock.
  onCommunications?: (communications: readonly WireCommunication[], timeOrigin: number) => void
}

interface Pending extends Listener {
  resolve(reply: never): void
  reject(error: Error): void
}

type Kind = 'program' | 'tensor' | 'session' | 'file' | 'why'

/// Pairs responses with requests, and frees the engine's memory when objects are collected.
export class Connection {
  private readonly pending = new Map<number, Pending>()
  private readonly finalizer = new FinalizationRegistry<() => void>((release) => release())
  private nextId = 1
  private lost: Error | undefined
  private tellLoss!: (error: Error) => void
  /// Resolves when the engine is lost without having been closed.
  readonly whenLost = new Promise<Error>((resolve) => (this.tellLoss = resolve))

  constructor(
    private readonly port: Port,
    private readonly provide: Provide,
  ) {}

  /// Sends a request. `onId` receives its number, which a later `stop` can name.
  ask<K extends Request['kind']>(
    request: Extract<Request, { kind: K }>,
    listener: Listener = {},
    transfer: Transferable[] = [],
    onId?: (id: number) => void,
  ): Promise<Replies[K]> {
    if (this.lost !== undefined) return Promise.reject(this.lost)
    const id = this.nextId++
    onId?.(id)
    return new Promise<Replies[K]>((resolve, reject) => {
      this.pending.set(id, { ...listener, resolve, reject })
      if (this.pending.size === 1) this.port.setBusy?.(true)
      this.port.send({ id, request }, transfer)
    })
  }

  receive(message: Message): void {
    if ('lost' in message) return this.lose(new Error(message.lost))
    if ('wants' in message) return void this.giveTo(message.wants)
    const pending = this.pending.get(message.id)
    if (pending === undefined) return
    if ('progress' in message) return this.tell(message.id, () => pending.onProgress?.(message.progress))
    if ('printed' in message) return this.tell(message.id, () => pending.onPrint?.(message.printed))
    if ('outfeed' in message) return this.tell(message.id, () => pending.onOutfeed?.(message.outfeed))
    if ('communications' in message) return this.tell(message.id, () => pending.onCommunications?.(message.communications, message.timeOrigin))
    this.settle(message.id)
    if ('problem' in message) pending.reject(new Error(message.problem))
    else pending.resolve(message.reply as never)
  }

  private async giveTo(name: PartName): Promise<void> {
    const part = await this.provide(name).then(
      (module) => ({ module, problem: '' }),
      (error: Error) => ({ module: null, problem: error.message }),
    )
    this.ask({ kind: 'part', name, ...part }).catch(() => {})
  }

  /// If a listener throws, the request stops and rejects with that error.
  private tell(id: number, act: () => void): void {
    try {
      act()
    } catch (error) {
      const pending = this.pending.get(id)
      this.ask({ kind: 'stop', run: id }).catch(() => {})
      this.settle(id)
      pending?.reject(error as Error)
    }
  }

  private settle(id: number): void {
    this.pending.delete(id)
    if (this.pending.size === 0) this.port.setBusy?.(false)
  }

  get isLost(): boolean {
    return this.lost !== undefined
  }

  /// Marks the engine as lost: all pending and future requests reject with `error`.
  lose(error: Error): void {
    this.lost ??= error
    this.tellLoss(error)
    for (const pending of this.pending.values()) pending.reject(this.lost)
    this.pending.clear()
  }

  close(): void {
    this.tellLoss = () => {}
    this.lose(new Error('the engine has been closed'))
    this.port.close()
  }

  watch(owner: object, kind: Kind, id: number): void {
    const connection = new WeakRef(this)
    this.finalizer.register(owner, () => connection.deref()?.send(kind, id), owner)
  }

  release(owner: object, kind: Kind, id: number): void {
    if (this.finalizer.unregister(owner)) this.send(kind, id)
  }

  private send(kind: Kind, id: number): void {
    if (this.lost !== undefined) return
    const of = (wanted: Kind): number[] => (kind === wanted ? [id] : [])
    this.ask({ kind: 'release', programs: of('program'), tensors: of('tensor'), sessions: of('session'), files: of('file'), whys: of('why') }).catch(() => {})
  }
}
