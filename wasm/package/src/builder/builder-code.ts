/// Writes builder code with the function `code` of paddock-builder.wasm. Each program gets its own
/// instance, whose memory is freed with it.
import { checkedWord } from '../data/checked.js'
import { findWide, Offsets } from '../data/offsets.js'
import { ProgramError, readDiagnostics } from '../protocol/diagnostics.js'
import type { WireDiagnostic } from '../protocol/values.js'

interface Exports {
  memory: WebAssembly.Memory
  _initialize?(): void
  malloc(size: number): number
  code(at: number, size: number, language: number, hasNames: number): number
  result(): number
  resultSize(): number
}

/// Languages of builder code.
export type CodeLanguage = 'c++' | 'javascript'
const codeLanguages: readonly CodeLanguage[] = ['c++', 'javascript']

/// Returns the code of a text, or throws the diagnostics of why there is none.
export function writeBuilderCode(instance: WebAssembly.Instance, text: string, language: CodeLanguage, names: boolean): string {
  const exports = instance.exports as unknown as Exports
  exports._initialize?.()
  const bytes = new TextEncoder().encode(text)
  const at = exports.malloc(Math.max(bytes.length, 1))
  if (at === 0) throw new RangeError(`the builder has no memory for ${bytes.length} more bytes`)
  new Uint8Array(exports.memory.buffer, at >>> 0, bytes.length).set(bytes)
  const isWritten = exports.code(at, bytes.length, codeLanguages.indexOf(checkedWord('language', language, codeLanguages)), names ? 1 : 0) === 1
  const result = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(exports.memory.buffer, exports.result() >>> 0, exports.resultSize()))
  if (isWritten) return result
  const diagnostics = readDiagnostics(JSON.parse(result) as WireDiagnostic[], new Offsets(text, findWide(text)))
  throw new ProgramError(diagnostics.filter(({ severity }) => severity === 'error'))
}
