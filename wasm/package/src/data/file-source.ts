/// A source that can be read in any range: a file on a server that supports ranges, a database.
export interface RangeSource {
  /// Size in bytes.
  readonly size: number
  /// Reads bytes of the source.
  ///
  /// @param offset First byte.
  /// @param size Number of bytes; exactly so many are returned.
  read(offset: number, size: number): Uint8Array | Promise<Uint8Array>
}

/// A file to read. A `Blob` or `File` (in Node `await fs.openAsBlob(path)`) and a `RangeSource` are
/// read in pieces. A stream is collected into a `Blob` first.
export type FileSource = Blob | ArrayBuffer | ArrayBufferView<ArrayBufferLike> | ReadableStream<Uint8Array> | RangeSource

export async function readerOf(source: FileSource): Promise<RangeSource> {
  if (source instanceof Blob) return readerOfBlob(source)
  if (source instanceof ReadableStream) return readerOfBlob(await new Response(source as ReadableStream<Uint8Array<ArrayBuffer>>).blob())
  if (source instanceof ArrayBuffer) return readerOfBytes(new Uint8Array(source))
  if (ArrayBuffer.isView(source)) return readerOfBytes(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))
  if (typeof source?.read !== 'function' || !Number.isSafeInteger(source.size) || source.size < 0) {
    throw new TypeError('a file is a Blob, bytes, a ReadableStream of bytes, or { size, read(offset, size) }')
  }
  return source
}

function readerOfBlob(blob: Blob): RangeSource {
  return { size: blob.size, read: async (offset, size) => new Uint8Array(await blob.slice(offset, offset + size).arrayBuffer()) }
}

function readerOfBytes(bytes: Uint8Array): RangeSource {
  return { size: bytes.byteLength, read: (offset, size) => bytes.subarray(offset, offset + size) }
}
