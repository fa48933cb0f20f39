// Every `console` block of the documents: its commands run in a shell, in order, and must print the output below them.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { globSync } from '../../tools/lib/glob.mjs'
import { command, root } from '../cli/paddock.mjs'

/// Documents that have such blocks, with the least number of commands in each.
const expected = { 'docs/debugging.md': 5, 'docs/speed.md': 2, 'docs/tour.md': 8 }

/// Returns `{ line, words, output }` of each command, which follows `$ `, and files `{ name, text }`: an `mlir` block behind a sentence that
/// ends in "`NAME.mlir`:".
function readSteps(text) {
  const steps = []
  for (const { index, 1: language, 2: code } of text.matchAll(/^```(console|mlir)\n([^]*?)^```$/gm)) {
    const line = text.slice(0, index).split('\n').length
    const name = /`([\w-]+\.mlir)`:\n+$/.exec(text.slice(0, index))?.[1]
    if (language === 'mlir' && name !== undefined) steps.push({ line, name, text: code })
    if (language === 'console') {
      for (const part of code.split(/^\$ /m).slice(1)) {
        const [words, ...output] = part.trimEnd().split('\n')
        steps.push({ line, words, output: output.join('\n') })
      }
    }
  }
  return steps
}

/// Returns a folder with the examples and the command.
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-'))
  after(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'examples'), join(folder, 'examples'))
  writeFileSync(join(folder, 'paddock'), `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  chmodSync(join(folder, 'paddock'), 0o755)
  return folder
}

/// Compares line by line without blanks at the end. A line `...` stands for any lines, and dots at the end of a line for its rest.
function matches(output, shown) {
  const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const patternOf = (line) => (line.endsWith(' ...') ? `${escape(line.slice(0, -3))}.*` : escape(line.trimEnd()))
  const pattern = shown.split('\n').map((line) => (line === '...' ? '[^]*?' : patternOf(line))).join('\n')
  return new RegExp(`^${pattern}$`).test(output.replace(/[ \t]+$/gm, '').trimEnd())
}

const documents = globSync('docs/*.md').map((path) => [path, readFileSync(join(root, path), 'utf8')]).filter(([, text]) => /^```console$/m.test(text))

for (const [path, text] of documents) {
  test(`the commands of ${path} print the shown output`, () => {
    const folder = makeFolder()
    const steps = readSteps(text)
    for (const { line, words, output, name, text: program } of steps) {
      if (name !== undefined) {
        writeFileSync(join(folder, name), program)
        continue
      }
      const { stdout } = spawnSync('sh', ['-c', `(${words}) 2>&1`], { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, NO_COLOR: '1' } })
      if (!matches(stdout, output)) assert.equal(stdout.trimEnd(), output, `${path}:${line}: ${words}`)
    }
    assert.ok(steps.filter(({ words }) => words !== undefined).length >= (expected[path] ?? 1))
  })
}

test('the list of documents with commands is complete', () => assert.deepEqual(documents.map(([path]) => path).sort(), Object.keys(expected)))

test('an output that differs is found, and a line of dots stands for any lines', () => {
  assert.ok(matches('a  \nb\nc\n', 'a\n...\nc'))
  assert.ok(!matches('a\nb\n', 'a\nc'))
  assert.ok(matches('peak 5 kB\nb\n', 'peak ...\nb'))
  assert.ok(!matches('peak 5 kB\nb\n', 'peek ...\nb'))
})
