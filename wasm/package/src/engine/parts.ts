/// Parts of the engine that are separate modules, loaded only when needed: `artifacts` reads and
/// writes portable artifacts, `builder` writes builder code, `factor` computes LAPACK's custom calls,
/// `why` answers `Program.why`.
import type { PartName, PartRequest } from '../protocol/program.js'
import type { Message } from '../protocol/messages.js'

interface Awaited {
  module: Promise<WebAssembly.Module>
  resolve(module: WebAssembly.Module): void
  reject(error: Error): void
}

/// Requests each part from the client once.
export class EngineParts {
  private readonly asked = new Map<PartName, Awaited>()

  constructor(private readonly post: (message: Message) => void) {}

  get(name: PartName): Promise<WebAssembly.Module> {
    const known = this.asked.get(name)
    if (known !== undefined) return known.module
    const awaited = {} as Awaited
    awaited.module = new Promise((resolve, reject) => Object.assign(awaited, { resolve, reject }))
    this.asked.set(name, awaited)
    this.post({ wants: name })
    return awaited.module
  }

  /// After a failure the next `get` requests the part again.
  receive({ name, module, problem }: PartRequest): void {
    const awaited = this.asked.get(name)
    if (module !== null) return awaited?.resolve(module)
    this.asked.delete(name)
    awaited?.reject(new Error(problem))
  }
}
