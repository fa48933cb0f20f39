// The entries for other people's editors and pages, where there is no page.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const compile = (...args) => promisify(execFile)(process.execPath, [at('../../../node_modules/typescript/bin/tsc'), '-p', at('types'), ...args]).catch(({ stdout }) => assert.fail(stdout))

test('their types are whole where nothing is skipped', async () => {
  await Promise.all([compile('--module', 'nodenext', '--moduleResolution', 'nodenext'), compile('--module', 'esnext', '--moduleResolution', 'bundler')])
})

test('a page that is only written may import the elements', async () => {
  const { PaddockExampleElement, PaddockTensorElement, provideEngine } = await import('paddock-hlo/element')
  assert.match(PaddockExampleElement.version, /^\d+\.\d+\.\d+$/)
  assert.equal(PaddockTensorElement.version, PaddockExampleElement.version)
  assert.equal(typeof provideEngine, 'function')
})
