/// Converts portable artifacts to text and back with paddock-artifacts.wasm. Each file gets its own
/// instance, whose memory is freed with it.
import type { ArtifactInfo } from '../data/artifact.js'
import type { WireDiagnostic } from '../protocol/values.js'

interface Exports {
  memory: WebAssembly.Memory
  _initialize?(): void
  allocate(size: number): number
  read(at: number, size: number): number
  write(at: number, size: number, major: number, minor: number): number
  result(): number
  resultSize(): number
  info(): number
  infoSize(): number
}

const magic = [0x4d, 0x4c, 0xef, 0x52]

/// Whether the bytes may be something the module reads: each such file has a zero byte near its
/// start, and no text has one.
export function isBinary(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte) || bytes.subarray(0, 64).includes(0)
}

/// Encodes a reason for refusal as the engine takes it in place of a program (wasm/no_artifacts.cc).
export function refusal(reason: string): Uint8Array<ArrayBuffer> {
  const words = new TextEncoder().encode(reason)
  const bytes = new Uint8Array(magic.length + words.length)
  bytes.set(magic)
  bytes.set(words, magic.length)
  return bytes
}

/// Converts a file to text. Returns null if it is not an artifact.
export async function readArtifact(module: WebAssembly.Module, bytes: Uint8Array): Promise<{ text: string; info: ArtifactInfo } | { problem: string } | null> {
  const { exports, put, result, info } = await start(module)
  const answer = guarded(() => exports.read(put(bytes), bytes.length))
  if (answer === 2) return null
  if (answer === 0) return { problem: textOf(result()) }
  return { text: textOf(result()), info: JSON.parse(textOf(info())) as ArtifactInfo }
}

/// Converts a text to an artifact. Version 0.0 means the newest.
export async function writeArtifact(module: WebAssembly.Module, text: string, { major, minor }: { major: number; minor: number }): Promise<{ bytes: ArrayBuffer | null; diagnostics: WireDiagnostic[] }> {
  const { exports, put, result, info } = await start(module)
  const source = new TextEncoder().encode(text)
  const isWritten = guarded(() => exports.write(put(source), source.length, major, minor) !== 0)
  return { bytes: isWritten ? result().slice().buffer : null, diagnostics: JSON.parse(textOf(info())) as WireDiagnostic[] }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/// Turns a trap of this instance into an ordinary error, since callers treat a trap as the loss of the engine.
function guarded<T>(convert: () => T): T {
  try {
    return convert()
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? new Error(`the artifact could not be converted: ${error.message}`) : error
  }
}

async function start(module: WebAssembly.Module) {
  const instance = await WebAssembly.instantiate(module, importsOf(module))
  const exports = instance.exports as unknown as Exports
  exports._initialize?.()
  const view = (at: number, size: number): Uint8Array<ArrayBuffer> => new Uint8Array(exports.memory.buffer as ArrayBuffer, at >>> 0, size >>> 0)
  return {
    exports,
    put(bytes: Uint8Array): number {
      const at = exports.allocate(bytes.length)
      if (at === 0) throw new Error(`there is no memory for a program of ${bytes.length} bytes`)
      view(at, bytes.length).set(bytes)
      return at
    },
    result: () => view(exports.result(), exports.resultSize()),
    info: () => view(exports.info(), exports.infoSize()),
  }
}

/// Returns stubs for all imports: the notice that memory has grown, and the output written on an
/// abort. Neither is needed.
function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => number>> = {}
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0
  return imports
}
