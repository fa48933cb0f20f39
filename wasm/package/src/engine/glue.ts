/// Types of Emscripten's glue: the generated ones, and the instance's memory and table.
import type { MainModule as Generated } from '../../dist/paddock.js'
import type { Native } from './engine-parts.js'

export type { FileReadHandle, HubHandle, ProgramHandle, SessionHandle, TensorHandle } from '../../dist/paddock.js'
/// `native` is there if the engine is in another process, and memory and table are not.
/// Only an engine with threads has `setThreads`.
export type MainModule = Generated & { wasmMemory: WebAssembly.Memory; wasmTable: WebAssembly.Table; native?: Native; setThreads?(count: number): void }

type Instantiated = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void
export type Factory = (options: {
  runtimeModules: boolean
  /// Script of helpers.
  mainScriptUrlOrBlob?: string
  /// Class of helpers; undefined: the scope's `Worker`.
  Worker?: unknown
  instantiateWasm(imports: WebAssembly.Imports, done: Instantiated): object
}) => Promise<Generated>

const other = 'the module is not the engine of this version of paddock-hlo: load({ wasm }) takes paddock.wasm, in dist of the package'

/// Workers of further threads: their script, and their class unless it is the scope's `Worker`.
type HelperKind = { readonly script: string; readonly Worker?: unknown }

/// Instantiates `module`; the glue itself never fetches. `runtimeModules` is that of `LoadOptions`. `helpers`: for an engine
/// with threads.
export async function instantiate(factory: Factory, module: WebAssembly.Module, runtimeModules: boolean, helpers?: HelperKind): Promise<MainModule> {
  const linked = helpers === undefined ? WebAssembly.Module.exports(module) : WebAssembly.Module.imports(module)
  if (!linked.some(({ kind }) => kind === 'memory')) throw new Error(other)
  return new Promise((resolve, reject) => {
    let found: Record<string, unknown>
    const instantiateWasm = (imports: WebAssembly.Imports, done: Instantiated): object => {
      WebAssembly.instantiate(module, imports).then((instance) => {
        // A shared memory is an import.
        found = Object.assign({}, ...Object.values(imports), instance.exports)
        done(instance, module)
      }).catch((error: Error) => reject(isOfAnother(error) ? new Error(`${other} (${error.message})`) : error))
      return {}
    }
    const own = helpers && { mainScriptUrlOrBlob: addressOfScript(helpers.script), Worker: helpers.Worker }
    factory({ instantiateWasm, runtimeModules, ...own }).then((generated) => resolve(Object.assign(generated, { wasmMemory: find(found, WebAssembly.Memory), wasmTable: find(found, WebAssembly.Table) })), reject)
  })
}

/// Reports a module whose imports or exports do not match the glue.
const isOfAnother = (error: Error): boolean => error instanceof WebAssembly.LinkError || error instanceof TypeError

/// Finds the memory by its kind, since an optimised build shortens the names of exports.
function find<T>(linked: Record<string, unknown>, kind: new (...words: never[]) => T): T {
  return Object.values(linked).find((one) => one instanceof kind) as T
}

/// In Node, scripts are passed as they are (node-scope.ts).
const addressOfScript = (source: string): string =>
  typeof importScripts === 'function' ? URL.createObjectURL(new Blob([source], { type: 'text/javascript' })) : source
