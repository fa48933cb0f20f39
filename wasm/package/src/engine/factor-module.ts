/// Links the functions of paddock-factor.wasm into an engine. The module is position-independent
/// and works in the engine's memory, on operands and results in place.
import { placeless } from '../protocol/diagnostics.js'
import type { MainModule, ProgramHandle } from './glue.js'
import type { EngineParts } from './parts.js'
import type { WireDiagnostic } from '../protocol/values.js'

/// Stack size in bytes: the functions nest little and keep their matrices elsewhere.
const stackBytes = 65_536
const alignment = 64

/// Exported functions, in the order of simd::FactorFunctions.
const functionNames = ['workspaceBytes', 'estimatedWork', 'begin', 'advance']

/// Links the module into one engine, once, for the first program that needs it.
export class FactorLink {
  private linking: Promise<void> | null = null

  constructor(
    private readonly engine: MainModule,
    private readonly parts: EngineParts,
  ) {}

  /// Call before a program is planned. Returns why the module cannot be linked, or nothing; the next call tries again.
  async prepare(program: ProgramHandle): Promise<WireDiagnostic[]> {
    if (!program.needsFactor()) return []
    this.linking ??= this.parts.get('factor').then((module) => linkFactor(this.engine, module))
    try {
      await this.linking
      return []
    } catch (error) {
      this.linking = null
      return [placeless('part', (error as Error).message, '')]
    }
  }
}

async function linkFactor(engine: MainModule, module: WebAssembly.Module): Promise<void> {
  const { memoryBytes, functionCount } = needsOf(module)
  const allocated = engine.allocateBytes(memoryBytes + stackBytes + alignment)
  if (allocated === 0) throw new Error('there is no memory for the module of factorisations')
  const memoryBase = Math.ceil((allocated >>> 0) / alignment) * alignment
  // Table entries: the module's own functions, then those that it exports.
  const { wasmMemory: memory, wasmTable: table } = engine
  const tableBase = table.grow(functionCount + functionNames.length)
  const { exports } = await WebAssembly.instantiate(module, {
    env: {
      memory,
      __indirect_function_table: table,
      __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, memoryBase + Math.ceil(memoryBytes / alignment) * alignment + stackBytes - alignment),
      __memory_base: new WebAssembly.Global({ value: 'i32', mutable: false }, memoryBase),
      __table_base: new WebAssembly.Global({ value: 'i32', mutable: false }, tableBase),
    },
  })
  const functions = exports as Record<string, () => void>
  functions.__wasm_apply_data_relocs?.()
  const first = tableBase + functionCount
  functionNames.forEach((name, index) => table.set(first + index, functions[name]))
  engine.setFactorFunctions(first)
}

/// Parses the section `dylink.0`: subsections of a kind, a size and data. Kind 1 gives the memory
/// and the number of table entries needed.
function needsOf(module: WebAssembly.Module): { memoryBytes: number; functionCount: number } {
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
  throw new Error('the module of factorisations is not that of this version of paddock-hlo: give paddock-factor.wasm, which stands in the same package')
}
