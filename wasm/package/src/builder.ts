/// The builder without an engine, for a Worker or a frame of your own that only makes programs: 0.4 MB
/// instead of the engine's 1.3 MB (gzipped).
///
///     import { builderWasm, loadBuilder } from 'paddock-hlo/builder'
///     const builder = await loadBuilder(builderWasm)
///     builder.function('main').return([])
///     console.log(builder.text())

export { ProgramError } from './protocol/diagnostics.js'
export { tensorOf } from './builder/types.js'
export { builderWasm } from './load/builder-wasm.js'
export { loadBuilder, type TextBuilder } from './load/load-builder.js'
