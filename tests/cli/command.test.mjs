// The command as its users meet it: words in, text and exit codes out. PADDOCK names another
// command than the native one, such as the one over WebAssembly.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const command = (process.env.PADDOCK ?? join(root, 'build/native/bin/paddock')).split(' ')
const folder = mkdtempSync(join(tmpdir(), 'paddock-'))
after(() => rmSync(folder, { recursive: true }))

function paddock(words, input = '') {
  const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), ...words], { cwd: root, input, encoding: 'utf8' })
  return { code: status, out: stdout, error: stderr }
}

function file(name, text) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const add = `func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) -> tensor<2xf32> {
  %sum = stablehlo.add %lhs, %rhs : tensor<2xf32>
  return %sum : tensor<2xf32>
}
`

test('run shows what quantized values mean, and reads them as it shows them', () => {
  const type = 'tensor<2x!quant.uniform<i8:f32:0, {0.5:-10, 0.25:4}>>'
  const path = file('quantized.mlir', `func.func @main(%x: ${type}) -> ${type} {\n  return %x : ${type}\n}\n`)
  const { code, out, error } = paddock(['run', path, '--input', '0=[-8, 8]'])
  assert.equal(code, 0, error)
  assert.equal(out, `${type} {\n  [-8, 8]\n} = tensor<2xf32> {\n  [1.000000e+00, 1.000000e+00]\n}\n`)
  assert.equal(paddock(['run', path, '--input', `0=${out}`]).out, out)
  const json = JSON.parse(paddock(['run', path, '--input', '0=[-8, 8]', '--format', 'json']).out)
  assert.deepEqual(json.results, [{ type, value: [-8, 8], means: [1, 1] }])
})

test('run prints the result', () => {
  const { code, out, error } = paddock(['run', 'examples/hello.mlir'])
  assert.equal(code, 0, error)
  assert.equal(out, `tensor<2x3xf32> {
  [
    [2.000000e+00, 5.000000e+00, 3.000000e+00],
    [1.000000e+00, 0.000000e+00, 0.000000e+00]
  ]
}
`)
  assert.match(error, /fast numerics/)
})

test('run takes inputs by index, name, rule, list and file, and writes results', () => {
  const path = file('add.mlir', add)
  const sum = join(folder, 'sum.npy')
  const first = paddock(['run', path, '--input', '0=[1, 2]', '--input', 'rhs=iota', '--output', `0=@${sum}`])
  assert.equal(first.code, 0, first.error)
  assert.match(first.out, /\[1\.000000e\+00, 3\.000000e\+00\]/)
  const second = paddock(['run', path, '--input', `%lhs=@${sum}`, '--input', '1=dense<10.0>', '--format', 'json'])
  assert.equal(second.code, 0, second.error)
  const json = JSON.parse(second.out)
  assert.equal(json.status, 'done')
  assert.deepEqual(json.results, [{ type: 'tensor<2xf32>', value: [11, 13] }])
})

