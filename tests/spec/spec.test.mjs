// The examples of the specifications run and give the values in their comments, if the documents
// lie beside the checkout.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { documents } from './documents.mjs'
import { blockAt, correct, toMarkdown } from './extract.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const place = join(root, '../shared/spec')
const known = join(root, 'tests/spec/known-failures.txt')
const command = join(root, 'build/native/bin/paddock')
const folder = mkdtempSync(join(tmpdir(), 'paddock-spec-'))
after(() => rmSync(folder, { recursive: true }))

// Returns the verdict of `paddock test` on the programs of `text`.
function verdictOf(name, text, ...options) {
  const path = join(folder, name)
  writeFileSync(path, text)
  const { stdout, stderr } = spawnSync(command, ['test', '--format', 'json', ...options, path], { encoding: 'utf8' })
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout).cases
}

const describe = ({ case: number, reason }) => `${number}: ${reason}`

for (const { file, programs, damage, mistakes } of documents) {
  const path = join(place, file)
  const skip = existsSync(path) ? false : 'the document is not beside this checkout'
  const name = file.replace(/\.\w+$/, '.md')
  const read = () => {
    const text = correct(readFileSync(path, 'utf8'), damage)
    return file.endsWith('.md') ? text : toMarkdown(text)
  }

  test(`the examples of ${file} run once their mistakes are fixed`, { skip }, () => {
    const cases = verdictOf(name, correct(read(), mistakes), '--level', 'both', '--expect-fail', known)
    assert.equal(cases.length, programs)
    const failed = cases.filter(({ verdict }) => verdict === 'failed')
    assert.deepEqual(failed.map(describe), [])
  })

  test(`each mistake of ${file} is reported`, { skip }, () => {
    const text = read()
    const cases = verdictOf(name, text)
    const passes = mistakes.filter(({ line }) => {
      const number = blockAt(text, line)
      return cases.find((one) => one.case === number).verdict === 'passed'
    })
    assert.deepEqual(passes, [])
  })
}
