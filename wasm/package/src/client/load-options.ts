/// Options of `load`, and where it takes an engine from.
import type { WasmSource } from './compile.js'
import type { Connection } from './connection.js'
import type { Provide } from './parts.js'
import type { PartName } from '../protocol/program.js'

/// How the engine was compiled: its SIMD instruction set, and whether it has threads.
export type Flavour = 'baseline' | 'relaxed' | 'threads'

/// Options that choose the engine and where it runs.
export interface LoadOptions {
  /// The module: its address, its bytes, a response, or compiled. Default: the one of this package,
  /// in the flavour that `flavour` names.
  wasm?: WasmSource
  /// Addresses of the modules that are loaded when they are first needed: `artifacts` for portable
  /// artifacts, `builder` for `Paddock.builder`, `factor` for LAPACK's custom calls, `why` for
  /// `Program.why`. Default: those of this package.
  parts?: Partial<Record<PartName, WasmSource>>
  /// `relaxed` uses relaxed SIMD if the engine has it, which is faster in fast numerics. `threads`
  /// also shares large operations among threads; it needs Node, or a cross-origin isolated page.
  /// Default: `threads` if it works here (`hasThreads()`), or `relaxed` if there is to be one thread,
  /// which has the same bits; else `baseline`. Portable numerics give the same bits in all.
  flavour?: Flavour
  /// Number of threads that share large operations, in Node and on cross-origin isolated pages.
  /// Default: that of the processors, at most 8. Each after the first is a Worker, which starts when
  /// a run first needs it, and keeps no process alive. Bits do not depend on it.
  threads?: number
  /// Address of an engine in the process of `paddock serve`, in place of a module: its page's address and `engine/`. Only
  /// this page can reach it, in a browser.
  native?: string
  /// Whether the engine runs in a Worker. Default: true in browsers if one can be started, false in
  /// Node. `false` also keeps large operations in one thread, and a large grid in one engine, unless a
  /// run asks for Workers.
  worker?: boolean
  /// Whether the engine may compile small WebAssembly modules while it runs: loops for element-wise
  /// operations on much data, which give the same bits faster. Default: true. If a policy forbids
  /// it, the engine runs without them.
  runtimeModules?: boolean
}

/// @internal Where the modules of an engine are loaded from: files beside the package, or the package's own JavaScript.
export interface Parts {
  wasm(flavour: Flavour): WasmSource | Promise<WasmSource>
  /// The engine with threads, and the script of its Workers; undefined: there is none.
  threads?: { wasm(): WasmSource; workerSource(): Promise<string> }
  part(name: PartName): WasmSource | Promise<WasmSource>
  workerSource(): Promise<string>
  /// `threads`: their number, for an engine with threads.
  startInThread(module: WebAssembly.Module, runtimeModules: boolean, provide: Provide, threads?: number): Promise<Connection>
}