test('run takes a grid, with values for each process', () => {
  const path = file('gather.mlir', `func.func @main(%x: tensor<2xi32>, %t: !stablehlo.token) -> (tensor<4xi32>, !stablehlo.token) {
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
  %s = stablehlo.add %r, %a#0 : tensor<4xi32>
  %u = "stablehlo.outfeed"(%s, %a#1) : (tensor<4xi32>, !stablehlo.token) -> !stablehlo.token
  return %r, %u : tensor<4xi32>, !stablehlo.token
}
`)
  const json = (...words) => JSON.parse(paddock(['run', path, '--format', 'json', ...words]).out)
  const run = json('--grid', '2x1', '--input', 'x=[1, 2]', '--input', 'x@(1, 0)=[3, 4]', '--infeed', '@(0, 0)=[0, 0, 0, 1]', '--infeed', '[5, 5, 5, 5]')
  assert.deepEqual(run.results.map(({ value, process }) => [process, value]), [[[0, 0], [3, 4, 1, 2]], [[1, 0], [3, 4, 1, 2]]])
  const outfeed = Object.fromEntries(run.outfeed.map(({ value, process }) => [process, value]))
  assert.deepEqual(outfeed, { '0,0': [3, 4, 1, 3], '1,0': [8, 9, 6, 7] })

  const whole = join(folder, 'whole.npy')
  const iota = file('iota.mlir', 'func.func @main() -> tensor<4xi32> { %r = stablehlo.iota dim = 0 : tensor<4xi32>\n return %r : tensor<4xi32> }')
  paddock(['run', iota, '--output', `0=@${whole}`])
  const split = json('--grid', '2x1', '--input', `x=@${whole}:split=0`, '--infeed', '[0, 0, 0, 0]')
  assert.deepEqual(split.results[0].value, [2, 3, 0, 1])

  const refused = paddock(['run', path, '--grid', '3x1', '--input', 'x=[1, 2]'])
  assert.equal(refused.code, 1)
  assert.match(refused.error, /a grid of 2 x 1 would do/)
  const outside = paddock(['run', path, '--grid', '2x1', '--input', 'x@(2, 0)=[1, 2]'])
  assert.match(outside.error, /an input is given for process \(2, 0\), but the grid is 2 x 1/)
  assert.equal(paddock(['run', path, '--grid', '2x0']).code, 2)
})

test('check --fix mends what is certain, through the program, and shows it with --dry-run', () => {
  const wrong = `func.func @main(%operand: tensor<4x2xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.transpose %opernd, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.negat %0 : (tensor<4x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
`
  const right = wrong.replace('%opernd', '%operand').replaceAll('tensor<4x4xf32>', 'tensor<2x4xf32>').replace('negat ', 'negate ')
  const path = file('fixable.mlir', wrong)
  const shown = paddock(['check', '--fix', '--dry-run', path])
  assert.match(shown.out, /^--- .*\n\+\+\+ .*\n@@ -2,2 \+2,2 @@\n-  %0 = stablehlo.transpose %opernd/)
  assert.match(shown.error, /help: write %operand/)
  assert.equal(shown.code, 1)
  assert.equal(readFileSync(path, 'utf8'), wrong)
  const fixed = paddock(['check', '--fix', path])
  assert.equal(fixed.code, 0, fixed.error)
  assert.match(fixed.error, /fixes made/)
  assert.equal(readFileSync(path, 'utf8'), right)
  assert.equal(paddock(['check', '--fix', '-'], wrong).out, right)
  assert.equal(paddock(['check', '--dry-run', path]).code, 2)
})

test('run prints in three forms, each of which is an input again', () => {
  const path = file('forms.mlir', `func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  return %x : tensor<2x2xf32>
}
`)
  const outputs = ['upstream', 'numpy', 'dense'].map((form) => paddock(['run', path, '--input', '0=[[1, 0.1], [-2.5, inf]]', '--print', form]).out)
  assert.equal(outputs[1], 'tensor<2x2xf32>\n[[ 1.0,  0.1],\n [-2.5,  inf]]\n')
  assert.equal(outputs[2], 'dense<[[1.0, 0.1], [-2.5, 0x7F800000]]> : tensor<2x2xf32>\n')
  for (const output of outputs) {
    const again = paddock(['run', path, '--input', `0=${output.trim()}`, '--print', 'dense'])
    assert.equal(again.out, outputs[2], again.error)
  }
})

test('sizes left open stand behind the rule that makes a value', () => {
  const text = 'func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {\n  return %x : tensor<?x3xf32>\n}\n'
  const run = (value) => paddock(['run', '-', '--print', 'dense', '--input', `x=${value}`], text)
  assert.equal(run('iota : tensor<1x3xf32>').out.trim(), 'dense<[[0.0, 1.0, 2.0]]> : tensor<1x3xf32>')
  assert.match(run('iota').error, /needs sizes: write them behind the rule, such as `iota : tensor<4x3xf32>`/)
  for (const type of ['tensor<1x4xf32>', 'tensor<1x3xi32>', 'tensor<3xf32>', 'tensor<', 'tensor<99999999999999999999x3xf32>']) {
    const { code, error } = run(`iota : ${type}`)
    assert.notEqual(code, 0)
    assert.ok(error.includes(`argument %x: tensor<?x3xf32> cannot take ${type}`), error)
  }
})

