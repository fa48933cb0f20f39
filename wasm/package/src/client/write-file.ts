import type { Connection } from './connection.js'
import { ProgramError, readDiagnostics } from '../protocol/diagnostics.js'
import { nowhere } from '../data/offsets.js'
import { Tensor } from './tensor.js'

/// Formats of array files. `npy` and `raw` hold one array, the others several named ones.
export type FileFormat = 'npy' | 'npz' | 'safetensors' | 'raw'

/// One tensor, or several by name.
export type NamedTensors = Tensor | Readonly<Record<string, Tensor>>

/// Bytes of a tensor that are copied at a time.
const chunk = 2 ** 20

/// @internal Returns a file whose bytes are produced as they are read.
export async function writeFile(connection: Connection, format: FileFormat, arrays: NamedTensors): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const named = arrays instanceof Tensor ? { arr_0: arrays } : arrays
  const wire = Object.entries(named).map(([name, tensor]) => {
    if (!(tensor instanceof Tensor)) throw new TypeError(`a file holds tensors, and '${name}' is none`)
    return { name, tensor: tensor.numberIn(connection) }
  })
  const { parts, diagnostics } = await connection.ask({ kind: 'layOut', format, arrays: wire })
  if (diagnostics.length > 0) throw new ProgramError(readDiagnostics(diagnostics, nowhere))
  const pieces = piecesOf(parts.map(({ bytes, tensor }) => ({ bytes: new Uint8Array(bytes), tensor: tensor && new Tensor(connection, tensor) })))
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return()
    },
  }, { highWaterMark: 0 })
}

/// The tensors belong to this file, so callers cannot close them.
async function* piecesOf(parts: readonly { bytes: Uint8Array<ArrayBuffer>; tensor: Tensor | null }[]): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  try {
    for (const { bytes, tensor } of parts) {
      if (bytes.length > 0) yield bytes
      for (let begin = 0; tensor !== null && begin < tensor.byteSize; begin += chunk) {
        yield await tensor.bytes(begin, Math.min(chunk, tensor.byteSize - begin))
      }
      tensor?.close()
    }
  } finally {
    for (const { tensor } of parts) tensor?.close()
  }
}
