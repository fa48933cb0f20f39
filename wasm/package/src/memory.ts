import type { MainModule } from './glue.js'

/// The module's memory. A view is asked for anew each time: the memory moves when it grows.
export class Memory {
  constructor(private readonly module: MainModule) {}

  write(address: number, bytes: ArrayBuffer): void {
    this.view(address, bytes.byteLength).set(new Uint8Array(bytes))
  }
  /// A copy, which can be transferred.
  read(address: number, size: number): ArrayBuffer {
    return this.view(address, size).slice().buffer
  }

  private view(address: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.module.wasmMemory.buffer as ArrayBuffer, address >>> 0, size)
  }
}
