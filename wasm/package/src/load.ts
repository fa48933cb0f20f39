/// The engine from the files beside this module.
import { hasRelaxedSimd } from './compile.js'
import type { Factory } from './glue.js'
import { loadFrom, type Flavour, type LoadOptions, type Paddock, type Parts } from './client.js'
import type { PartName } from './parts.js'
import { isNode } from './start-worker.js'

const parts: Parts = {
  wasm: bundledFile,
  // Pages fetch one of the two: the engine in a Worker, or that in this thread.
  async workerSource() {
    return (await import('../dist/worker-source.js')).workerSource
  },
  part: (name) => partFiles[name],
  async startInThread(module, runtimeModules, provide) {
    const [{ default: factory }, { startInThread }] = await Promise.all([import('../dist/paddock.mjs'), import('./in-thread.js')])
    return startInThread(factory as unknown as Factory, module, runtimeModules, provide)
  },
}

// Bundlers look for exactly this form, each with its file's name.
const partFiles: Record<PartName, URL> = {
  artifacts: new URL('./paddock-artifacts.wasm', import.meta.url),
  factor: new URL('./paddock-factor.wasm', import.meta.url),
}

/// Loads an engine. Rejects with a sentence that says what to do if it cannot be had.
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
  // Bundlers look for exactly this form, each with its file's name.
  return flavour === 'relaxed'
    ? new URL('./paddock-relaxed.wasm', import.meta.url)
    : new URL('./paddock.wasm', import.meta.url)
}
