/// Address of the builder's module, `paddock-builder.wasm`. A thread that may not fetch receives its
/// bytes from one that may.
// Bundlers recognize exactly this form, with a literal file name.
export const builderWasm = new URL('../paddock-builder.wasm', import.meta.url)
