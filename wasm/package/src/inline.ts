/// All of `paddock-hlo`, with the engine (its baseline flavour) inside the JavaScript: there is no
/// file to configure, serve or allow, in any bundler and under any policy that lets scripts compile
/// WebAssembly. It weighs as much as the file does; `await import('paddock-hlo/inline')` fetches it
/// when it is needed.
///
///     import { load } from 'paddock-hlo/inline'
///     const paddock = await load()

export * from './api.js'
export { load } from './load-inline.js'
