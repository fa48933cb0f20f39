/// Compiles a module from an address, bytes or a response. On failure the error says what to do.
import { isNode } from './start-worker.js'

/// A WebAssembly module: its address, its bytes, a response that contains it, or compiled.
export type WasmSource = URL | string | Response | BufferSource | WebAssembly.Module

const magic = [0, 97, 115, 109]

// (module (func (result v128) i32.const 0, i8x16.splat))
const simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11]
// (module (func (result v128) i32.const 0, i8x16.splat, i32.const 0, i8x16.splat, i8x16.relaxed_swizzle))
const relaxedSimd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 0, 253, 15, 65, 0, 253, 15, 253, 128, 2, 11]

/// Whether this JavaScript engine compiles relaxed SIMD instructions, as `load({ flavour: 'relaxed' })` needs.
export function hasRelaxedSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(relaxedSimd))
}

/// Whether `load({ flavour: 'threads' })` works here: in Node and on cross-origin isolated pages, with relaxed SIMD.
export function hasThreads(): boolean {
  return typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false && hasRelaxedSimd()
}

/// Returns other bytes of a module.
export type Change = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>

/// `what` is the module's name in messages. `change` is applied to its bytes before they are compiled, if they are not yet.
export async function compile(wasm: WasmSource, what = 'the engine', change?: Change): Promise<WebAssembly.Module> {
  checkPlatform()
  if (wasm instanceof WebAssembly.Module) return wasm
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return compileBytes(wasm as BufferSource, 'the given bytes', change)
  if (typeof Response !== 'undefined' && wasm instanceof Response) return compileResponse(wasm, wasm.url || 'the given response', what, change)
  const url = addressOf(wasm)
  if (isNode() && url.protocol === 'file:') {
    const bytes = await readFile(url).catch((error: Error) => {
      throw new Error(`${what} could not be read: ${error.message}. ${otherWays}`)
    })
    return compileBytes(bytes, url.href, change)
  }
  const response = await fetch(url).catch((error: Error) => {
    throw new Error(`${what} could not be fetched from ${url.href}: ${error.message}. ${otherWays}`)
  })
  return compileResponse(response, url.href, what, change)
}

function addressOf(wasm: unknown): URL {
  if (wasm instanceof URL) return wasm
  if (typeof wasm !== 'string') throw new TypeError('load({ wasm }) takes an address, a Response, bytes, or a compiled WebAssembly.Module')
  const base = typeof location === 'undefined' ? undefined : location.href
  if (URL.canParse(wasm, base)) return new URL(wasm, base)
  throw new TypeError(`'${wasm}' is no address of a module: give a whole one, such as new URL('paddock.wasm', import.meta.url), or the file's bytes`)
}

const otherWays =
  'Is the file there? With esbuild or Rollup, or without a server of your own, import paddock-hlo/inline; load({ wasm }) takes an address, bytes or a response'

function checkPlatform(): void {
  if (typeof WebAssembly !== 'object') {
    throw new Error('there is no WebAssembly here: paddock-hlo needs Node 20.19 or a browser of 2023, or newer, and no lockdown mode')
  }
  if (!WebAssembly.validate(new Uint8Array(simd))) {
    throw new Error('there is no SIMD in this WebAssembly: paddock-hlo needs Node 20.19, Chrome 91, Firefox 89 or Safari 16.4, or newer')
  }
}

async function compileResponse(response: Response, address: string, what: string, change?: Change): Promise<WebAssembly.Module> {
  if (response.bodyUsed) throw new TypeError(`${address} has been read already: give load a response of its own`)
  if (!response.ok) throw new Error(`${what} could not be fetched: ${address} answered ${response.status}. ${otherWays}`)
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') === true
  if (!isTyped || change) return compileBytes(await response.arrayBuffer(), address, change)
  try {
    return await WebAssembly.compileStreaming(response)
  } catch (error) {
    throw compileError(address, error as Error)
  }
}

// Not a static import: bundlers for browsers must not see it.
function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  return process.getBuiltinModule('node:fs').promises.readFile(url) as Promise<Uint8Array<ArrayBuffer>>
}

function compileError(origin: string, error: Error): Error {
  const isForbidden = /unsafe-eval|Content.Security.Policy/i.test(error.message)
  const advice = isForbidden
    ? "The page's policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src"
    : 'Is the file whole, and of this version of paddock-hlo? Load it again'
  return new Error(`${origin} cannot be compiled: ${error.message}. ${advice}`)
}

async function compileBytes(bytes: BufferSource, origin: string, change?: Change): Promise<WebAssembly.Module> {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)
  if (view[0] === 0x3c) {
    throw new Error(`your server answered HTML for ${origin}: with esbuild or Rollup import paddock-hlo/inline, or give the file's own address with load({ wasm })`)
  }
  if (!magic.every((byte, index) => view[index] === byte)) {
    throw new Error(`${origin} is no WebAssembly module: load({ wasm }) takes paddock.wasm, in dist of the package`)
  }
  try {
    return await WebAssembly.compile(change ? change(view) : bytes)
  } catch (error) {
    throw compileError(origin, error as Error)
  }
}
