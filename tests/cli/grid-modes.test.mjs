// The processes of a grid in turns and on threads: the same results, messages and codes. Endless runs can be stopped.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { command, isNative, paddock, root, useFolder } from './paddock.mjs'

const { file } = useFolder()

const modes = isNative ? [['--mode', 'cooperative'], ['--mode', 'threads'], ['--mode', 'threads', '--threads', '3']] : [[]]

const gather = (members) => `func.func @main(%x: tensor<2xf32>) -> tensor<8xf32> {
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[${members}]]> : tensor<1x4xi64>} : (tensor<2xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
`

// Runs a program in every mode. All runs must report the same.
function inEveryMode(path, words) {
  const runs = modes.map((mode) => paddock(['run', path, ...words, ...mode]))
  for (const run of runs) assert.deepEqual(run, runs[0])
  return runs[0]
}

test('every mode gives the same results', () => {
  const path = file('gather.mlir', gather('3, 1, 2, 0'))
  const inputs = [0, 1, 2, 3].flatMap((i) => ['--input', `x@(${i}, 0)=[${i}, ${i}.5]`])
  const { code, out } = inEveryMode(path, ['--grid', '4x1', ...inputs, '--format', 'json'])
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(out).results[2].value, [3, 3.5, 1, 1.5, 2, 2.5, 0, 0.5])
})

test('a deadlock ends the run immediately, with the same diagnostic', () => {
  const path = file('deadlock.mlir', `func.func @main() -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %r#0 : tensor<i32>
}
`)
  const { code, error } = inEveryMode(path, ['--grid', '1x2'])
  assert.equal(code, 1)
  assert.match(error, /deadlock\.mlir:3:\d+: error: .*process \(0, 0\) waits in recv on channel 3 for \(0, 1\)/)
  assert.match(error, /process \(0, 1\) waits in recv on channel 3 for \(0, 0\)/)
})

test('a failure names its process, the lowest of those that fail', () => {
  const path = file('fails.mlir', `func.func @main() {
  %id = stablehlo.replica_id : tensor<ui32>
  check.expect_eq_const %id, dense<1> : tensor<ui32>
  return
}
`)
  const { code, error } = inEveryMode(path, ['--grid', '6x1'])
  assert.equal(code, 1)
  assert.match(error, /in process \(0, 0\)/)
})

test('thousands of processes run', () => {
  const path = file('ids.mlir', `func.func @main() -> tensor<ui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %r = "stablehlo.all_reduce"(%id) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %s = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %s : tensor<ui32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<ui32>) -> tensor<ui32>
  return %r : tensor<ui32>
}
`)
  const { code, out, error } = inEveryMode(path, ['--grid', '4096x1', '--format', 'json'])
  assert.equal(code, 0, error)
  assert.equal(JSON.parse(out).results[4095].value, 4096 * 4095 / 2)
})

const endless = `func.func @main() -> tensor<i1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%p = %true) : tensor<i1>
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return %p : tensor<i1>
    }
  return %r : tensor<i1>
}
`

test('a work budget stops all processes', () => {
  const path = file('endless.mlir', endless)
  for (const mode of modes) {
    const { code, error } = paddock(['run', path, '--grid', '3x1', '--work', '1000000', ...mode])
    assert.equal(code, 3, error)
    assert.match(error, /stopped when the work budget was spent/)
  }
})

test('Ctrl-C stops all processes', { skip: !isNative }, async () => {
  const path = file('endless.mlir', endless)
  for (const mode of modes) {
    const child = spawn(command[0], ['run', path, '--grid', '3x1', ...mode], { cwd: root })
    let error = ''
    child.stderr.on('data', (text) => (error += text))
    const ended = new Promise((resolve) => child.on('exit', resolve))
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill('SIGINT')
    assert.equal(await ended, 3)
    assert.match(error, /stopped on request/)
  }
})

test('an unknown mode is named', () => {
  const path = file('gather.mlir', gather('0, 1, 2, 3'))
  const { code, error } = paddock(['run', path, '--mode', 'nonsense'])
  assert.equal(code, 2)
  assert.match(error, /--mode is cooperative or threads, not 'nonsense'/)
  assert.equal(paddock(['test', path, '--mode', 'nonsense']).code, 2)
})
