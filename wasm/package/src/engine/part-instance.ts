/// Instances of parts that work apart from the engine, in a memory of their own.

/// Instantiates a part. All its imports are stubs: the notice that memory has grown, and the output
/// written on an abort. Neither is needed.
export async function instantiatePart(module: WebAssembly.Module): Promise<WebAssembly.Exports> {
  const imports: Record<string, Record<string, () => number>> = {}
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0
  const { exports } = await WebAssembly.instantiate(module, imports)
  ;(exports._initialize as (() => void) | undefined)?.()
  return exports
}

/// Turns a trap of a part into an ordinary error, since callers treat a trap as the loss of the
/// engine. `failed` begins its message.
export function guarded<T>(failed: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? new Error(`${failed}: ${error.message}`) : error
  }
}
