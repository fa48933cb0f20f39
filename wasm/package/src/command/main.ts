#!/usr/bin/env node
/// The command `paddock-hlo`: `paddock` over WebAssembly. It runs in a Worker, so that this thread
/// can handle Ctrl-C meanwhile. Its output and exit code are the native command's.
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

/// Data passed to the Worker at its start.
export interface CommandData {
  words: readonly string[]
  /// Element 0 counts how often the user has asked to stop.
  interrupts: Int32Array
}

// This feature is behind a flag in Node 20, which must be set before the first module is compiled.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--experimental-wasm-relaxed-simd')

const interrupts = new Int32Array(new SharedArrayBuffer(4))

/// npx forwards Ctrl-C to a command that has already received it: signals in quick succession count as one.
const onceWithin = 100
let last = -Infinity
process.on('SIGINT', () => {
  const isSame = performance.now() - last < onceWithin
  last = performance.now()
  if (isSame) return
  // A second interrupt exits at once.
  if (Atomics.add(interrupts, 0, 1) > 0) process.exit(130)
})

const workerData: CommandData = { words: process.argv.slice(2), interrupts }
const worker = new Worker(new URL('./run-command.js', import.meta.url), { workerData, argv: [] })
worker.on('exit', (code) => (process.exitCode = code))
