/// Types of Emscripten's glue: the generated ones, and the instance's memory and table.
import type { MainModule as Generated } from '../../dist/paddock.js'
import type { Native } from './engine-parts.js'

export type { FileReadHandle, HubHandle, ProgramHandle, SessionHandle, TensorHandle } from '../../dist/paddock.js'
/// `native` is there if the engine is in another process, and memory and table are not.
export type MainModule = Generated & { wasmMemory: WebAssembly.Memory; wasmTable: WebAssembly.Table; native?: Native }

type Instantiated = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void
export type Factory = (options: {
  runtimeModules: boolean
  instantiateWasm(imports: WebAssembly.Imports, done: Instantiated): object
}) => Promise<Generated>

const other = 'the module is not the engine of this version of paddock-hlo: load({ wasm }) takes paddock.wasm, which stands beside dist/index.js in the package'

/// Instantiates `module`; the glue itself never fetches. `runtimeModules` is that of `LoadOptions`.
export async function instantiate(factory: Factory, module: WebAssembly.Module, runtimeModules: boolean): Promise<MainModule> {
  if (!WebAssembly.Module.exports(module).some(({ kind }) => kind === 'memory')) throw new Error(other)
  return new Promise((resolve, reject) => {
    let exports: WebAssembly.Exports
    const instantiateWasm = (imports: WebAssembly.Imports, done: Instantiated): object => {
      WebAssembly.instantiate(module, imports).then((instance) => {
        exports = instance.exports
        done(instance, module)
      }).catch((error: Error) => reject(isOfAnother(error) ? new Error(`${other} (${error.message})`) : error))
      return {}
    }
    factory({ instantiateWasm, runtimeModules }).then((generated) => resolve(Object.assign(generated, { wasmMemory: findExport(exports, WebAssembly.Memory), wasmTable: findExport(exports, WebAssembly.Table) })), reject)
  })
}

/// Reports a module whose imports or exports do not match the glue.
const isOfAnother = (error: Error): boolean => error instanceof WebAssembly.LinkError || error instanceof TypeError

/// Finds the memory by its kind, since an optimised build shortens the names of exports.
function findExport<T extends WebAssembly.ExportValue>(exports: WebAssembly.Exports, kind: new (...words: never[]) => T): T {
  return Object.values(exports).find((one) => one instanceof kind) as T
}
