// What the engine weighs on its way to a visitor.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

for (const file of ['paddock.wasm', 'paddock-relaxed.wasm']) {
  const path = new URL(`../dist/${file}`, import.meta.url)
  test(`${file} weighs at most 1.01 MB gzipped`, { skip: !existsSync(path) && 'this flavour was not built' }, (t) => {
    const bytes = readFileSync(path)
    const weight = gzipSync(bytes, { level: 9 }).length
    t.diagnostic(`${bytes.length} bytes, ${weight} gzipped`)
    assert.ok(weight <= 1_010_000, `${weight} bytes`)
  })
}
