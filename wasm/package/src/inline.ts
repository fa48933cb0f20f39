/// All of `paddock-hlo`, with the engine (its baseline flavour) inside the JavaScript: there is no
/// file to configure, serve or allow, in any bundler and under any policy that lets scripts compile
/// WebAssembly. It is fetched when `load` is called, and weighs as much as the file does.
///
///     import { load } from 'paddock-hlo/inline'
///     const paddock = await load()
import { load as loadModule, type LoadOptions, type Paddock } from './load.js'

export * from './index.js'

/// As `load` of `paddock-hlo`.
export async function load(options: Pick<LoadOptions, 'worker'> = {}): Promise<Paddock> {
  return loadModule({ ...options, wasm: await unpack() })
}

/// A response, so that the module is compiled while it is unpacked.
async function unpack(): Promise<Response> {
  const { packedWasm } = await import('../dist/packed-wasm.js')
  const packed = atob(packedWasm)
  const bytes = new Uint8Array(packed.length)
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i)
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream, { headers: { 'content-type': 'application/wasm' } })
}
