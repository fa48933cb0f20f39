// The inputs that Run Program offers, as the command reads them.
import { transformSync } from 'esbuild'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root, servers } from './client.mjs'

const source = transformSync(readFileSync(join(root, 'editors/vscode/src/program-inputs.ts'), 'utf8'), { loader: 'ts' }).code
const { inputChoices, inputWords, withoutGiven } = await import(`data:text/javascript,${encodeURIComponent(source)}`)

const folder = mkdtempSync(join(tmpdir(), 'paddock-inputs-'))
after(() => rmSync(folder, { recursive: true }))
const missing = [
  { name: 'x', path: '0', type: 'tensor<?xf32>', generated: 'random:1 : tensor<4xf32>' },
  { name: 't.0', path: '1.0', type: 'tensor<2xi32>', generated: 'random:1' },
]

test('each choice is one that the command runs with', () => {
  const file = join(folder, 'program.mlir')
  writeFileSync(file, 'func.func @main(%x: tensor<?xf32>, %t: tuple<tensor<2xi32>, !stablehlo.token>) -> (tensor<?xf32>, tensor<2xi32>) {\n  %i = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi32>, !stablehlo.token>) -> tensor<2xi32>\n  return %x, %i : tensor<?xf32>, tensor<2xi32>\n}\n')
  const [command, ...first] = servers.native.slice(0, -1)
  const resultsOf = (values) => {
    const { status, stdout, stderr } = spawnSync(command, [...first, 'run', file, '--print', 'dense', ...inputWords(missing, values)], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout
  }
  const [random, counting, ones, zeros, written] = inputChoices(missing).map(({ values }) => values && resultsOf(values))
  assert.match(counting, /0\.0, 1\.0, 2\.0, 3\.0[^]*\[0, 1\]/)
  assert.match(ones, /dense<1\.0>[^]*dense<1>|1\.0, 1\.0, 1\.0, 1\.0[^]*\[1, 1\]/)
  assert.match(zeros, /dense<0\.0>[^]*dense<0>|0\.0, 0\.0, 0\.0, 0\.0[^]*\[0, 0\]/)
  assert.equal(new Set([random, counting, ones, zeros]).size, 4)
  assert.equal(written, null)
  assert.match(resultsOf(['[5.0, 6.0]', '[7, 8]']), /5\.0, 6\.0[^]*7, 8/)
})

test('inputs that the setting gives are not asked for', () => {
  const left = (...options) => withoutGiven(missing, options).map(({ path }) => path)
  assert.deepEqual(left(), ['0', '1.0'])
  assert.deepEqual(left('--input', 'x=iota'), ['1.0'])
  assert.deepEqual(left('--input=%x@(0, 1)=iota', '--time'), ['1.0'])
  assert.deepEqual(left('--input', '1=(ones)'), ['0'])
  assert.deepEqual(left('--input', 't.0=ones', '--input', '0=zeros'), [])
  assert.deepEqual(left('--input', '@all.npz'), [])
  assert.deepEqual(left('--output', 'x=@file.npy'), ['0', '1.0'])
})
