// Output and exit codes of the command.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { soonEnough } from '../../tools/lib/soon-enough.mjs'
import { add, command, paddock, root, useFolder } from './paddock.mjs'

const { file, folder } = useFolder()

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

test('check --fix makes certain fixes only, and shows them with --dry-run', () => {
  const wrong = `func.func @main(%operand: tensor<4x2xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.negat %0 : (tensor<4x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
`
  const certain = wrong.replace('negat ', 'negate ')
  const followed = certain.replaceAll('tensor<4x4xf32>', 'tensor<2x4xf32>')
  const path = file('fixable.mlir', wrong)
  const shown = paddock(['check', '--fix', '--dry-run', path])
  assert.match(shown.out, /^--- .*\n\+\+\+ .*\n@@ -3 \+3 @@\n-  %1 = stablehlo.negat /)
  assert.match(shown.error, /fixable\.mlir: 1 fix to make, 2 suggestions left to you/)
  assert.match(shown.error, /help: write stablehlo.negate/)
  assert.equal(shown.code, 1)
  assert.equal(readFileSync(path, 'utf8'), wrong)
  const fixed = paddock(['check', '--fix', path])
  assert.equal(fixed.code, 1, 'the types are left')
  assert.match(fixed.error, /1 fix made, 2 suggestions left to you/)
  assert.equal(readFileSync(path, 'utf8'), certain)
  const all = paddock(['check', '--fix', '--follow-types', path])
  assert.equal(all.code, 0, all.error)
  assert.match(all.error, /2 fixes made\n/)
  assert.equal(readFileSync(path, 'utf8'), followed)
  for (const option of ['--dry-run', '--follow-types']) assert.equal(paddock(['check', option, path]).code, 2)
})

