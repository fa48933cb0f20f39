/// Converts portable artifacts to text and back with paddock-artifacts.wasm. Each file gets its own
/// instance, whose memory is freed with it.
import type { ArtifactInfo } from '../data/artifact.js'
import type { WireDiagnostic } from '../protocol/values.js'
import { guarded, instantiatePart } from './part-instance.js'

interface Exports {
  memory: WebAssembly.Memory
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

const failed = 'the artifact could not be converted'

/// Converts a file to text. Returns null if it is not an artifact.
export async function readArtifact(module: WebAssembly.Module, bytes: Uint8Array): Promise<{ text: string; info: ArtifactInfo } | { problem: string } | null> {
  const { exports, put, result, info } = await start(module)
  const answer = guarded(failed, () => exports.read(put(bytes), bytes.length))
  if (answer === 2) return null
  if (answer === 0) return { problem: textOf(result()) }
  return { text: textOf(result()), info: JSON.parse(textOf(info())) as ArtifactInfo }
}

/// Converts a text to an artifact, whose bytes are to be transferred. Version 0.0 means the newest.
export async function writeArtifact(module: WebAssembly.Module, text: string, { major, minor }: { major: number; minor: number }, transfer: ArrayBuffer[]): Promise<{ bytes: ArrayBuffer | null; diagnostics: WireDiagnostic[] }> {
  const { exports, put, result, info } = await start(module)
  const source = new TextEncoder().encode(text)
  const isWritten = guarded(failed, () => exports.write(put(source), source.length, major, minor) !== 0)
  const bytes = isWritten ? result().slice().buffer : null
  if (bytes !== null) transfer.push(bytes)
  return { bytes, diagnostics: JSON.parse(textOf(info())) as WireDiagnostic[] }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

async function start(module: WebAssembly.Module) {
  const exports = (await instantiatePart(module)) as unknown as Exports
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
