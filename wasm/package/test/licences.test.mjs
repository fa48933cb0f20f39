import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { thirdPartyLicences } from '../licences.mjs'

const path = (file) => fileURLToPath(new URL(`../../../${file}`, import.meta.url))
const compiled = path('wasm/package/dist/THIRD-PARTY-LICENSES.txt')

test('the package has the licences of the code that is compiled into its modules', () => {
  const text = readFileSync(compiled, 'utf8')
  for (const name of ['Highway', '{fmt}', 'fast_float', 'zlib', 'Emscripten', 'musl']) assert.match(text, new RegExp(`^={80}\\n${name.replace(/[{}]/g, '\\$&')}.*\\n={80}\\n\\n.{10}`, 'ms'), name)
})

test('each bundled npm package adds its licence once', () => {
  const files = ['@codemirror/view/dist/index.js', '@codemirror/view/dist/other.js', 'minisearch/dist/index.js'].map((file) => path(`node_modules/${file}`))
  const text = thirdPartyLicences(compiled, [...files, path('wasm/package/src/index.ts')])
  const titles = [...text.matchAll(/^={80}\n(.*)\n={80}$/gm)].map(([, title]) => title)
  assert.deepEqual(titles.slice(-2).map((title) => title.replace(/\d\S*/, 'N')), ['@codemirror/view N (MIT)', 'minisearch N (MIT)'])
})
