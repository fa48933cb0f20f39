// Download size of the engine.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const limits = [
  ['paddock.wasm', 1_000_000],
  ['paddock-relaxed.wasm', 1_016_000],
  // Replaces the others where threads can run.
  ['paddock-threads.wasm', 1_016_000],
  // Loaded when they are needed.
  ['paddock-artifacts.wasm', 270_000],
  // XLA's operations are 56 KB of it. A module of their own would have the builder a second time.
  ['paddock-builder.wasm', 415_000],
  ['paddock-factor.wasm', 38_000],
  ['paddock-why.wasm', 82_000],
]

for (const [file, most] of limits) {
  const path = new URL(`../dist/${file}`, import.meta.url)
  test(`${file} weighs at most ${most} bytes gzipped`, { skip: !existsSync(path) && 'it was not built' }, (t) => {
    const bytes = readFileSync(path)
    const weight = gzipSync(bytes, { level: 9 }).length
    t.diagnostic(`${bytes.length} bytes, ${weight} gzipped`)
    assert.ok(weight <= most, `${weight} bytes`)
  })
}