test('run reads standard input', () => {
  const { code, out } = paddock(['run', '-', '--input', '0=zeros', '--input', '1=ones'], add)
  assert.equal(code, 0)
  assert.match(out, /\[1\.000000e\+00, 1\.000000e\+00\]/)
})

test('levels, numerics and threads give the same bits', () => {
  const outputs = new Set()
  for (const words of [['--level', 'faithful'], ['--level', 'fast'], ['--threads', '2']]) {
    const run = paddock(['run', 'examples/digits/digits.mlir', '--input', '0=@examples/digits/images.npy', '--numerics', 'portable', '--format', 'json', ...words])
    assert.equal(run.code, 0, run.error)
    outputs.add(run.out)
  }
  assert.equal(outputs.size, 1)
})

test('the digits get the labels that JAX gave', () => {
  const labels = join(folder, 'labels.npy')
  const run = paddock(['run', 'examples/digits/digits.mlir', '--input', '0=@examples/digits/images.npy', '--output', `0=@${labels}`, '--numerics', 'portable'])
  assert.equal(run.code, 0, run.error)
  assert.deepEqual(readFileSync(labels), readFileSync(join(root, 'examples/digits/labels.npy')))
})

test('a missing argument is named, with its line and a caret', () => {
  const { code, error } = paddock(['run', file('missing.mlir', add), '--input', '0=ones'])
  assert.equal(code, 1)
  assert.match(error, /missing\.mlir:1:\d+: error: .*%rhs: tensor<2xf32>/)
  assert.match(error, /\^/)
})

