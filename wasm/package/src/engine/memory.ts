import type { MainModule } from './glue.js'

/// The engine's memory. Each access creates a view, since the buffer is replaced when memory grows.
export class Memory {
  constructor(private readonly module: MainModule) {}

  write(address: number, bytes: ArrayBuffer): void {
    if (this.module.native) return this.module.native.write(address, bytes)
    this.view(address, bytes.byteLength).set(new Uint8Array(bytes))
  }
  /// Returns a copy, which can be transferred.
  read(address: number, size: number): ArrayBuffer {
    // A copy is never shared, even of a shared memory.
    return this.module.native?.read(address, size) ?? this.view(address, size).slice().buffer
  }

  private view(address: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.module.wasmMemory.buffer as ArrayBuffer, address >>> 0, size)
  }
}
