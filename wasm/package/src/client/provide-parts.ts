import { compile, type Change, type WasmSource } from './compile.js'
import type { LoadOptions, Parts } from './load-options.js'
import { onceEach, type Provide } from './parts.js'
import type { PartName } from '../protocol/program.js'

/// Compiles parts from `options`, or else from the package. `changeOf` returns the change of a part's bytes, if it needs one.
export function provideFrom(parts: Parts, options: LoadOptions, changeOf?: (name: PartName, source: WasmSource) => Change | undefined): Provide {
  return onceEach(async (name) => {
    const source = options.parts?.[name] ?? (await parts.part(name))
    return compile(source, (await import('./part-purposes.js')).partPurposes[name], changeOf?.(name, source))
  })
}
