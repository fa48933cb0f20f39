import type { PartName } from '../protocol/program.js'

/// Loads a part for the client.
export type Provide = (name: PartName) => Promise<WebAssembly.Module>

/// Each part is fetched and compiled once, for all its engines. A failure is not cached.
export function onceEach(provide: Provide): Provide {
  const known = new Map<PartName, Promise<WebAssembly.Module>>()
  return (name) => {
    const found = known.get(name) ?? provide(name)
    known.set(name, found)
    found.catch(() => known.delete(name))
    return found
  }
}
