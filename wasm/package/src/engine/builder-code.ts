/// Writes builder code with the function `code` of paddock-builder.wasm. Each program gets its own
/// instance, whose memory is freed with it.
import { codeLanguages, type CodeLanguage } from '../protocol/program.js'
import type { WireDiagnostic } from '../protocol/values.js'
import { guarded, instantiatePart } from './part-instance.js'

interface Exports {
  memory: WebAssembly.Memory
  malloc(size: number): number
  code(at: number, size: number, language: number, hasNames: number): number
  result(): number
  resultSize(): number
}

/// Returns the code of a text; null with the diagnostics of why there is none.
export async function writeBuilderCode(module: WebAssembly.Module, text: string, language: CodeLanguage, names: boolean): Promise<{ code: string | null; diagnostics: WireDiagnostic[] }> {
  const exports = (await instantiatePart(module)) as unknown as Exports
  const bytes = new TextEncoder().encode(text)
  const at = exports.malloc(Math.max(bytes.length, 1))
  if (at === 0) throw new Error(`the builder has no memory for ${bytes.length} more bytes`)
  new Uint8Array(exports.memory.buffer, at >>> 0, bytes.length).set(bytes)
  const isWritten = guarded('builder code could not be written', () => exports.code(at, bytes.length, codeLanguages.indexOf(language), names ? 1 : 0) === 1)
  const answer = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(exports.memory.buffer, exports.result() >>> 0, exports.resultSize()))
  return isWritten ? { code: answer, diagnostics: [] } : { code: null, diagnostics: JSON.parse(answer) as WireDiagnostic[] }
}
