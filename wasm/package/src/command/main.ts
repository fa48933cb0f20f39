#!/usr/bin/env node
/// The command `paddock-hlo`: `paddock` over WebAssembly. It runs in a Worker, so that this thread hears
/// Ctrl-C while it works; what it prints and its exit code are the native command's.
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

/// What the Worker is started with.
export interface CommandData {
  words: readonly string[]
  /// Element 0 counts the times that the user asked to stop.
  interrupts: Int32Array
}

// Behind a flag in Node 20, to be set before the first module is compiled.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--experimental-wasm-relaxed-simd')

const interrupts = new Int32Array(new SharedArrayBuffer(4))

/// npx passes Ctrl-C on to a command that has heard it already: what comes at once is one.
const onceWithin = 100
let last = -Infinity
process.on('SIGINT', () => {
  const isSame = performance.now() - last < onceWithin
  last = performance.now()
  if (isSame) return
  // A second one ends it, whatever it does.
  if (Atomics.add(interrupts, 0, 1) > 0) process.exit(130)
})

const workerData: CommandData = { words: process.argv.slice(2), interrupts }
const worker = new Worker(new URL('./run-command.js', import.meta.url), { workerData, argv: [] })
worker.on('exit', (code) => (process.exitCode = code))
