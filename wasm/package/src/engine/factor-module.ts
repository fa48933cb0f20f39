/// Links the functions of paddock-factor.wasm into an engine. The module is position-independent
/// and works in the engine's memory, on operands and results in place.
import { placeless } from '../protocol/diagnostics.js'
import type { MainModule, ProgramHandle } from './glue.js'
import type { EngineParts } from './parts.js'
import { addressesOf, instantiateShared } from './shared-module.js'
import type { WireDiagnostic } from '../protocol/values.js'

/// Stack size in bytes: the functions nest little and keep their matrices elsewhere.
const stackBytes = 65_536

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
  const { exports, firstSpare } = await instantiateShared(engine, module, 'paddock-factor.wasm', { stackBytes, spareEntries: functionNames.length })
  functionNames.forEach((name, index) => engine.wasmTable.set(firstSpare + index, exports[name]))
  const [, place] = addressesOf(engine, 0)
  new Uint32Array(engine.wasmMemory.buffer, place, functionNames.length).set(functionNames.map((_, index) => firstSpare + index))
}
