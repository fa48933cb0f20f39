/// All of `paddock-hlo`, with the engine (its baseline flavour) inside the JavaScript. There is no
/// file to configure or serve, in any bundler and under any policy that lets scripts compile
/// WebAssembly. The module is as large as the engine; `await import('paddock-hlo/inline')` defers
/// its download.
///
///     import { load } from 'paddock-hlo/inline'
///     const paddock = await load()

export * from './api.js'
export { load } from './load/load-inline.js'
