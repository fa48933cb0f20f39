/// Instantiates position-independent modules in an engine's memory, where their functions work on the engine's data in
/// place.
import type { MainModule } from './glue.js'

const alignment = 64

interface SharedModule {
  exports: Record<string, (...words: never[]) => number>
  /// Index of the first of `spareEntries` entries in the engine's function table.
  firstSpare: number
}

/// `stackBytes` is the size of the module's own stack. `imports` are added to memory, table and bases. The errors name
/// the module by `file`.
export async function instantiateShared(engine: MainModule, module: WebAssembly.Module, file: string, { stackBytes, spareEntries = 0, imports = {} }: { stackBytes: number; spareEntries?: number; imports?: WebAssembly.Imports }): Promise<SharedModule> {
  const { memoryBytes, functionCount } = needsOf(module, file)
  const allocated = engine.allocateBytes(memoryBytes + stackBytes + 2 * alignment)
  if (allocated === 0) throw new Error(`there is no memory for ${file}`)
  const memoryBase = aligned(allocated >>> 0)
  const { wasmMemory: memory, wasmTable: table } = engine
  // Table entries: the module's own functions, then the spare ones.
  const tableBase = table.grow(functionCount + spareEntries)
  const { exports } = await WebAssembly.instantiate(module, {
    ...imports,
    env: {
      ...imports.env,
      memory,
      __indirect_function_table: table,
      __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, aligned(memoryBase + memoryBytes) + stackBytes),
      __memory_base: new WebAssembly.Global({ value: 'i32', mutable: false }, memoryBase),
      __table_base: new WebAssembly.Global({ value: 'i32', mutable: false }, tableBase),
    },
  })
  const functions = exports as SharedModule['exports']
  functions.__wasm_apply_data_relocs?.()
  functions.__wasm_call_ctors?.()
  return { exports: functions, firstSpare: tableBase + functionCount }
}

/// Addresses that the engine has for modules in its memory: a fingerprint of what paddock-why.wasm imports, the place of
/// the functions of paddock-factor.wasm, and `imports` addresses for paddock-why.wasm (wasm/why/engine_addresses.h).
export const addressesOf = (engine: MainModule, imports: number): Uint32Array => new Uint32Array(engine.wasmMemory.buffer, engine.engineAddresses() >>> 0, imports + 2)

const aligned = (address: number): number => Math.ceil(address / alignment) * alignment

export const ofAnotherVersion = (file: string): Error => new Error(`this is not the ${file} of this version of paddock-hlo: give the file that stands in the same package`)

/// Parses the section `dylink.0`: subsections of a kind, a size and data. Kind 1 gives the memory
/// and the number of table entries needed.
function needsOf(module: WebAssembly.Module, file: string): { memoryBytes: number; functionCount: number } {
  const [section] = WebAssembly.Module.customSections(module, 'dylink.0')
  const bytes = new Uint8Array(section ?? [])
  let at = 0
  const next = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const kind = next()
    const end = next() + at
    if (kind === 1) {
      const memoryBytes = next()
      next()
      return { memoryBytes, functionCount: next() }
    }
    at = end
  }
  throw ofAnotherVersion(file)
}
