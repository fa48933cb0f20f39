/// Functions that an engine has beside its module, or in place of its memory.

/// Functions of wasm/why/why_module.cc.
export interface WhyModule {
  /// Returns the numbers of the differences of two tensors; null if the shapes differ.
  compare(a: number, b: number): ArrayBuffer | null
  open(session: number): number
  close(handle: number): void
  run(handle: number, bad: number): number
  steps(handle: number): number
  ask(handle: number, name: number, size: number, flags: number, process: number, execution: number, line: number, cells: number, depth: number, terms: number): number
  step(handle: number): number
  finish(handle: number, isCut: number): void
  text(handle: number, which: number): number
  textSize(handle: number, which: number): number
}

/// An engine in another process (native-module.ts) has no memory, and no modules in it.
export interface Native {
  write(address: number, bytes: ArrayBuffer): void
  read(address: number, size: number): ArrayBuffer
  why: WhyModule
}
