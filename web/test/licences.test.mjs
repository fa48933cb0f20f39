import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const text = readFileSync(new URL('../dist/THIRD-PARTY-LICENSES.txt', import.meta.url), 'utf8')
const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

test('the page has the licence of each package in its bundles, of its font and of the engine', () => {
  const names = Object.keys(dependencies).filter((name) => name !== 'paddock-hlo')
  for (const name of [...names, '@ibm/plex-mono', 'Highway', 'musl']) assert.ok(text.includes(`\n${name} `) || text.includes(`\n${name}\n`), name)
})
