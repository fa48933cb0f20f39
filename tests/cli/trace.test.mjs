// `paddock run --trace` writes a trace that Perfetto reads, with the events of the run.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { command, isNative, root } from './paddock.mjs'
import { checked } from './trace-events.mjs'

const folder = mkdtempSync(join(tmpdir(), 'paddock-trace-'))
after(() => rmSync(folder, { recursive: true }))

/// Runs `text` and returns the exit code, the output and the trace.
function trace(text, ...words) {
  const program = join(folder, 'program.mlir')
  const path = join(folder, 'trace.json')
  writeFileSync(program, text)
  rmSync(path, { force: true })
  const { status, stderr } = spawnSync(command[0], [...command.slice(1), 'run', program, '--trace', path, ...words], { cwd: root, encoding: 'utf8' })
  const trace = JSON.parse(readFileSync(path, 'utf8'))
  return { code: status, error: stderr, ...trace, events: checked(trace.traceEvents) }
}

const boxes = (events, name) => events.filter((event) => event.ph === 'X' && event.name === name)

test('a program of one process: steps with line, type and bytes, within their loop', () => {
  const { code, error, events, otherData } = trace(`func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n : tensor<i32>
    }
  return %r : tensor<i32>
}
`, '--level', 'faithful')
  assert.equal(code, 0, error)
  assert.equal(otherData.grid, '1 x 1')
  const [loop, ...others] = boxes(events, 'while')
  assert.equal(others.length, 0)
  const adds = boxes(events, 'add')
  assert.equal(adds.length, 3)
  for (const { ts, dur, args } of adds) {
    assert.ok(ts >= loop.ts && ts + dur <= loop.ts + loop.dur + 1e-3)
    assert.equal(args.line, 10)
    assert.equal(args.result, '%n')
    assert.equal(args.type, 'tensor<i32>')
    assert.ok(args.bytes >= 8)
  }
  assert.deepEqual(events.filter(({ name }) => name === 'process_name').map(({ args }) => args.name), ['process (0, 0)'])
})

test('a counter has the number of live bytes', () => {
  const { code, error, events } = trace(`func.func @main() -> tensor<50x20xf32> {
  %x = stablehlo.iota dim = 0 : tensor<1000xf32>
  %y = stablehlo.reverse %x, dims = [0] : tensor<1000xf32>
  %m = stablehlo.reshape %y : (tensor<1000xf32>) -> tensor<20x50xf32>
  %t = stablehlo.transpose %m, dims = [1, 0] : (tensor<20x50xf32>) -> tensor<50x20xf32>
  return %t : tensor<50x20xf32>
}
`, '--output', `@${join(folder, 'z.npz')}`)
  assert.equal(code, 0, error)
  assert.deepEqual(events.filter(({ ph }) => ph === 'C').map(({ args }) => args.bytes), [4000, 8000])
})

test('bench writes the same', () => {
  const path = join(folder, 'bench.json')
  const { status } = spawnSync(command[0], [...command.slice(1), 'bench', 'examples/newton.mlir', '--runs', '1', '--trace', path], { cwd: root })
  assert.equal(status, 0)
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8'))
  assert.ok(checked(traceEvents).some(({ ph, name }) => ph === 'X' && name === 'while'))
})

const reduce = `  %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<4xf32>) -> tensor<4xf32>
`

// Over WebAssembly the processes of a grid run in turns.
const modes = isNative ? ['cooperative', 'threads'] : ['cooperative']

for (const mode of modes) test(`a grid, ${mode}: a track for each process, meetings with members, arrows to waiting members and from senders to receivers`, () => {
  const { code, error, events } = trace(`func.func @main() -> (tensor<4xf32>, tensor<4xf32>) {
  %x = stablehlo.iota dim = 0 : tensor<4xf32>
${reduce}  %p = "stablehlo.collective_permute"(%r) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %r, %p : tensor<4xf32>, tensor<4xf32>
}
`, '--grid', '3x1', '--mode', mode)
  assert.equal(code, 0, error)
  assert.deepEqual(events.filter(({ name }) => name === 'process_name').map(({ args }) => args.name), ['process (0, 0)', 'process (1, 0)', 'process (2, 0)'])
  const meetings = events.filter(({ cat }) => cat === 'meeting')
  assert.deepEqual(meetings.map(({ pid }) => pid).sort(), [1, 2, 3])
  for (const { name, args } of meetings) {
    assert.equal(name, 'all_reduce')
    assert.deepEqual(args, { line: 3, members: '(0, 0), (1, 0), (2, 0)', occurrence: 0, gave: 32, got: 32 })
  }
  for (const name of ['collective_permute to (1, 0)', 'collective_permute from (2, 0)']) assert.equal(boxes(events, name).length, 1)
  assert.ok(boxes(events, 'waits').length <= 2)
  // Two processes waited for the last to arrive at the meeting; three messages were sent.
  assert.equal(events.filter(({ ph }) => ph === 's').length, 2 + 3)
})

test('a failed run has its trace, with unfinished communications', () => {
  const { code, events } = trace(`func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}
`)
  assert.equal(code, 1)
  assert.equal(boxes(events, 'recv (unfinished)').length, 1)
})

test('a trace is truncated at its limit, with a warning', () => {
  const { code, error, events, otherData } = trace(`func.func @main() -> tensor<4xf32> {
  %x = stablehlo.iota dim = 0 : tensor<4xf32>
${reduce}  return %r : tensor<4xf32>
}
`, '--grid', '8x1', '--trace-limit', '5')
  assert.equal(code, 0, error)
  assert.equal(otherData.kept, 5)
  assert.ok(otherData.events > 5)
  assert.match(error, new RegExp(`the first 5 of ${otherData.events} events`))
  assert.ok(events.filter(({ cat }) => cat === 'step' || cat === 'meeting').length <= 5)
})
