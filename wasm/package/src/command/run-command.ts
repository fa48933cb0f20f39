/// The command's Worker: compiles the module and runs it to the end. Further threads of a run are Workers of its own, which
/// end with it.
import '../engine/node-scope.js'
import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'
import factory from '../../dist/paddock-command.mjs'
import { NodeHost } from './node-host.js'
import type { CommandData } from './main.js'

/// Exit code by which a shell reports an aborted program: here an internal error.
const broken = 134

async function runCommand({ words, interrupts }: CommandData): Promise<number> {
  const host = new NodeHost(words, interrupts)
  try {
    const wasm = brotliDecompressSync(readFileSync(new URL('../paddock-command.wasm.br', import.meta.url)))
    const compiled = new WebAssembly.Module(wasm)
    const module = await factory({
      host,
      mainScriptUrlOrBlob: new URL('./run-thread.js', import.meta.url).href,
      instantiateWasm(imports, done) {
        host.attach(imports)
        const instance = new WebAssembly.Instance(compiled, imports)
        done(instance, compiled)
        return instance.exports
      },
    })
    return module._paddock_command()
  } catch (error) {
    host.report(`paddock: the engine failed: ${problemOf(error)}\n`)
    return broken
  }
}

/// The glue throws the word `unwind` when one of its threads has trapped.
function problemOf(error: unknown): string {
  if (error === 'unwind') return 'one of its threads has failed'
  return error instanceof Error ? error.message : String(error)
}

void runCommand(workerData as CommandData).then((code) => process.exit(code))
