// Commands that analyse a program: info, explain, fmt, trace, why, diff and lens.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { globSync } from '../../tools/lib/glob.mjs'
import { add, isNative, paddock, root, useFolder } from './paddock.mjs'

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
/// All elements are 50 except one, whose logarithm a loop takes three times.
const five = (element) => JSON.stringify(Array.from({ length: 4 }, (_, i) => Array.from({ length: 6 }, (_, j) => (i === 2 && j === 1 ? element : 50))))

test('why follows a cell back to the inputs, through the iterations of a loop', () => {
  const path = file('turns.mlir', turns)
  const { code, out, error } = paddock(['why', path, '%r#1[2, 1]', '--input', `0=${five(5)}`, '--numerics', 'portable', '--format', 'json'])
  assert.equal(code, 0, error)
  const { direction, complete, cells } = JSON.parse(out)
  assert.deepEqual([direction, complete], ['back', true])
  assert.deepEqual(cells.map(({ name }) => name), ['%l[2, 1]', '%l[2, 1]', '%l[2, 1]', '%x[2, 1]'])
  assert.deepEqual(cells[1].in, ['iteration 2 of the loop in line 5'])
  assert.equal(cells[2].formula, 'log(5.0)')
  assert.equal(cells[3].kind, 'input')
  assert.equal(cells[0].location, '"model.py":12:0')
})

