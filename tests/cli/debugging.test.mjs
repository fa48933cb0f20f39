// Commands that answer questions about a program: info, explain, fmt and trace.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { globSync } from '../../tools/lib/glob.mjs'
import { add, paddock, root, useFolder } from './paddock.mjs'

const { file } = useFolder()

const turns = `func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4x6xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %l = stablehlo.log %a : tensor<4x6xf32> loc("model.py":12:0)
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %l : tensor<i32>, tensor<4x6xf32>
  }
  return %r#1 : tensor<4x6xf32>
}
`
/// All 50 but for one element, the logarithm of which a loop takes three times.
const five = (element) => JSON.stringify(Array.from({ length: 4 }, (_, i) => Array.from({ length: 6 }, (_, j) => (i === 2 && j === 1 ? element : 50))))

test('info counts what a program holds and what a run takes', () => {
  const { code, out, error } = paddock(['info', 'examples/digits/digits.mlir', '--format', 'json'])
  assert.equal(code, 0, error)
  const info = JSON.parse(out)
  assert.deepEqual(info.arguments, [{ name: 'arg0', type: 'tensor<100x64xf32>' }])
  assert.equal(info.operations['stablehlo.dot_general'], 2)
  assert.equal(info.argument_bytes, 100 * 64 * 4)
  assert.ok(info.flop > 2 * 100 * 64 * 32 && info.exact)
  const text = paddock(['info', 'examples/digits/digits.mlir']).out
  assert.match(text, /^program {5}examples\/digits\/digits.mlir, a text\n/)
  assert.match(text, /\na run {7}727\.1 kflop/)
})

