/// Links paddock-why.wasm into an engine. The module calls functions of the engine, whose addresses the engine has in a
/// table, sorted by name (wasm/why/write-engine-addresses.mjs).
import { differenceBytes } from '../protocol/difference.js'
import type { MainModule } from './glue.js'
import { Memory } from './memory.js'
import type { EngineParts } from './parts.js'
import type { WhyModule } from './engine-parts.js'
import { addressesOf, instantiateShared, ofAnotherVersion } from './shared-module.js'

const file = 'paddock-why.wasm'
const stackBytes = 262_144

/// Links the module into one engine, once, for the first question. After a failure the next call tries again.
export class WhyLink {
  private linking: Promise<WhyModule> | null = null

  constructor(
    private readonly engine: MainModule,
    private readonly parts: EngineParts,
  ) {}

  get(): Promise<WhyModule> {
    const { native } = this.engine
    this.linking ??= native ? Promise.resolve(native.why) : this.parts.get('why').then((module) => link(this.engine, module))
    this.linking.catch(() => (this.linking = null))
    return this.linking
  }
}

/// The module's `compare` writes to memory of its caller.
type Exports = Omit<WhyModule, 'compare'> & { compare(a: number, b: number, numbers: number): number }

async function link(engine: MainModule, module: WebAssembly.Module): Promise<WhyModule> {
  const { exports } = await instantiateShared(engine, module, file, { stackBytes, imports: importsOf(engine, module) })
  const functions = exports as unknown as Exports
  const compare = (a: number, b: number): ArrayBuffer | null => {
    const numbers = engine.allocateBytes(differenceBytes)
    if (numbers === 0) throw new Error('there is no memory for the comparison')
    const bytes = functions.compare(a, b, numbers) === 0 ? null : new Memory(engine).read(numbers, differenceBytes)
    engine.freeBytes(numbers)
    return bytes
  }
  return { ...functions, compare }
}

function importsOf(engine: MainModule, module: WebAssembly.Module): WebAssembly.Imports {
  const wanted = WebAssembly.Module.imports(module).filter(({ module: from, kind }) => kind === 'function' || from.startsWith('GOT.'))
  wanted.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
  const [fingerprint, , ...addresses] = addressesOf(engine, wanted.length)
  if (fingerprint !== fingerprintOf(wanted.map(({ name }) => name))) throw ofAnotherVersion(file)
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  wanted.forEach(({ module: from, name, kind }, index) => {
    const address = addresses[index]!
    const value = kind === 'function' ? engine.wasmTable.get(address) : new WebAssembly.Global({ value: 'i32', mutable: true }, address)
    ;(imports[from] ??= {})[name] = value
  })
  return imports
}

/// FNV-1a over the names.
function fingerprintOf(names: readonly string[]): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(names.join())) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
