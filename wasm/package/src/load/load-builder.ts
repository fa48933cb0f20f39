import { instantiateBuilder } from '../builder/module.js'
import { Builder } from '../client/builder.js'
import { compile, type WasmSource } from '../client/compile.js'

/// A builder without an engine: its program is `text()`, which `Paddock.parse` reads anywhere else.
export type TextBuilder = Omit<Builder, 'finish'>

/// Loads a builder, and no engine. Each call gives a new one, which makes one program.
///
/// @param wasm The builder's module: `builderWasm`, or its bytes.
/// @throws `Error` if the module cannot be loaded; the message says what to do.
export async function loadBuilder(wasm: WasmSource): Promise<TextBuilder> {
  const module = await compile(wasm, 'the builder')
  return new Builder(await instantiateBuilder(module), () => Promise.reject(new Error('there is no engine here: builder.text() is the program')))
}