test('a broken rule is named with its formula and its values', () => {
  const path = file('broken.mlir', `func.func @main(%x: tensor<3xi32>, %v: tensor<i32>) -> tensor<5xi32> {
  %r = stablehlo.pad %x, %v, low = [1], high = [1], interior = [-1] : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
`)
  const { code, out, error } = paddock(['check', path, '--format', 'json'])
  assert.equal(code, 1, error)
  const [{ diagnostics }] = JSON.parse(out)
  assert.equal(diagnostics[0].code, 'pad-c3')
  assert.equal(diagnostics[0].line, 2)
  assert.match(diagnostics[0].message, /-1/)
  assert.match(diagnostics[0].formula, /interior_padding/)
  assert.match(diagnostics[0].link, /#pad/)
})

test('all errors of a text are reported at once', () => {
  const path = file('several.mlir', `func.func @main() -> tensor<f32> {
  %a = stablehlo.constant dense<1.0> tensor<f32>
  %b = stablehlo.add %a, %nowhere : tensor<f32>
  return %b : tensor<f32>
}
`)
  const { code, error } = paddock(['check', path])
  assert.equal(code, 1)
  assert.match(error, /several\.mlir:2:/)
  assert.match(error, /several\.mlir:3:/)
})

test('what does not run yet says so by name and place', () => {
  const path = file('later.mlir', `func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  %r = math.log10 %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
`)
  const { code, error } = paddock(['run', path])
  if (code === 0) return // it does by now
  assert.equal(code, 1)
  assert.match(error, /later\.mlir:3:.*math\.log10 is not yet implemented/)
})

test('memory and work are limited', () => {
  const big = file('big.mlir', `func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %r = stablehlo.add %x, %x : tensor<1024x1024xf32>
  return %r : tensor<1024x1024xf32>
}
`)
  const memory = paddock(['run', big, '--input', '0=ones', '--memory', '1M'])
  assert.equal(memory.code, 1)
  assert.match(memory.error, /needs \d+ bytes, but the limit is 1048576/)
  const endless = file('endless.mlir', `func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %c) : tensor<i32>
  cond {
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %r : tensor<i32>
}
`)
  const work = paddock(['run', endless, '--work', '1M'])
  assert.equal(work.code, 3)
  assert.match(work.error, /stopped when the work budget was spent at line \d+/)
})

test('Ctrl-C stops within 100 ms', { skip: process.platform === 'win32' }, async () => {
  const dot = file('dot.mlir', `func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %c = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %c : tensor<4096x4096xf32>
}
`)
  const child = spawn(command[0], [...command.slice(1), 'run', dot, '--input', '0=ones'], { cwd: root })
  let error = ''
  child.stderr.on('data', (text) => (error += text))
  await new Promise((resolve) => setTimeout(resolve, 700))
  const start = performance.now()
  child.kill('SIGINT')
  const code = await new Promise((resolve) => child.on('exit', resolve))
  const delay = performance.now() - start
  assert.equal(code, 3, error)
  assert.match(error, /stopped on request at line 2/)
  assert.ok(delay < 100, `${delay} ms`)
})

test('print gives both forms, and each reads as the same program', () => {
  const pretty = paddock(['print', 'examples/newton.mlir'])
  const generic = paddock(['print', 'examples/newton.mlir', '--form', 'generic'])
  assert.equal(pretty.code, 0, pretty.error)
  assert.match(pretty.out, /%quotient = stablehlo\.divide %two, %x/)
  assert.match(generic.out, /"stablehlo\.divide"\(%0, %arg3\)/)
  const again = paddock(['print', '-', '--form', 'generic'], pretty.out)
  assert.equal(again.out, generic.out)
})

test('test judges cases, known failures and formats', () => {
  const path = file('cases.mlir', `func.func @good() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %x, dense<1> : tensor<i32>
  return
}

// -----

func.func @wrong() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %x, dense<2> : tensor<i32>
  return
}

// -----

func.func @refused(%x: tensor<2xi32>, %y: tensor<3xi32>) -> tensor<2xi32> {
  // expected-error @+1 {{types}}
  %r = stablehlo.add %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
`)
  const plain = paddock(['test', path])
  assert.equal(plain.code, 1)
  assert.match(plain.out, new RegExp(`PASS ${path}:1\\nFAIL ${path}:2: line 11: .*\\nPASS ${path}:3\\n2 passed, 1 failed\\n$`))
  const known = file('known.txt', 'cases.mlir:2  two is not one\n')
  const listed = paddock(['test', path, '--expect-fail', known])
  assert.equal(listed.code, 0)
  assert.match(listed.out, /2 passed, 0 failed, 1 known\n$/)
  const stale = paddock(['test', path, '--expect-fail', file('stale.txt', 'cases.mlir:1  gone\ncases.mlir:2  stays\n')])
  assert.equal(stale.code, 1)
  assert.match(stale.out, /FAIL .*:1: passes, but is listed/)
  const json = JSON.parse(paddock(['test', path, '--format', 'json', '--level', 'both']).out)
  assert.deepEqual([json.passed, json.failed, json.known], [2, 1, 0])
  assert.match(paddock(['test', path, '--format', 'junit']).out, /<testsuite name="paddock" tests="3" failures="1"/)
})

test('test runs the blocks of Markdown', () => {
  const path = file('page.md', '# Words\n\n```mlir\nfunc.func @main() {\n  %x = stablehlo.iota dim = 0 : tensor<2xi32>\n  check.expect_eq_const %x, dense<[0, 1]> : tensor<2xi32>\n  return\n}\n```\n')
  const { code, out } = paddock(['test', path])
  assert.equal(code, 0, out)
  assert.match(out, /1 passed, 0 failed\n$/)
})

test('a snippet with commented values runs as it stands', () => {
  const path = file('snippet.mlir', `// %operand: [[1, 2], [3, 4]]
%result = "stablehlo.transpose"(%operand) {
  permutation = array<i64: 1, 0>
} : (tensor<2x2xi32>) -> tensor<2x2xi32>
// %result: [[1, 3], [2, 4]]
`)
  const good = paddock(['test', path])
  assert.equal(good.code, 0, good.out)
  const bad = paddock(['test', file('wrong.mlir', readFileSync(path, 'utf8').replace('[2, 4]]', '[2, 5]]'))])
  assert.equal(bad.code, 1)
  assert.match(bad.out, /element 3 is 4, but 5 is expected/)
})

test('an expectation that names nothing fails, and so does one without inputs', () => {
  const snippet = (result, input) => file('names.mlir', `${input}
%result = stablehlo.negate %operand : tensor<2xi32>
// %${result}: [-1, 2]
`)
  const operand = '// %operand: [1, -2]'
  assert.equal(paddock(['test', snippet('result', operand)]).code, 0)
  const misspelt = paddock(['test', snippet('reslt', operand)])
  assert.equal(misspelt.code, 1)
  assert.match(misspelt.out, /line 3: no operation uses or defines %reslt/)
  const incomplete = paddock(['test', snippet('result', '// no operand')])
  assert.equal(incomplete.code, 1)
  assert.match(incomplete.out, /%operand: tensor<2xi32>\) of @main was given no value/)
})

