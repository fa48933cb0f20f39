// Differences of the command over WebAssembly: options with another meaning, and how it is started.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { add, command, hasThreads, paddock, root, useFolder } from './paddock.mjs'

const skip = hasThreads ? 'PADDOCK names no command over WebAssembly' : false
const { file, folder } = useFolder()
const inputs = ['--input', '0=ones', '--input', '1=ones']

test('contradictory options are refused in one sentence', { skip }, () => {
  const path = file('add.mlir', add)
  for (const [words, sentence] of [
    [['run', path, ...inputs, '--threads', '2'], /^paddock: --threads: one instance has one thread here\n$/],
    [['bench', path, '--threads', '2'], /^paddock: --threads: one instance has one thread here\n$/],
    [['run', path, ...inputs, '--mode', 'threads'], /^paddock: --mode: one instance has one thread here\n$/],
    [['test', path, '--mode', 'threads'], /^paddock: --mode: one instance has one thread here\n$/],
    [['test', path, '--jobs', '2'], /^paddock: --jobs: one instance has one thread here\n$/],
    [['run', path, ...inputs, '--memory', '5G'], /^paddock: --memory: one instance has at most 4G here\n$/],
    [['test', path, '--memory', '4097M'], /^paddock: --memory: one instance has at most 4G here\n$/],
  ]) {
    const { code, out, error } = paddock(words)
    assert.match(error, sentence)
    assert.deepEqual([code, out], [2, ''])
  }
  assert.equal(paddock(['run', path, ...inputs, '--threads', '1', '--memory', '4G', '--mode', 'cooperative']).code, 0)
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
