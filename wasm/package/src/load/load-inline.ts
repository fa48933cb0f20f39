/// Loads the engine from this package's JavaScript, without files that a bundler would have to find.
import factory from '../../dist/paddock.mjs'
import { packedArtifacts, packedBuilder, packedFactor, packedWasm, packedWhy } from '../../dist/packed-wasm.js'
import { workerSource } from '../../dist/worker-source.js'
import type { Factory } from '../engine/glue.js'
import type { PartName } from '../protocol/program.js'
import { startInThread } from './in-thread.js'
import { loadFrom, type Paddock } from '../client/client.js'
import type { Flavour, LoadOptions, Parts } from '../client/load-options.js'

const packedParts: Record<PartName, string> = { artifacts: packedArtifacts, builder: packedBuilder, factor: packedFactor, why: packedWhy }

const parts: Parts = {
  wasm: unpackEngine,
  part: async (name) => unpack(packedParts[name]),
  workerSource: async () => workerSource,
  startInThread: (module, runtimeModules, provide) => startInThread(factory as unknown as Factory, module, runtimeModules, provide),
}

/// Loads an engine from the module inside this JavaScript, of flavour `baseline`. Use it with
/// esbuild, Rollup and single-file pages: it needs no configuration.
///
/// @param options Place of the engine; all may be omitted.
/// @throws `Error` if the engine cannot be loaded; the message says what to do.
export async function load(options: LoadOptions = {}): Promise<Paddock> {
  return loadFrom(parts, options)
}

async function unpackEngine(flavour: Flavour): Promise<Response> {
  if (flavour !== 'baseline') {
    throw new Error("paddock-hlo/inline holds the flavour 'baseline' only: paddock-hlo has both, and load({ wasm }) takes the other as a file")
  }
  return unpack(packedWasm)
}

/// Decodes base64 of gzip into a response, so that compilation overlaps with decompression.
function unpack(packed: string): Response {
  const text = atob(packed)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i)
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream, { headers: { 'content-type': 'application/wasm' } })
}
