/// Hub of a grid whose processes run in Workers: relays their messages by transfer.
import type { HubHandle, MainModule, TensorHandle } from './glue.js'
import { Memory } from './memory.js'
import type { Replies, WireOutfeed } from '../protocol/messages.js'
import type { WireTensor } from '../protocol/values.js'
import { takeOutfeed } from './take-outfeed.js'

type Verdict = Replies['hub']

/// Receives the output of the processes.
interface Written {
  onPrint(text: string): void
  onOutfeed(outfeed: WireOutfeed[]): void
  keep(handle: TensorHandle | null): WireTensor | null
}

export class HubRelay {
  private readonly memory: Memory
  private isOver = false
  private resolve!: (verdict: Verdict) => void
  private reject!: (error: unknown) => void

  constructor(
    private readonly module: MainModule,
    private readonly hub: HubHandle,
    /// One port for each peer.
    private readonly ports: readonly MessagePort[],
    private readonly written: Written,
  ) {
    this.memory = new Memory(this.module)
  }

  /// Relays until the processes cannot continue, or until `stop`.
  async run(): Promise<Verdict> {
    const ended = new Promise<Verdict>((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    this.ports.forEach((port, peer) => {
      port.onmessage = ({ data }) => this.receive(peer, data as ArrayBuffer)
    })
    try {
      return await ended
    } finally {
      this.isOver = true
      for (const port of this.ports) port.close()
    }
  }

  stop(): void {
    this.resolve({ diagnostics: [] })
  }

  private receive(peer: number, bytes: ArrayBuffer): void {
    if (this.isOver) return
    try {
      this.handOn(peer, bytes)
    } catch (error) {
      this.reject(error)
    }
  }

  private handOn(peer: number, bytes: ArrayBuffer): void {
    const address = this.hub.allocateMessage(bytes.byteLength)
    if (address === 0) throw new Error(`there is no memory for a message of ${bytes.byteLength} bytes`)
    this.memory.write(address, bytes)
    this.hub.receiveMessage(peer)
    for (let target = this.hub.takeMessage(); target >= 0; target = this.hub.takeMessage()) {
      const message = this.memory.read(this.hub.messageAddress(), this.hub.messageSize())
      this.ports[target]!.postMessage(message, [message])
    }
    const printed = this.hub.takePrinted()
    if (printed !== '') this.written.onPrint(printed)
    const outfeed = takeOutfeed(this.hub, this.written.keep)
    if (outfeed.length > 0) this.written.onOutfeed(outfeed)
    if (this.hub.hasFailed()) this.resolve({ diagnostics: JSON.parse(this.hub.diagnostics()) })
  }
}
