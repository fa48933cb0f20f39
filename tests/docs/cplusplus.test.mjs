// The C++ program of docs/cplusplus.md is part of a test, so it compiles and runs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../tools/lib/paths.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')

test('the C++ of README.md is in docs/builder.md, whose blocks run', () => {
  const [, shown] = /```cpp\n([^]*?)```/.exec(read('README.md'))
  assert.ok(read('docs/builder.md').includes(shown))
})

test('the program of docs/cplusplus.md is compiled by tests/build/cplusplus_guide_test.cc', () => {
  const [, shown] = /```cpp\n([^]*?)```/.exec(readFileSync(join(root, 'docs/cplusplus.md'), 'utf8'))
  assert.ok(readFileSync(join(root, 'tests/build/cplusplus_guide_test.cc'), 'utf8').includes(shown))
})
