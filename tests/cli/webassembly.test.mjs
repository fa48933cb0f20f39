// Differences of the command over WebAssembly: options with another meaning, its threads, and how it is started.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loopOf } from '../../wasm/package/test/loops.mjs'
import { add, command, isNative, paddock, root, useFolder } from './paddock.mjs'

const skip = isNative ? 'PADDOCK names no command over WebAssembly' : false
const { file, folder } = useFolder()
const inputs = ['--input', '0=ones', '--input', '1=ones']

test('contradictory options are refused in one sentence', { skip }, () => {
  const path = file('add.mlir', add)
  for (const [words, sentence] of [
    [['run', path, ...inputs, '--mode', 'threads'], /^paddock: --mode: over WebAssembly the processes of a grid run in turns\n$/],
    [['test', path, '--mode', 'threads'], /^paddock: --mode: over WebAssembly the processes of a grid run in turns\n$/],
    [['test', path, '--jobs', '2'], /^paddock: --jobs: over WebAssembly cases run one after the other\n$/],
    [['run', path, ...inputs, '--memory', '5G'], /^paddock: --memory: one instance has at most 4G here\n$/],
    [['test', path, '--memory', '4097M'], /^paddock: --memory: one instance has at most 4G here\n$/],
  ]) {
    const { code, out, error } = paddock(words)
    assert.match(error, sentence)
    assert.deepEqual([code, out], [2, ''])
  }
  assert.equal(paddock(['run', path, ...inputs, '--threads', '1', '--memory', '4G', '--mode', 'cooperative']).code, 0)
})

const type = 'tensor<1048576xf32>'
const matrix = 'tensor<1024x1024xf32>'
const product = [
  `%a = stablehlo.multiply %v, %x : ${type}`,
  `%e = stablehlo.sine %a : ${type}`,
  `%square = stablehlo.reshape %e : (${type}) -> ${matrix}`,
  `%p = stablehlo.dot_general %square, %square, contracting_dims = [1] x [0] : (${matrix}, ${matrix}) -> ${matrix}`,
  `%t = stablehlo.tanh %p : ${matrix}`,
  `%flat = stablehlo.reshape %t : (${matrix}) -> ${type}`,
]
/// A product, a chain, a sum and a sort of large values, `repeats` times.
const large = (repeats) => `func.func @main(%x: ${type}) -> (tensor<f32>, ${type}) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
${loopOf(type, repeats, product, '%flat')}  %sum = stablehlo.reduce(%r#1 init: %none) applies stablehlo.add across dimensions = [0] : (${type}, tensor<f32>) -> tensor<f32>
  %sorted = "stablehlo.sort"(%r#1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
  }) : (${type}) -> ${type}
  return %sum, %sorted : tensor<f32>, ${type}
}
`

test('results have the same bits with any number of threads', { skip }, () => {
  const path = file('large.mlir', large(2))
  const outputs = new Set()
  for (const words of [['--threads', '1'], ['--threads', '2'], ['--threads', '5'], []]) {
    const results = join(folder, 'results.npz')
    const { code, error } = paddock(['run', path, '--input', '0=random:1', '--output', `@${results}`, ...words])
    assert.equal(code, 0, error)
    outputs.add(readFileSync(results).toString('base64'))
  }
  assert.equal(outputs.size, 1)
})

test('a run starts its threads, and ends with all of them', { skip: skip || (process.platform !== 'linux' && 'it counts the threads of Linux') }, async () => {
  const path = file('endless-products.mlir', large(1_000_000))
  const most = {}
  for (const threads of [1, 4]) {
    const child = spawn(command[0], [...command.slice(1), 'run', path, '--input', '0=random:1', '--threads', `${threads}`], { stdio: 'ignore' })
    const ended = new Promise((resolve) => child.on('exit', resolve))
    most[threads] = 0
    for (let left = 100; left > 0 && (left > 90 || most[threads] < (most[1] ?? 0) + threads - 1); --left) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      most[threads] = Math.max(most[threads], readdirSync(`/proc/${child.pid}/task`).length)
    }
    child.kill('SIGINT')
    assert.equal(await ended, 3)
  }
  assert.ok(most[4] >= most[1] + 3, `${most[1]} and ${most[4]} threads`)
})

test('a thread that fails ends the command with a message', { skip }, () => {
  const broken = file('broken.cjs', `const { workerData } = require('node:worker_threads')
if (workerData === 'em-pthread') WebAssembly.Module = class { constructor() { throw new WebAssembly.RuntimeError('unreachable') } }
`)
  const path = file('chains.mlir', large(1_000_000).replace(/^.*dot_general.*$/m, '%p = stablehlo.add %square, %square : tensor<1024x1024xf32>'))
  const { status, stderr } = spawnSync(command[0], [...command.slice(1), 'run', path, '--input', '0=random:1', '--threads', '2'], { env: { ...process.env, NODE_OPTIONS: `--require ${broken}` }, encoding: 'utf8', timeout: 60_000 })
  assert.match(stderr, /^paddock: the engine failed: one of its threads has failed$/m)
  assert.equal(status, 134)
})

test('if no thread begins, the command computes alone', { skip }, () => {
  const none = file('none.cjs', `const threads = require('node:worker_threads')
const { Worker } = threads
threads.Worker = class extends Worker { constructor(script, options) { if (options.workerData === 'em-pthread') throw new Error('none'); super(script, options) } }
`)
  const path = file('alone.mlir', large(2))
  const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), 'run', path, '--input', '0=random:1', '--threads', '3'], { env: { ...process.env, NODE_OPTIONS: `--require ${none}` }, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.equal(stdout, paddock(['run', path, '--input', '0=random:1', '--threads', '1']).out)
})

test('without MPI, the command refuses a launcher of ranks', { skip }, () => {
  const start = (size) => spawnSync(command[0], [...command.slice(1), '--version'], { env: { ...process.env, OMPI_COMM_WORLD_RANK: '0', OMPI_COMM_WORLD_SIZE: size }, encoding: 'utf8' })
  const { status, stderr } = start('2')
  assert.equal(status, 2)
  assert.match(stderr, /^paddock: started by mpirun, but over WebAssembly there is no MPI: .*\n$/)
  assert.equal(start('1').status, 0)
})

test('the same Ctrl-C twice, as npx sends it, is one', { skip }, async () => {
  const path = file('endless.mlir', `func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %c) : tensor<i32>
  cond {
    %t = stablehlo.constant dense<true> : tensor<i1>
    interpreter.print %t : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %r : tensor<i32>
}
`)
  const child = spawn(command[0], [...command.slice(1), 'run', path], { cwd: root })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdout.resume()
  child.kill('SIGINT')
  child.kill('SIGINT')
  assert.equal(await new Promise((resolve) => child.on('exit', resolve)), 3)
})

test('errors of files have the native command\'s messages', { skip }, () => {
  const path = file('add.mlir', add)
  assert.match(paddock(['run', folder]).error, /^paddock: .*: is a folder\n$/)
  assert.match(paddock(['run', `${path}/x`]).error, /x: Not a directory\n$/)
  assert.match(paddock(['run', path, ...inputs, '--trace', `${folder}/no/t.json`]).error, /t\.json: No such file or directory\n$/)
  assert.match(paddock(['run', path, ...inputs, '--trace', folder]).error, /: Is a directory\n$/)
  assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.json')), [])
})
