// docs/files.md says which array shows the elements of each type; tests/cli/files.test.mjs holds its other columns against the command.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { viewElements } from 'paddock-hlo'

test('the arrays of elements are those of the documented table', () => {
  const text = readFileSync(new URL('../../../docs/files.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `(.+?)` \| (\w+Array)/gm)]
  assert.equal(rows.length, 31)
  for (const [, type, name] of rows) assert.equal(viewElements(type, new ArrayBuffer(16)).constructor.name, name, type)
})
