/// Loads the engine from the files beside this module.
import { hasRelaxedSimd } from '../client/compile.js'
import type { Connection } from '../client/connection.js'
import type { Factory } from '../engine/glue.js'
import { loadFrom, type Paddock } from '../client/client.js'
import type { Flavour, LoadOptions, Parts } from '../client/load-options.js'
import type { Provide } from '../client/parts.js'
import type { PartName } from '../protocol/program.js'
import { isNode } from '../client/start-worker.js'
import { builderWasm } from './builder-wasm.js'

const parts: Parts = {
  wasm: bundledFile,
  // Imported on demand, since a page needs only one of the two: the engine in a Worker, or in this thread.
  async workerSource() {
    return (await import('../../dist/worker-source.js')).workerSource
  },
  part: (name) => partFiles[name],
  threads: {
    // Bundlers recognize exactly this form, with a literal file name.
    wasm: () => new URL('../paddock-threads.wasm', import.meta.url),
    async workerSource() {
      return (await import('../../dist/threads-source.js')).threadsSource
    },
  },
  async startInThread(module, runtimeModules, provide, threads) {
    if (threads !== undefined) return startThreadsHere(module, runtimeModules, provide, threads)
    const [{ default: factory }, { startInThread }] = await Promise.all([import('../../dist/paddock.mjs'), import('./in-thread.js')])
    return startInThread(factory as unknown as Factory, module, runtimeModules, provide)
  },
}

// Bundlers recognize exactly this form, with a literal file name.
const partFiles: Record<PartName, URL> = {
  artifacts: new URL('../paddock-artifacts.wasm', import.meta.url),
  builder: builderWasm,
  factor: new URL('../paddock-factor.wasm', import.meta.url),
  why: new URL('../paddock-why.wasm', import.meta.url),
}

async function startThreadsHere(module: WebAssembly.Module, runtimeModules: boolean, provide: Provide, threads: number): Promise<Connection> {
  const [{ default: factory }, { threadsSource }, { Helpers }, { startInThread }] = await Promise.all([
    import('../../dist/paddock-threads.mjs'),
    import('../../dist/threads-source.js'),
    import('./helpers.js'),
    import('./in-thread.js'),
  ])
  return startInThread(factory as Factory, module, runtimeModules, provide, new Helpers(threadsSource, threads))
}

/// Loads an engine: the module is a file beside the JavaScript. Use it with Node, Vite, webpack,
/// and a plain `<script type="module">`.
///
/// @param options Flavour and place of the engine; all may be omitted.
/// @throws `Error` if the engine cannot be loaded; the message says what to do.
export async function load(options: LoadOptions = {}): Promise<Paddock> {
  return loadFrom(parts, options)
}

function bundledFile(flavour: Flavour): URL {
  if (flavour === 'relaxed' && !hasRelaxedSimd()) {
    throw new Error(
      isNode()
        ? 'this Node has no relaxed SIMD: take Node 22, or start it with --experimental-wasm-relaxed-simd'
        : "this browser has no relaxed SIMD: load({ flavour: 'baseline' }) works",
    )
  }
  // Bundlers recognize exactly this form, with a literal file name.
  return flavour === 'relaxed'
    ? new URL('../paddock-relaxed.wasm', import.meta.url)
    : new URL('../paddock.wasm', import.meta.url)
}