test('expectations within a function are held against its values at any level', () => {
  const path = (value) => file('inner.mlir', `// paddock: example
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  // %x: [1, 2]
  %y = stablehlo.add %x, %x : tensor<2xi32>
  // %y: ${value}
  %z = stablehlo.add %y, %y : tensor<2xi32>
  return %z : tensor<2xi32>
}
`)
  for (const level of ['fast', 'faithful']) {
    assert.equal(paddock(['test', '--level', level, path('[2, 4]')]).code, 0)
    assert.match(paddock(['test', '--level', level, path('[2, 5]')]).out, /line 5: %y of @main: element 1 is 4, but 5 is expected/)
  }
})

test('bench prints its figures', () => {
  const { code, out } = paddock(['bench', 'examples/digits/digits.mlir', '--runs', '3', '--format', 'json'])
  assert.equal(code, 0)
  const figures = JSON.parse(out)
  assert.equal(figures.runs, 3)
  assert.ok(figures.median_ms > 0 && figures.operations > 100 * (64 * 48 + 48 * 10) && figures.bytes > 0 && figures.peak_bytes > 0)
  assert.equal(figures.random_inputs, true)
  assert.match(paddock(['bench', 'examples/newton.mlir']).out, /5 runs: median .*\n.*GFLOP\/s.*GB\/s.*\nfast numerics, fast level, 1 thread\n/)
})

test('ops lists the table', () => {
  assert.match(paddock(['ops']).out, /stablehlo\.add +runs/)
  const { ops } = JSON.parse(paddock(['ops', '--json']).out)
  assert.ok(ops.length >= 230)
  const pad = ops.find(({ name }) => name === 'stablehlo.pad')
  assert.ok(pad.constraints.some(({ label, when }) => label === 'C3' && when === 'check'))
})

test('wrong words are told in one sentence, with exit code 2', () => {
  for (const [words, sentence] of [
    [['run'], /run needs one FILE/],
    [['run', 'nowhere.mlir'], /nowhere\.mlir: No such file/],
    [['run', 'examples/hello.mlir', '--nope'], /there is no option --nope/],
    [['run', 'examples/hello.mlir', '--level', 'slow'], /--level is fast or faithful/],
    [['run', file('args.mlir', add), '--input', '7=ones'], /has no argument '7'/],
    [['test', 'nowhere'], /nowhere: is not there/],
    [['dance'], /there is no command 'dance'/],
  ]) {
    const { code, error } = paddock(words)
    assert.equal(code, 2, error)
    assert.match(error, sentence)
    assert.equal(error.trim().split('\n').length, 1)
  }
})

test('a reader that goes away is no failure of ours', () => {
  const { status, stderr } = spawnSync('sh', ['-c', `${command.join(' ')} ops --json | head -c 100`], { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0)
  assert.equal(stderr, '')
})