test('a named pipe is read like a file', () => {
  const pipe = join(folder, 'pipe')
  const words = ['-c', 'mkfifo "$0" && { cat examples/hello.mlir > "$0" & } && exec timeout 60 "$@"', pipe, ...command, 'check', pipe]
  const { status, stderr } = spawnSync('sh', words, { cwd: root, encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
})

test('check --fix fixes standard input to standard output, and counts the remaining suggestions', () => {
  const wrong = 'func.func @main(%arg0: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.substract %arg0, %arg1 : tensor<f32>\n  return %0 : tensor<f32>\n}\n'
  const fixed = paddock(['check', '--fix', '-'], wrong)
  assert.equal(fixed.out, wrong.replace('substract', 'subtract'))
  assert.equal(fixed.code, 1)
  assert.match(fixed.error, /<stdin>: 1 fix made, 1 suggestion left to you/)
  assert.match(fixed.error, /use of undefined value '%arg1'/)
})

test('check --fix never changes names of values and functions, or digits', () => {
  for (const [defined, used] of [['%arg0', '%arg1'], ['%lhs', '%rhs'], ['%weight1', '%weight2'], ['%operand', '%opernd']]) {
    const text = `func.func @main(${defined}: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.subtract ${defined}, ${used} : tensor<f32>\n  return %0 : tensor<f32>\n}\n`
    const path = file('values.mlir', text)
    const { code, error } = paddock(['check', '--fix', path])
    assert.equal(code, 1)
    assert.match(error, new RegExp(`no fix made, 1 suggestion left to you[^]*use of undefined value '${used}'[^]*help: write ${defined}`))
    assert.equal(readFileSync(path, 'utf8'), text)
  }
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

test('a violated rule is reported with its formula and its values', () => {
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

test('an unimplemented operation is reported by name and place', () => {
  const path = file('later.mlir', `func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  %r = builtin.unrealized_conversion_cast %x : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}
`)
  const { code, error } = paddock(['run', path])
  assert.equal(code, 1)
  assert.match(error, /later\.mlir:3:.*builtin\.unrealized_conversion_cast is not yet implemented/)
})

test('memory and work are limited', () => {
  const big = file('big.mlir', `func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %r = stablehlo.add %x, %x : tensor<1024x1024xf32>
  return %r : tensor<1024x1024xf32>
}
`)
  const memory = paddock(['run', big, '--input', '0=ones', '--memory', '1M'])
  assert.equal(memory.code, 1)
  assert.match(memory.error, /argument %x: .* needs 4194304 bytes of memory, but 1048576 of the 1048576 allowed are left/)
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
  %one = stablehlo.constant dense<1> : tensor<i32>
  interpreter.print %one : tensor<i32>
  %c = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %c : tensor<4096x4096xf32>
}
`)
  await soonEnough(async () => {
    const child = spawn(command[0], [...command.slice(1), 'run', dot, '--input', '0=ones', '--format', 'json'], { cwd: root })
    let out = ''
    child.stdout.on('data', (text) => (out += text))
    // Under --format json printed text goes to standard error; its arrival shows that the program runs.
    await new Promise((resolve) => child.stderr.once('data', resolve))
    const start = performance.now()
    child.kill('SIGINT')
    const code = await new Promise((resolve) => child.on('close', resolve))
    const delay = performance.now() - start
    assert.equal(code, 3, out)
    assert.equal(JSON.parse(out).status, 'stopped')
    return delay
  })
})

test('print gives both forms, and each reads as the same program', () => {
  const pretty = paddock(['print', 'examples/newton.mlir'])
  const generic = paddock(['print', 'examples/newton.mlir', '--form', 'generic'])
  assert.equal(pretty.code, 0, pretty.error)
  assert.match(pretty.out, /%quotient = stablehlo\.divide %two, %x/)
  assert.match(generic.out, /"stablehlo\.divide"\(%0, %arg4\)/)
  const again = paddock(['print', '-', '--form', 'generic'], pretty.out)
  assert.equal(again.out, generic.out)
})

test('bench prints its figures', () => {
  const { code, out } = paddock(['bench', 'examples/digits/digits.mlir', '--runs', '3', '--format', 'json'])
  assert.equal(code, 0)
  const figures = JSON.parse(out)
  assert.equal(figures.runs, 3)
  assert.ok(figures.median_ms > 0 && figures.operations > 100 * (64 * 48 + 48 * 10) && figures.bytes > 0 && figures.peak_bytes > 0)
  assert.equal(figures.random_inputs, true)
  const text = paddock(['bench', 'examples/newton.mlir', '--threads', '1']).out
  assert.match(text, /5 runs: median .*\n.*GFLOP\/s.*GB\/s.*\nfast numerics, fast level, 1 thread\n/)
  const [, threads] = /fast level, (\d+) thread/.exec(paddock(['bench', 'examples/newton.mlir']).out)
  assert.ok(threads >= 1 && threads <= availableParallelism(), `${threads} threads by default`)
})

test('bench prints the time of each operation', () => {
  const { code, out } = paddock(['bench', 'examples/digits/digits.mlir', '--runs', '1', '--profile', '--format', 'json'])
  assert.equal(code, 0)
  const { profile, steps, allocations, arena_bytes, least_arena_bytes } = JSON.parse(out)
  assert.ok(steps > 0 && allocations > 0 && arena_bytes >= least_arena_bytes && least_arena_bytes > 0)
  assert.ok(profile.limits.f32_gflops > 0 && profile.limits.gbytes > 0)
  const dot = profile.rows.find(({ operation }) => operation === 'stablehlo.dot_general')
  assert.ok(dot.calls >= 1 && dot.operations > 0 && dot.bytes > 0 && dot.intensity > 0 && dot.least_ms > 0)
  assert.ok(profile.rows.some(({ fused }) => fused.length > 1))
  assert.ok(profile.live_bytes.some(([, bytes]) => bytes === least_arena_bytes))
  const text = paddock(['bench', 'examples/digits/digits.mlir', '--runs', '1', '--profile']).out
  assert.match(text, /operation +line +calls +ms .*\n(.*\n)*dot_general .*\n(.*\n)*limits of this machine, \d+ threads?: .*\nmemory: arena .*\nlive values over time, in tenths: [0-9]{60}\n$/)
})

test('ops lists the table', () => {
  assert.match(paddock(['ops']).out, /stablehlo\.add +runs/)
  const { ops } = JSON.parse(paddock(['ops', '--json']).out)
  assert.ok(ops.length >= 230)
  const pad = ops.find(({ name }) => name === 'stablehlo.pad')
  assert.ok(pad.constraints.some(({ label, when }) => label === 'C3' && when === 'check'))
})

test('ops lists the named operations, by full or short name', () => {
  const namesOf = (words) => paddock(['ops', ...words]).out.match(/^\S+(?: @\S+)?/gm)
  assert.deepEqual(namesOf(['stablehlo.pad']), ['stablehlo.pad'])
  assert.deepEqual(namesOf(['pad', 'gather']), ['stablehlo.gather', 'stablehlo.pad'])
  assert.ok(namesOf(['add']).includes('shape.add'))
  assert.match(paddock(['ops', 'Pin']).out, /^stablehlo\.custom_call @LayoutConstraint .* Pin .*\n$/)
  for (const words of [['nope'], ['pad', 'nope'], ['nope', '--where']]) {
    const { code, error } = paddock(['ops', ...words])
    assert.deepEqual([code, error], [2, "paddock: there is no operation 'nope'\n"])
  }
  assert.match(paddock(['ops', 'pad', '--json']).error, /--json prints the whole op table/)
})

test('wrong command lines are refused in one sentence, with exit code 2', () => {
  for (const [words, sentence] of [
    [['run'], /run needs one FILE/],
    [['run', 'nowhere.mlir'], /nowhere\.mlir: No such file/],
    [['run', 'examples/hello.mlir', '--nope'], /unknown option --nope/],
    [['run', 'examples/hello.mlir', '--level', 'slow'], /--level is fast or faithful/],
    [['run', file('args.mlir', add), '--input', '7=ones'], /has no argument '7'/],
    [['run', file('args.mlir', add), '--input', 'lhs=package.json'], /an @ before a file's name reads the file: lhs=@package\.json$/m],
    [['test', 'nowhere'], /nowhere: is not there/],
    [['dance'], /there is no command 'dance'/],
  ]) {
    const { code, error } = paddock(words)
    assert.equal(code, 2, error)
    assert.match(error, sentence)
    assert.equal(error.trim().split('\n').length, 1)
  }
})

test('a closed reader is no error', () => {
  const { status, stderr } = spawnSync('sh', ['-c', `${command.join(' ')} ops --json | head -c 100`], { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0)
  assert.equal(stderr, '')
})
