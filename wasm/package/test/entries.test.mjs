// The entries for editors and pages, tested without a page.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exportsOf } from './exports.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const compile = (...args) => promisify(execFile)(process.execPath, [at('../../../node_modules/typescript/bin/tsc'), '-p', at('types'), ...args]).catch(({ stdout }) => assert.fail(stdout))

test('the types are complete with skipLibCheck off', async () => {
  await Promise.all([compile('--module', 'nodenext', '--moduleResolution', 'nodenext'), compile('--module', 'esnext', '--moduleResolution', 'bundler')])
})

for (const [entry, count] of [['element', 4], ['codemirror', 5]]) {
  test(`each symbol of paddock-hlo/${entry} is documented and used in an example`, () => {
    // The examples of the entries' use are compiled above; those in the documents run in the tests of web.
    const used = readFileSync(at('types/entries.ts'), 'utf8')
    const page = readFileSync(at(`../../../docs/${entry}.md`), 'utf8')
    const found = exportsOf(`${entry}/index.d.ts`)
    assert.equal(found.length, count, found.map(({ name }) => name).join())
    for (const { name, documentation } of found) {
      assert.ok(documentation.length > 10, `${name} has no documentation`)
      assert.match(page, new RegExp(`\\b${name}\\b`), `${name} is not in docs/${entry}.md`)
      assert.match(used, new RegExp(`\\b${name}\\b`), `${name} is in no example`)
    }
  })
}

test('a server that renders a page may import the elements', async () => {
  const { PaddockExampleElement, PaddockTensorElement, provideEngine } = await import('paddock-hlo/element')
  assert.match(PaddockExampleElement.version, /^\d+\.\d+\.\d+$/)
  assert.equal(PaddockTensorElement.version, PaddockExampleElement.version)
  assert.equal(typeof provideEngine, 'function')
})
