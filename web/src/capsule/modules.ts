/// Modules of a bundle as functions of a classic script.

type Exports = Readonly<Record<string, unknown>>

/// Imports a module by its name. `later` is a dynamic import.
interface Use {
  (name: string): Exports
  later(name: string): Promise<Exports>
}

/// The body of a module; returns its exports.
export type ModuleFunction = (use: Use) => Exports

/// Evaluates each module once, when it is first imported.
export class Modules {
  readonly use: Use
  private readonly evaluated = new Map<string, Exports>()

  /// `present` are modules that exist already.
  constructor(
    private readonly functions: Readonly<Record<string, ModuleFunction>>,
    present: Readonly<Record<string, Exports>>,
  ) {
    for (const [name, exports] of Object.entries(present)) this.evaluated.set(name, exports)
    this.use = Object.assign((name: string) => this.evaluate(name), { later: async (name: string) => this.evaluate(name) })
  }

  private evaluate(name: string): Exports {
    const known = this.evaluated.get(name)
    if (known !== undefined) return known
    const body = this.functions[name]
    if (body === undefined) throw new Error(`there is no module ${name} in this page`)
    const exports = body(this.use)
    this.evaluated.set(name, exports)
    return exports
  }
}
