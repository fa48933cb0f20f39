import './dispose.js'
import type { Connection } from './connection.js'
import { decodeFloats, viewElements, type ElementArray, type ElementType } from './element-types.js'
import type { WireTensor } from './protocol.js'

/// A result of a run. Its elements stay in the engine's memory until they are asked for;
/// `close()` gives that memory back (else the garbage collector will).
export class Tensor {
  readonly elementType: ElementType
  readonly shape: readonly number[]
  /// As the program writes it: `tensor<2x3xf32>`.
  readonly type: string
  readonly byteSize: number

  /// @internal
  constructor(
    private readonly connection: Connection,
    private readonly wire: WireTensor,
  ) {
    this.elementType = wire.elementType as ElementType
    this.shape = wire.shape
    this.type = wire.type
    this.byteSize = wire.byteSize
    connection.watch(this, 'tensor', wire.tensor)
  }

  /// The elements in row-major order, in the array that `viewElements` documents.
  async data(): Promise<ElementArray> {
    const { bytes } = await this.connection.ask({ kind: 'read', tensor: this.wire.tensor, as: 'bytes' })
    return viewElements(this.elementType, bytes)
  }

  /// The elements as numbers where JavaScript has an array for them: bf16, f16 and the
  /// smaller floats decoded, the others as `data()` gives them.
  async values(): Promise<ElementArray> {
    return decodeFloats(this.elementType, await this.data())
  }

  /// A .npy file of this tensor.
  async npy(): Promise<Uint8Array> {
    const { bytes } = await this.connection.ask({ kind: 'read', tensor: this.wire.tensor, as: 'npy' })
    return new Uint8Array(bytes)
  }

  /// As text; with more elements than `elideAbove`, the middle of each dimension is left out.
  async text(elideAbove = 1000): Promise<string> {
    return (await this.connection.ask({ kind: 'show', tensor: this.wire.tensor, elideAbove })).text
  }

  close(): void {
    this.connection.release(this, 'tensor', this.wire.tensor)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}
