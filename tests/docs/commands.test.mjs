// Every line of the documents that calls the command runs, and a test runs every block of code.
import assert from 'node:assert/strict'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { globSync } from '../../tools/lib/glob.mjs'
import { paddock, root, useFolder } from '../cli/paddock.mjs'

const documents = globSync('*.md').filter((path) => !path.startsWith('core/')).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const { file, folder } = useFolder()
for (const name of ['examples', 'tests']) symlinkSync(join(root, name), join(folder, name))
const run = (words) => paddock(words, '', folder)
const identity = (...parameters) => {
  const [names, types] = [0, 1].map((part) => parameters.map((parameter) => parameter.split(': ')[part]))
  return `func.func @main(${parameters.join(', ')}) -> (${types.map((type) => `${type} {jax.result_info = "r"}`).join(', ')}) {\n  return ${names.join(', ')} : ${types.join(', ')}\n}\n`
}
/// Writes arrays, as the command's `--output` arguments in `outputs` specify.
const arrays = (type, ...outputs) => {
  const { code, error } = run(['run', file('arrays.mlir', identity(`%w: ${type}`)), '--input', '0=iota', ...outputs.flatMap((output) => ['--output', output])])
  assert.equal(code, 0, error)
}

/// Creates the files that a document's commands refer to.
const readers = {
  'docs/artifacts.md': () => {
    sine()
    arrays('tensor<4xf32>', '0=@x.npy')
    const { code, error } = run(['convert', 'model.mlir', 'model.mlir.bc'])
    assert.equal(code, 0, error)
  },
  'docs/command.md': () => sine(),
  'docs/files.md': () => {
    file('model.mlir', 'func.func @main(%w: tensor<6xf32>) -> (tensor<6xf32> {jax.result_info = "w"}) {\n  return %w : tensor<6xf32>\n}\n')
    arrays('tensor<6xf32>', '0=@image.npy', '0=@weights.npz:array=layer.weight')
    const { code, error } = run(['run', 'model.mlir', '--input', '0=iota', '--output', '@weights.safetensors'])
    assert.equal(code, 0, error)
  },
  'docs/from-jax.md': () => layer(),
  'docs/from-pytorch.md': () => layer(),
  'docs/grid.md': () => {
    file('program.mlir', identity('%x: tensor<2xi64>'))
    arrays('tensor<8xi64>', '0=@x.npy')
  },
  'docs/sharing.md': () => {
    sine()
    arrays('tensor<4xf32>', '0=@image.npy')
    file('capsule.html', '<title><!--paddock:title--></title>')
    process.env.PADDOCK_SHARE = folder
  },
  'docs/machine-model.md': () => file('program.mlir', `module attributes {mhlo.num_replicas = 64 : i32} {
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %y = stablehlo.add %x, %x : tensor<8xf32>
    return %y : tensor<8xf32>
  }
}
`),
}

function sine() {
  file('model.mlir', `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.sine %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
`)
}

function layer() {
  file('layer.mlir', `func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x3xf32>) -> tensor<4x3xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
`)
  arrays('tensor<4x8xf32>', '0=@x.npy')
  arrays('tensor<8x3xf32>', '0=@w.npy')
}

/// Splits a line like a shell: quotes join words.
const wordsOf = (line) => [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))

let lines = 0
for (const { path, text } of documents) {
  const calls = text.split('\n').flatMap((line) => /^(?: {4})?(?:build\/native\/bin\/)?paddock (\w.*)$/.exec(line)?.[1] ?? [])
  lines += calls.length
  if (calls.length === 0) continue
  test(`the commands of ${path} run`, () => {
    readers[path]?.()
    for (const call of calls) {
      const { code, error } = run(wordsOf(call))
      assert.equal(code, 0, `paddock ${call}: ${error}`)
    }
  })
}

test('the documents have commands', () => assert.ok(lines > 10, `${lines}`))

/// Documents whose blocks of a language are run, each by the test named; a document may state why its blocks are not.
const runners = {
  mlir: /./, // `paddock test` takes every document.
  // The example for Observable is run by web/test/pages-of-tools.test.mjs.
  js: /^(README\.md|wasm\/package\/README\.md|docs\/(javascript|builder|grid|element|codemirror)\.md|examples\/pages\/observable\.md)$/,
  ts: /^docs\/javascript\.md$/,
  html: /^docs\/element\.md$/,
  css: /^docs\/element\.md$/,
  sh: /./, // Run above.
  // README.md and cplusplus.md are compared with others by cplusplus.test.mjs; tests/cpp compiles builder.md.
  cpp: /^(README\.md|docs\/(cplusplus|builder)\.md)$/,
  c: /^docs\/c\.md$/, // Compared with an example by link.test.mjs.
  // Run by python/tests/test_docs.py; those for JAX by python/jax_tests/test_documents.py, with their output.
  python: /^(README\.md|python\/README\.md|docs\/(python|builder|jax|cookbook)\.md)$/,
  text: /^docs\/(jax|cookbook)\.md$/,
  console: /^docs\/(tour|debugging|speed)\.md$/, // Run by sessions.test.mjs.
}

test('a test runs each block of code, unless its document excludes it', () => {
  const left = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```(\w+)$/gm)].flatMap(([, language]) => (runners[language]?.test(path) || /\bno(?:ne)? (?:test )?runs (?:them|these lines)\b/i.test(text) ? [] : [`${path}: ${language}`])))
  assert.deepEqual(left, [])
})