test('info of an artifact names its version, and of open sizes asks for an input', () => {
  const path = file('add.mlir', add)
  const artifact = path.replace('.mlir', '.bc')
  assert.equal(paddock(['convert', path, artifact, '--target', '1.0']).code, 0)
  assert.match(paddock(['info', artifact]).out, /artifact of StableHLO_v1\.0\.0/)
  const open = file('open.mlir', add.replaceAll('tensor<2xf32>', 'tensor<?xf32>'))
  assert.match(paddock(['info', open]).out, /a run {7}cannot be planned: argument 1 \(%rhs/)
  const given = paddock(['info', open, '--input', '0=zeros : tensor<7xf32>', '--input', '1=zeros : tensor<7xf32>'])
  assert.match(given.out, /a run {7}7 flop, 84 B/)
})

test('explain knows every code that a diagnostic can have', () => {
  const sources = globSync('core/*.cc', 'core/*.h', 'cli/*.cc', 'cli/*.h').filter((path) => !/_(test|fuzz|testing)\./.test(path))
  const call = /\b(?:Error|Warning|Refuse|ReportAt|EmitFailure|Fail)\(\s*(?:[\w.>()*-]+,\s*)?"([a-z][a-z0-9_-]+)",|code\s*=\s*"([a-z0-9-]+)"|Code\w*\s*=\s*"([a-z0-9-]+)"/g
  const codes = new Set()
  for (const path of sources) {
    // Errors of the container name its sections first, and have one code.
    if (path.startsWith('core/bytecode/') && path.includes('container')) continue
    for (const match of readFileSync(join(root, path), 'utf8').matchAll(call)) codes.add(match[1] ?? match[2] ?? match[3])
  }
  assert.ok(codes.size > 25, [...codes].join(' '))
  const unknown = [...codes].filter((code) => paddock(['explain', code]).code !== 0)
  assert.deepEqual(unknown, [])
})

test('explain prints rules, operations, targets and recipes', () => {
  const explained = (word) => paddock(['explain', word]).out
  assert.equal(
    explained('PAD-C3'),
    'pad-c3: constraint C3 of pad\n  0 <= interior_padding\n  judged by `paddock check`, on the program alone\n  https://openxla.org/stablehlo/spec#pad\n',
  )
  assert.match(explained('memory'), /more memory than the limit allows/)
  assert.match(explained('gather'), /^stablehlo\.gather: .*\n\n {2}operand {4}operand [^]* gather-c23: /)
  assert.match(explained('compare'), /comparison_direction {2,}enum: EQ NE GE GT LE LT/)
  assert.match(explained('relu'), /stablehlo\.maximum/)
  assert.match(explained('lapack_dgesdd_ffi'), /result {5}s {6,}R\[min\(m, n\)\]/)
  const wrong = paddock(['explain', 'pud-c3'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.error, /did you mean pad-c3\?/)
  assert.equal(paddock(['explain']).code, 2)
})

test('fmt lays out files, keeps comments, and has nothing to do the second time', () => {
  const untidy = '// sums\nfunc.func   @main( %x: tensor<2xf32>) -> tensor<2xf32> {\n\n\n%y=stablehlo.add %x,%x : tensor<2xf32>  // twice\n      return %y : tensor<2xf32>\n}'
  const tidy =
    '// sums\nfunc.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n\n  %y = stablehlo.add %x, %x : tensor<2xf32>  // twice\n  return %y : tensor<2xf32>\n}\n'
  const path = file('untidy.mlir', untidy)
  const checked = paddock(['fmt', '--check', path])
  assert.deepEqual([checked.code, checked.out], [1, `${path}\n`])
  assert.match(paddock(['fmt', '--dry-run', path]).out, /\n-%y=stablehlo\.add/)
  assert.equal(readFileSync(path, 'utf8'), untidy)
  assert.equal(paddock(['fmt', '-'], untidy).out, tidy)
  assert.equal(paddock(['fmt', path]).code, 0)
  assert.equal(readFileSync(path, 'utf8'), tidy)
  assert.equal(paddock(['fmt', '--check', path]).code, 0)
  const artifact = file('add.bc', '')
  assert.equal(paddock(['convert', path, artifact]).code, 0)
  assert.match(paddock(['fmt', artifact]).error, /is a portable artifact; `paddock convert` writes it as a text/)
})

test('fmt never changes a program: all programs of this repository', () => {
  const programs = globSync('examples/*.mlir', 'tests/run/*.mlir', 'tests/ops/*.mlir')
  assert.ok(programs.length > 100)
  for (const path of programs) {
    const text = readFileSync(join(root, path), 'utf8')
    const { out } = paddock(['fmt', '-'], text)
    const bare = (program) => program.replace(/\s+/g, '')
    assert.equal(bare(out), bare(text), path)
  }
})

test('trace prints a line a value, and dumps them', () => {
  const dump = file('dump.npz', '')
  const { code, out, error } = paddock(['trace', 'examples/hello.mlir', '--dump', dump])
  assert.equal(code, 0, error)
  assert.match(out, /^line {2}value {4,}type {10,}times {2}elements\n/)
  assert.match(out, /\n\d+ +%\w+ +tensor<2x3xf32> +\[\[2\.0, 5\.0, 3\.0\], \[1\.0, 0\.0, 0\.0\]\]\n/)
  const { values } = JSON.parse(paddock(['trace', 'examples/hello.mlir', '--format', 'json']).out)
  assert.ok(values.length > 5 && values.every((value) => value.line > 0 && value.nan === 0))
  assert.ok(readFileSync(dump).includes(`${values[0].name.slice(1)}.npy`))
})

test('trace --stop-at names the operation, the turn, the element and what led there', () => {
  const path = file('turns.mlir', turns)
  const found = paddock(['trace', path, '--input', `x=${five(1.5)}`, '--stop-at', 'nan'])
  assert.equal(found.code, 1, found.error)
  assert.match(found.out, /^line 10: stablehlo\.log gives NaN when it is done for the 3rd time, first at \[2, 1\], where %a is -0\.9027/)
  assert.match(found.out, /written at "model\.py":12:0/)
  assert.match(found.out, /computed from\n[^]*%x +tensor<4x6xf32>/)
  // The logarithm of 1 is 0, that of 0 minus infinity: earlier than the NaN.
  const { found: infinite } = JSON.parse(paddock(['trace', path, '--input', `x=${five(1)}`, '--stop-at', 'inf', '--format', 'json']).out)
  assert.deepEqual([infinite.line, infinite.operation, infinite.execution, infinite.index], [10, 'stablehlo.log', 2, '[2, 1]'])
  const none = paddock(['trace', path, '--input', `x=${five(50)}`, '--stop-at', 'nan'])
  assert.deepEqual([none.code, none.out], [0, 'no operation gives NaN\n'])
  assert.equal(paddock(['trace', path, '--stop-at', 'zero']).code, 2)
})

test('pictures: characters without colours, half blocks with them', () => {
  const path = file('ramp.mlir', add.replaceAll('tensor<2xf32>', 'tensor<3x5xf32>'))
  const words = ['run', path, '--input', '0=iota', '--input', '1=zeros', '--picture']
  const { code, out, error } = paddock([...words, '--color', 'never'])
  assert.equal(code, 0, error)
  assert.ok(out.endsWith('+----------+\n|    ..::--|\n|--==++****|\n|##%%%%@@@@|\n+----------+\n0 .. 14\n') || /\+-{10}\+\n(\|.{10}\|\n){3}\+-{10}\+\n0 \.\. 14\n$/.test(out), out)
  assert.match(paddock([...words, '--color', 'always']).out, /\x1b\[38;2;68;1;84;48;2;\d+;\d+;\d+m▀/)
  assert.equal(paddock(words).out, out, 'a pipe has no colours')
  assert.equal(paddock([...words, '--color', 'red']).code, 2)
})
