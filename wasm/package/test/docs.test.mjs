/// The documents' JavaScript prints the output shown, and docs/javascript.md uses every function of the package.
/// web/test/documentation.test.mjs holds the comments of all exports.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { documented } from '../compile-sources.mjs'
import { exportsOf } from './exports.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const dist = join(root, 'wasm/package/dist')
const read = (path) => readFileSync(join(root, path), 'utf8')
const text = read('docs/javascript.md')
const blocks = (language, from = text) => [...from.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code]) => code)
// Inside the package, so that its own name resolves to it.
const folder = mkdtempSync(join(dist, '.test-'))
after(() => rmSync(folder, { recursive: true }))

const documents = ['README.md', 'docs/javascript.md', 'docs/builder.md', 'docs/grid.md'].map((path) => [path, read(path)])
for (const [index, [path, whole, code]] of documents.flatMap(([path, whole]) => blocks('js', whole).map((code) => [path, whole, code])).entries()) {
  const line = whole.slice(0, whole.indexOf(code)).split('\n').length
  test(`${path}:${line} prints the documented output`, () => {
    const said = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)/g)].map(([, words]) => words)
    assert.ok(said.length > 0)
    const file = join(folder, `${index}.mjs`)
    // One line for each output, whatever its length.
    writeFileSync(file, `import { inspect } from 'node:util'\ninspect.defaultOptions.breakLength = Infinity\n${code}`)
    assert.deepEqual(execFileSync(process.execPath, [file], { encoding: 'utf8' }).trimEnd().split('\n'), said)
  })
}

test('the TypeScript compiles', () => {
  const file = join(folder, 'example.mts')
  writeFileSync(file, blocks('ts').join('\n'))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,esnext.disposable,dom']
  try {
    execFileSync(process.execPath, [tsc, ...flags, file], { cwd: root, encoding: 'utf8' })
  } catch (error) {
    assert.fail(error.stdout)
  }
})

test('each function and each method is used in an example or named in the text', () => {
  const code = [...blocks('js'), ...blocks('ts')].join('\n')
  const found = exportsOf('index.d.ts')
  assert.ok(found.length > 40)
  for (const { name, real } of found) {
    if (real.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) assert.match(code, new RegExp(`\\b${name}\\b`), `${name} is in no example`)
    if (!(real.flags & ts.SymbolFlags.Class)) continue
    for (const [member, { flags }] of real.members) {
      if (flags & ts.SymbolFlags.Method && /^[a-z]/.test(member)) assert.match(text, new RegExp(`\\b${member}\\(`), `${name}.${member} is not in the text`)
    }
  }
  const names = (entry) => exportsOf(entry).map(({ name }) => name).sort()
  assert.deepEqual(names('inline.d.ts'), names('index.d.ts'))
})

test('comments for users reach the declarations line for line', () => {
  assert.equal(documented('/// One.\nx'), '/** One. */\nx')
  assert.equal(documented('  /// One\n  ///\n  /// two.\n  x'), '  /** One\n   *\n   * two. */\n  x')
  assert.equal(documented('/// <reference lib="dom" />\nx'), '/// <reference lib="dom" />\nx')
  assert.equal(documented('const a = 1 // no\nx'), 'const a = 1 // no\nx')
})