test('why --nan ends at the operation that gives it from finite numbers', () => {
  const path = file('turns.mlir', turns)
  const input = ['--input', `0=${five(0.5)}`]
  const { code, out } = paddock(['why', path, '--nan', ...input])
  assert.equal(code, 0)
  assert.match(out, /^#1 %l\[2, 1\] = nan\n {5}line 10: stablehlo\.log, execution 2 of 2, written at "model\.py":12:0\n/)
  assert.match(out, /log of a negative number: begins here\n/)
  assert.match(paddock(['why', path, '--nan', '--input', `0=${five(50)}`]).out, /^no operation gives NaN\n/)
})

test('why --forward goes to the results, and wrong cells are refused', () => {
  const path = file('turns.mlir', turns)
  const input = ['--input', `0=${five(50)}`]
  assert.match(paddock(['why', path, '%x[0, 0]', '--forward', ...input]).out, /#4 %l\[0, 0\] = [\d.]+\n.*execution 3 of 3.*\n.*\n {5}result 0 of the program\n/)
  for (const [cell, message] of [['%x[4, 0]', /does not exist: %x is 4x6/], ['%q', /no value is called '%q'/], ['%x[a]', /is no cell such as/]]) {
    const refused = paddock(['why', path, cell, ...input])
    assert.equal(refused.code, 2)
    assert.match(refused.error, message)
  }
})

test('info counts the contents of a program, and estimates its run', () => {
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

test('info names the version of an artifact, and requests an input for open sizes', () => {
  const path = file('add.mlir', add)
  const artifact = path.replace('.mlir', '.bc')
  assert.equal(paddock(['convert', path, artifact, '--target', '1.0']).code, 0)
  assert.match(paddock(['info', artifact]).out, /artifact of StableHLO_v1\.0\.0/)
  const open = file('open.mlir', add.replaceAll('tensor<2xf32>', 'tensor<?xf32>'))
  assert.match(paddock(['info', open]).out, /a run {7}cannot be planned: argument 1 \(%rhs/)
  const given = paddock(['info', open, '--input', '0=zeros : tensor<7xf32>', '--input', '1=zeros : tensor<7xf32>'])
  assert.match(given.out, /a run {7}7 flop, 84 B/)
})

test('explain accepts every code that a diagnostic can have', () => {
  const sources = globSync('core/*.cc', 'core/*.h', 'cli/*.cc', 'cli/*.h').filter((path) => !/_(test|fuzz|testing)\./.test(path))
  const call = /\b(?:Error|Warning|Refuse|ReportAt|EmitFailure|Fail)\(\s*(?:[\w.>()*-]+,\s*)?"([a-z][a-z0-9_-]+)",|code\s*=\s*"([a-z0-9-]+)"|Code\w*\s*=\s*"([a-z0-9-]+)"/g
  const codes = new Set()
  for (const path of sources) {
    // Errors of the container start with its section, and share one code.
    if (path.startsWith('core/bytecode/') && path.includes('container')) continue
    for (const match of readFileSync(join(root, path), 'utf8').matchAll(call)) codes.add(match[1] ?? match[2] ?? match[3])
  }
  assert.ok(codes.size > 25, [...codes].join(' '))
  // The command over WebAssembly has the same table, but takes a second to start.
  const asked = [...codes].filter((_, i) => isNative || i % 10 === 0)
  const unknown = asked.filter((code) => paddock(['explain', code]).code !== 0)
  assert.deepEqual(unknown, [])
})

test('explain prints rules, operations, targets and recipes', () => {
  const explained = (word) => paddock(['explain', word]).out
  assert.equal(
    explained('PAD-C3'),
    'pad-c3: constraint C3 of pad\n  0 <= interior_padding\n  checked by `paddock check`, without a run\n  https://openxla.org/stablehlo/spec#pad\n',
  )
  assert.match(explained('xla-dot-1'), /^xla-dot-1: a rule of XLA's operations\n {2}lhs and rhs are vectors or matrices\n {2}checked at each call of a builder/)
  assert.match(explained('memory'), /more memory than the limit allows/)
  assert.match(explained('gather'), /^stablehlo\.gather: .*\n\n {2}operand {4}operand [^]* gather-c23: /)
  assert.match(explained('compare'), /comparison_direction {2,}enum: EQ NE GE GT LE LT/)
  assert.match(explained('relu'), /stablehlo\.maximum/)
  assert.match(explained('lapack_dgesdd_ffi'), /result {5}s {6,}R\[min\(m, n\)\]/)
  for (const words of [['pad C3'], ['pad (C3)'], ['pad, C3'], ['pad', 'C3']]) {
    assert.equal(paddock(['explain', ...words]).out, explained('pad-c3'))
  }
  assert.match(paddock(['explain', 'X5']).error, /'X5' is no code .*; a label needs an operation, as in \S+-x5/)
  const wrong = paddock(['explain', 'pud-c3'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.error, /did you mean pad-c3\?/)
  assert.equal(paddock(['explain']).code, 2)
})

test('fmt lays out files, keeps comments, and is idempotent', () => {
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
  const texts = programs.map((path) => readFileSync(join(root, path), 'utf8'))
  const copies = texts.map((text, i) => file(`program-${i}.mlir`, text))
  const { code, error } = paddock(['fmt', ...copies])
  assert.equal(code, 0, error)
  const bare = (program) => program.replace(/\s+/g, '')
  programs.forEach((path, i) => assert.equal(bare(readFileSync(copies[i], 'utf8')), bare(texts[i]), path))
})

test('trace prints one line for each value, and dumps values', () => {
  const dump = file('dump.npz', '')
  const { code, out, error } = paddock(['trace', 'examples/hello.mlir', '--dump', dump])
  assert.equal(code, 0, error)
  assert.match(out, /^line {2}value {4,}type {10,}times {2}elements\n/)
  assert.match(out, /\n\d+ +%\w+ +tensor<2x3xf32> +\[\[2\.0, 5\.0, 3\.0\], \[1\.0, 0\.0, 0\.0\]\]\n/)
  const { values } = JSON.parse(paddock(['trace', 'examples/hello.mlir', '--format', 'json']).out)
  assert.ok(values.length > 5 && values.every((value) => value.line > 0 && value.nan === 0))
  assert.ok(readFileSync(dump).includes(`${values[0].name.slice(1)}.npy`))
})

test('trace --stop-at names the operation, the iteration, the element and its origin', () => {
  const path = file('turns.mlir', turns)
  const found = paddock(['trace', path, '--input', `x=${five(1.5)}`, '--stop-at', 'nan'])
  assert.equal(found.code, 1, found.error)
  assert.match(found.out, /^line 10: stablehlo\.log gives NaN when it is done for the 3rd time, first at \[2, 1\], where %a is -0\.9027/)
  assert.match(found.out, /written at "model\.py":12:0/)
  assert.match(found.out, /computed from\n[^]*%x +tensor<4x6xf32>/)
  // The logarithm of 1 is 0, and that of 0 is minus infinity, which precedes the NaN.
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

test('diff names the first value that differs, of a program and of a file', () => {
  const good = file('good.mlir', turns)
  const bad = file('bad.mlir', turns.replace('stablehlo.log', 'stablehlo.log_plus_one'))
  const input = ['--input', `x=${five(60)}`]
  const same = paddock(['diff', good, good, ...input])
  assert.deepEqual([same.code, same.out], [0, '13 values compared, 0 over the tolerance of 1e-05\n'], same.error)
  const differs = paddock(['diff', good, bad, ...input])
  assert.equal(differs.code, 1)
  assert.match(differs.out, /^line {2}value {2}operation [^]*\nfirst: line 5, %r#1 of stablehlo\.while: at \[\d, \d\] \S+ here, \S+ there\n/)
  const dump = file('good.npz', '')
  assert.equal(paddock(['trace', good, ...input, '--dump', dump]).code, 0)
  assert.equal(paddock(['diff', good, '--ref', dump, ...input]).code, 0)
  const { over, values } = JSON.parse(paddock(['diff', bad, '--ref', dump, ...input, '--format', 'json']).out)
  const wrong = values.filter((value) => value.over).map((value) => value.name)
  assert.equal(over, wrong.length)
  assert.ok(wrong.includes('%r#1') && wrong.includes('%l') && !wrong.includes('%x'), wrong.join(' '))
  assert.equal(paddock(['diff', bad, '--ref', dump, ...input, '--tolerance', '10']).code, 0)
  for (const words of [[good], [good, good, good], [good, good, '--tolerance', 'x'], [good, '--ref', good]]) assert.equal(paddock(['diff', ...words]).code, 2)
})

test('every value has its own row: all arguments, and results by name', () => {
  const path = file('sort.mlir', `func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %a, %b = "stablehlo.sort"(%x, %y) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}
`)
  const dump = path.replace('.mlir', '.npz')
  assert.equal(paddock(['trace', path, '--dump', dump]).code, 0)
  const { values } = JSON.parse(paddock(['diff', path, '--ref', dump, '--all', '--format', 'json']).out)
  assert.deepEqual(values.map(({ name }) => name), ['%x', '%y', '%a', '%b'])
})

test('diff and lens give every run the same random inputs', () => {
  const ranges = (divisor) => `func.func @main(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  ${divisor}
  return %r : tensor<8xi32>
}
`
  const direct = file('direct.mlir', ranges('%r = stablehlo.divide %x, %y : tensor<8xi32>'))
  const around = file('around.mlir', ranges('%n = stablehlo.negate %y : tensor<8xi32>\n  %m = stablehlo.negate %n : tensor<8xi32>\n  %r = stablehlo.divide %x, %m : tensor<8xi32>'))
  for (const inputs of [[], ['--input', '0=random:5', '--input', '1=random:6']]) {
    const { code, out } = paddock(['diff', direct, around, ...inputs])
    assert.equal(code, 0, out)
  }
  const half = file('half.mlir', 'func.func @main(%x: tensor<8xbf16>) -> tensor<8xbf16> {\n  %y = stablehlo.negate %x : tensor<8xbf16>\n  return %y : tensor<8xbf16>\n}\n')
  const { values } = JSON.parse(paddock(['lens', half, '--types', 'bf16', '--input', '0=random:1', '--format', 'json']).out)
  assert.deepEqual(values.map(({ errors }) => errors), [{ bf16: 0 }, { bf16: 0 }])
})

test('diff compares integers exactly, reports shapes, and counts values without a counterpart', () => {
  const text = (type, value, name = 'y') => `func.func @main() -> ${type} {\n  %${name} = stablehlo.constant dense<${value}> : ${type}\n  return %${name} : ${type}\n}\n`
  const one = file('one.mlir', text('tensor<2xi64>', '9007199254740993'))
  const diff = (other) => paddock(['diff', one, file('other.mlir', other)])
  assert.match(diff(text('tensor<2xi64>', '9007199254740992')).out, /2 of 2 /)
  assert.match(diff(text('tensor<3xi64>', '1')).out, /shape \[2\], not \[3\]/)
  assert.match(diff(text('tensor<2xi64>', '1', 'z')).out, /0 values compared, 0 over the tolerance of 1e-05; 1 have no counterpart/)
})

test('lens shows the effect of each element type on each value', () => {
  const path = file('lens.mlir', `func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  // 1e-05 is rounded, and -inf has no place in f8E4M3FN.
  %small = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = stablehlo.add %x, %small : tensor<4xf32>
  %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %m : tensor<f32>
}
`)
  const words = ['lens', path, '--input', 'x=[1, 2, 3, 4]']
  const { values } = JSON.parse(paddock([...words, '--format', 'json']).out)
  const errors = Object.fromEntries(values.map((value) => [value.name, value.errors]))
  assert.deepEqual(Object.keys(errors), ['%x', '%small', '%low', '%y', '%m'])
  assert.deepEqual(Object.values(errors['%x']), [0, 0, 0, 0])
  assert.ok(errors['%small'].bf16 > 1e-4 && errors['%small'].f16 > 1e-4 && errors['%small'].f8E4M3FN === 1)
  assert.equal(errors['%low'].f8E4M3FN, null)
  assert.ok(errors['%y'].f32 > 0 && errors['%y'].f32 < 1e-7 && errors['%y'].bf16 < 1e-5)
  const text = paddock([...words, '--types', 'f8E5M2']).out
  assert.match(text, /^line {2}value {3}operation {11}largest {5}f8E5M2\n/)
  const complex = file('complex.mlir', add.replaceAll('tensor<2xf32>', 'tensor<2xcomplex<f32>>'))
  assert.match(paddock(['lens', complex, '--types', 'bf16']).error, /not in bf16: line \d+: .*complex/)
  assert.equal(paddock(['lens', path, '--types', 'i8']).code, 2)
})

test('completion: bash completes commands, options, their words, and files elsewhere', { skip: spawnSync('bash', ['-c', 'complete -p']).error !== undefined }, () => {
  const script = file('completion.sh', paddock(['completion', 'bash']).out)
  const complete = (...words) => spawnSync('bash', ['-c', `source ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _paddock; echo "\${COMPREPLY[@]}"`, 'bash', 'paddock', ...words], { encoding: 'utf8' }).stdout.trim()
  assert.equal(complete('tra'), 'trace')
  assert.equal(complete('run', '--lev'), '--level')
  assert.equal(complete('run', '--level', 'fa'), 'fast faithful')
  assert.equal(complete('run', 'f'), '')
  assert.match(paddock(['completion', 'zsh']).out, /^autoload .*bashcompinit/)
  assert.match(paddock(['completion', 'fish']).out, /__fish_seen_subcommand_from run' -l level .* -x -a 'fast faithful'/)
  assert.equal(paddock(['completion', 'tcsh']).code, 2)
})

test('help of every command has a usage line, and examples that name the command', () => {
  const names = [...paddock(['help']).out.matchAll(/^ {2}(\w+) .* {2}/gm)].map((match) => match[1])
  assert.ok(names.length >= 15)
  for (const name of names) {
    const { code, out } = paddock([name, '--help'])
    assert.equal(code, 0)
    assert.match(out, new RegExp(`^usage: paddock ${name}\\b`))
    for (const line of out.split('examples:\n')[1]?.trim().split('\n') ?? []) assert.match(line, /paddock /)
  }
})
