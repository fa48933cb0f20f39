// Grids of processes: their communications, and the same bits in Workers as in turns.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import workerThreads from 'node:worker_threads'
import { bytesBetween, load } from 'paddock-hlo'
import { checked } from '../../../tests/cli/trace-events.mjs'
import { soonEnough } from '../../../tools/lib/soon-enough.mjs'
import { findPrograms, readCases } from './cases.mjs'

const here = new URL('..', import.meta.url)
const root = new URL('../../../', import.meta.url)
const vectors = fileURLToPath(new URL('../shared/conformance/interpret', root))

const sum = `({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %c = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %c : tensor<f32>
})`

/// Sums over the group [2, 0, 1, 3], then rotates the ring of processes by one.
const ring = `func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %s = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[2, 0, 1, 3]]> : tensor<1x4xi64>}> ${sum} : (tensor<2xf32>) -> tensor<2xf32>
  %p = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %s, %p : tensor<2xf32>, tensor<2xf32>
}`
const ringInputs = [[0.1, 1e8], [0.2, 1], [0.3, -1e8], [0.7, 0.5]].map((values, replica) => ({ replica, partition: 0, inputs: [new Float32Array(values)] }))
const ringOptions = { grid: { replicas: 4, partitions: 1 }, processInputs: ringInputs, numerics: 'portable' }

/// The process with id 0 takes part in no meeting.
const lonely = `func.func @main() -> tensor<f32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%first) ({
    %s = "stablehlo.all_reduce"(%one) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ${sum} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    stablehlo.return %one : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}`

/// The first process runs for ever, the others wait for it.
const endless = `func.func @main() -> tensor<f32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %w = stablehlo.while(%i = %id) : tensor<ui32>
  cond {
    %yes = stablehlo.compare EQ, %i, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %yes : tensor<i1>
  } do {
    stablehlo.return %i : tensor<ui32>
  }
  %late = stablehlo.convert %w : (tensor<ui32>) -> tensor<f32>
  %s = "stablehlo.all_reduce"(%late) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ${sum} : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}`

/// Returns the results of all processes, as arrays.
async function valuesOf({ processes }) {
  return Promise.all(processes.map((results) => Promise.all(results.map(async (tensor) => [...(await tensor.data())]))))
}

/// Calls `act` this many milliseconds after its own first call.
function onceAfter(milliseconds, act) {
  let timer
  return () => void (timer ??= setTimeout(act, milliseconds))
}

/// Passes `act` a list of the Workers that start while it runs.
async function watchWorkers(act) {
  const started = []
  const { Worker } = workerThreads
  workerThreads.Worker = class extends Worker {
    constructor(...given) {
      super(...given)
      started.push(this)
    }
  }
  try {
    return await act(started)
  } finally {
    workerThreads.Worker = Worker
  }
}

for (const mode of ['cooperative', 'workers']) {
  test(`processes report their communications, ${mode}`, async () => {
    const paddock = await load()
    const program = await paddock.parse(ring)
    const told = []
    const began = performance.now()
    const run = await program.run({ ...ringOptions, mode, onCommunication: (one) => told.push(one) })
    const whole = performance.now() - began
    assert.equal(run.status, 'finished', JSON.stringify(run.diagnostics))
    assert.equal(run.mode, mode)
    assert.equal(run.workers, mode === 'workers' ? 4 : 0)
    const meetings = told.filter(({ kind }) => kind === 'meeting')
    assert.deepEqual(meetings.map(({ process }) => process).sort(), [0, 1, 2, 3])
    for (const one of meetings) {
      assert.deepEqual({ ...one, process: 0, came: 0, met: 0, left: 0 }, {
        kind: 'meeting', process: 0, operation: 'stablehlo.all_reduce', line: 2, from: ring.indexOf('"stablehlo.all_reduce"') - 5, to: one.to,
        channel: 0, exchange: 'whole', members: [2, 0, 1, 3], occurrence: 0, bytes: 8, came: 0, met: 0, left: 0,
      })
      assert.equal(bytesBetween(one, 0, 3), 8)
      assert.equal(bytesBetween(one, 2, 2), 0)
      assert.ok(0 <= one.came && one.came <= one.met && one.met <= one.left && one.left <= whole + 1, `${one.came} ${one.met} ${one.left} of ${whole}`)
    }
    const sends = told.filter(({ kind }) => kind === 'send').map(({ members, bytes, line }) => ({ members, bytes, line }))
    assert.deepEqual(sends.sort((a, b) => a.members[0] - b.members[0]), [0, 1, 2, 3].map((source) => ({ members: [source, (source + 1) % 4], bytes: 8, line: 6 + 1 })))
    assert.equal(told.filter(({ kind }) => kind === 'receive').length, 4)
    paddock.close()
  })
}

test('a run that fails before its start names the grid', async () => {
  const paddock = await load()
  const program = await paddock.parse(ring)
  const input = new Float32Array(2)
  const gridOf = async (options) => (await program.run({ inputs: [input], ...options })).grid
  assert.deepEqual(await gridOf({ grid: { replicas: 2, partitions: 3 } }), { replicas: 2, partitions: 3 })
  assert.deepEqual(await gridOf({}), { replicas: 1, partitions: 1 })
  const own = await paddock.parse(`module attributes {mhlo.num_replicas = 3 : i32} {\n${ring}\n}`)
  const { status, grid } = await own.run({ inputs: [input] })
  assert.deepEqual([status, grid], ['failed', { replicas: 3, partitions: 1 }])
  paddock.close()
})

test('Workers give the bits of processes in turns, also with fewer Workers than processes', async () => {
  const paddock = await load()
  const program = await paddock.parse(ring)
  const inTurns = await program.run({ ...ringOptions, mode: 'cooperative' })
  const expected = await valuesOf(inTurns)
  // The sum is in group order: (((-1e8 + 1e8) + 1) + 0.5); another order gives another result.
  assert.deepEqual(expected[0][0][1], 1.5)
  for (const workers of [4, 3, 1]) {
    const run = await program.run({ ...ringOptions, mode: 'workers', workers })
    assert.equal(run.workers, workers)
    assert.deepEqual(await valuesOf(run), expected)
    assert.equal(run.hash, inTurns.hash)
  }
  paddock.close()
})

test('values are kept in the Workers and found by process', async () => {
  const paddock = await load()
  const program = await paddock.parse(ring)
  const { values } = await program.run({ ...ringOptions, mode: 'workers', level: 'faithful', keepValues: true })
  for (const process of [0, 3]) {
    const summaries = await values.summaries(0, ring.length, process)
    assert.equal(summaries.find(({ name }) => name === '%s').elements[1], 1.5)
    const tensor = await values.tensor(ring.indexOf('%x:'), process)
    assert.deepEqual(await tensor.data(), ringInputs[process].inputs[0])
  }
  values.close()
  paddock.close()
})

test('a deadlock is reported within 100 ms, with the same diagnostic', async () => {
  const paddock = await load()
  const program = await paddock.parse(lonely)
  const options = { grid: { replicas: 3, partitions: 1 } }
  // The Workers are started beforehand, so that only the deadlock is timed.
  await program.run({ ...options, mode: 'workers' })
  const inTurns = await program.run({ ...options, mode: 'cooperative' })
  const inWorkers = await program.run({ ...options, mode: 'workers' })
  for (const { status, diagnostics } of [inTurns, inWorkers]) {
    assert.equal(status, 'failed')
    assert.equal(diagnostics.length, 1)
    assert.match(diagnostics[0].message, /deadlock: process \(0, 0\) waits in all_reduce for \(1, 0\), \(2, 0\); \(1, 0\), \(2, 0\) have finished/)
    assert.equal(diagnostics[0].line, 7)
  }
  assert.deepEqual(inWorkers.diagnostics, inTurns.diagnostics)
  await soonEnough(async () => (await program.run({ ...options, mode: 'workers' })).milliseconds)
  paddock.close()
})

test('processes in different operations get a diagnostic', async () => {
  const paddock = await load()
  const program = await paddock.parse(lonely.replace('stablehlo.return %one : tensor<f32>\n  }) : (tensor<i1>)', `%t = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<1xf32>) -> tensor<3xf32>
    stablehlo.return %one : tensor<f32>
  }) : (tensor<i1>)`).replace('%one =', '%u = stablehlo.constant dense<1.0> : tensor<1xf32>\n  %one ='))
  assert.deepEqual(program.diagnostics, [])
  const { status, diagnostics } = await program.run({ grid: { replicas: 3, partitions: 1 }, mode: 'workers' })
  assert.equal(status, 'failed')
  assert.match(diagnostics[0].message, /processes execute different collectives/)
  paddock.close()
})

test('Stop ends running and waiting Workers within 100 ms, and they can be reused', async () => {
  const paddock = await load()
  const program = await paddock.parse(endless)
  await soonEnough(async () => {
    const abort = new AbortController()
    let aborted = 0
    const onProgress = onceAfter(100, () => {
      aborted = performance.now()
      abort.abort()
    })
    const run = await program.run({ grid: { replicas: 4, partitions: 1 }, mode: 'workers', signal: abort.signal, onProgress })
    const delay = performance.now() - aborted
    assert.equal(run.status, 'stopped', JSON.stringify(run.diagnostics))
    assert.ok(run.stoppedAtLine > 0)
    return delay
  })
  const again = await (await paddock.parse(ring)).run({ ...ringOptions, mode: 'workers' })
  assert.equal(again.status, 'finished')
  paddock.close()
})

test('a Worker that is terminated or breaks ends the run with its name, and is replaced', async () => {
  await soonEnough(terminateOne)
})

/// Returns how long a run continues after one of its Workers was terminated.
async function terminateOne() {
  const paddock = await load()
  const program = await paddock.parse(endless)
  const options = { grid: { replicas: 4, partitions: 1 }, mode: 'workers' }
  let delay
  await watchWorkers(async (started) => {
    let ended = 0
    const onProgress = onceAfter(100, () => {
      ended = performance.now()
      void started[2].terminate()
    })
    const run = await program.run({ ...options, onProgress })
    delay = performance.now() - ended
    assert.equal(run.status, 'failed')
    assert.match(run.diagnostics[0].message, /the Worker of process \(2, 0\) was lost/)
    assert.equal(run.diagnostics[0].code, 'worker-lost')
    assert.equal(run.diagnostics.length, 1)
    const again = await (await paddock.parse(ring)).run({ ...ringOptions, mode: 'workers' })
    assert.equal(again.status, 'finished')
    assert.equal(started.length, 5)
  })
  paddock.close()
  return delay
}

test('mismatched inputs and a grid that is too large have the usual diagnostics', async () => {
  const told = ({ diagnostics }) => diagnostics.map(({ code, message }) => ({ code, message }))
  const paddock = await load()
  const program = await paddock.parse(ring)
  for (const options of [{ ...ringOptions, processInputs: ringInputs.slice(0, 3) }, { grid: { replicas: 1000, partitions: 1000 } }]) {
    const [inTurns, inWorkers] = [await program.run({ ...options, mode: 'cooperative' }), await program.run({ ...options, mode: 'workers' })]
    assert.equal(inWorkers.status, 'failed')
    assert.ok(told(inTurns).length > 0)
    assert.deepEqual(told(inWorkers), told(inTurns))
  }
  await assert.rejects(program.run({ inputs: { other: 'zeros' }, mode: 'workers' }), /no argument 'other'/)
  paddock.close()
})

test('a grid with much work runs in Workers by default, a small one does not', async () => {
  const dot = (size) => `func.func @main(%a: tensor<${size}x${size}xf32>) -> tensor<${size}x${size}xf32> {
    %c = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<${size}x${size}xf32>, tensor<${size}x${size}xf32>) -> tensor<${size}x${size}xf32>
    return %c : tensor<${size}x${size}xf32>
  }`
  const modes = []
  for (const [size, worker] of [[1536, undefined], [64, undefined], [1536, false]]) {
    const paddock = await load({ worker })
    const program = await paddock.parse(dot(size))
    const run = await program.run({ inputs: ['iota'], grid: { replicas: 2, partitions: 1 } })
    assert.equal(run.status, 'finished', JSON.stringify(run.diagnostics))
    modes.push(run.mode)
    paddock.close()
  }
  assert.deepEqual(modes, ['workers', 'cooperative', 'cooperative'])
})

test('Workers do not keep the Node process alive, and none remains', () => {
  const source = `import { load } from 'paddock-hlo'
    const paddock = await load({ worker: true })
    const program = await paddock.parse(${JSON.stringify(ring)})
    const { status } = await program.run({ grid: { replicas: 4, partitions: 1 }, inputs: ['iota'], mode: 'workers' })
    console.log(status)`
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', source]
  assert.equal(execFileSync(process.execPath, flags, { cwd: here, timeout: 30_000, encoding: 'utf8' }), 'finished\n')
})

/// Returns the functions of an `interpreter.run_parallel`, by replica and partition.
function programsOf(text) {
  const written = /programs\s*=\s*\[(\[[^\]]*\](?:\s*,\s*\[[^\]]*\])*)\]/.exec(text)
  return written === null ? null : [...written[1].matchAll(/\[([^\]]*)\]/g)].map(([, row]) => row.split(',').map((name) => name.trim().slice(1)))
}

/// Returns the operands of the program's `interpreter.run_parallel`.
async function parallelOperands(program) {
  const { values, status, diagnostics } = await program.run({ level: 'faithful', keepValues: true, numerics: 'portable' })
  assert.equal(status, 'finished', JSON.stringify(diagnostics))
  const operation = (await program.operations()).find(({ name }) => name === 'interpreter.run_parallel')
  const operands = await Promise.all(operation.operands.map(({ from }) => values.tensor(from)))
  values.close()
  return operands
}

/// Returns the values that the program expects of the parallel results, by result number, as flat
/// lists; one element represents all.
function expectedResults(text) {
  const checks = text.matchAll(/check\.expect_eq_const %results(?:#(\d+))?, dense<(.*)> : tensor/g)
  return new Map([...checks].map(([, number, literal]) => [Number(number ?? 0), [JSON.parse(literal)].flat(Infinity)]))
}

test('the processes of the interpreter\'s vectors give the same bits in Workers', { skip: !existsSync(vectors) && 'there are no vectors beside the checkout' }, async () => {
  const paddock = await load()
  let count = 0
  let results = 0
  for (const file of findPrograms(vectors)) {
    for (const { text, number } of readCases(file)) {
      const programs = programsOf(text)
      // The input of an infeed is written in another operation's attribute.
      if (programs === null || /infeed/.test(text)) continue
      assert.ok(new Set(programs.flat()).size === 1, 'every process runs the same function')
      const program = await paddock.parse(text, { name: file })
      const operands = await parallelOperands(program)
      const grid = { replicas: programs.length, partitions: programs[0].length }
      const each = operands.length / programs.flat().length
      const processInputs = await Promise.all(
        programs.flatMap((row, replica) => row.map(async (_, partition) => {
          const first = (replica * grid.partitions + partition) * each
          const inputs = await Promise.all(operands.slice(first, first + each).map(async (tensor) => tensor && { data: await tensor.data(), shape: tensor.shape }))
          return { replica, partition, inputs }
        })),
      )
      const run = await program.run({ entry: programs[0][0], grid, processInputs, mode: 'workers', numerics: 'portable' })
      assert.equal(run.status, 'finished', `${file}:${number}: ${JSON.stringify(run.diagnostics)}`)
      for (const [result, expected] of expectedResults(text)) {
        const values = Array.from(await run.processes.flat()[result].data(), Number)
        assert.deepEqual(values, expected.length === 1 ? values.map(() => expected[0]) : expected, `${file}:${number}#${result}`)
        ++results
      }
      program.close()
      ++count
    }
  }
  assert.ok(count >= 30 && results >= 60, `${count} cases, ${results} results`)
  paddock.close()
})

test('Workers give the bits of the native command', async () => {
  const command = fileURLToPath(new URL('build/native/bin/paddock', root))
  assert.ok(existsSync(command), 'the native command is what this compares with: npm run build:native')
  const folder = mkdtempSync(join(tmpdir(), 'paddock-'))
  try {
    const path = join(folder, 'ring.mlir')
    const inputs = ringInputs.map(({ replica, inputs: [values] }) => `// %x@(${replica}, 0): [${[...values].join(', ')}]`)
    const text = `// paddock: example\n// num_replicas: 4\n${inputs.join('\n')}\n${ring}`
    writeFileSync(path, text)
    const { cases } = JSON.parse(execFileSync(command, ['test', '--format', 'json', path], { encoding: 'utf8' }))
    const paddock = await load()
    const run = await (await paddock.parse(text)).run({ mode: 'workers', numerics: 'portable' })
    assert.equal(run.status, 'finished', JSON.stringify(run.diagnostics))
    assert.equal(run.hash, cases[0].hash)
    paddock.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/// Whether no process left the meeting before the last arrived.
function isOnOneTimeLine(steps) {
  const processes = [...new Set(steps.map(({ pid }) => pid))].map((pid) => steps.filter((step) => step.pid === pid))
  const came = processes.map((own) => own[0].ts)
  const left = processes.map((own) => own.at(-1).ts + own.at(-1).dur)
  return Math.max(...came) <= Math.min(...left)
}

for (const mode of ['cooperative', 'workers']) {
  test(`one trace has all processes, mode ${mode}`, async () => {
    let isInTime = false
    // The clocks of Workers agree as far as the system's time at their start does.
    for (let i = 0; i < 5 && !isInTime; ++i) {
      const paddock = await load()
      const program = await paddock.parse(ring)
      const told = []
      const { trace, status } = await program.run({ ...ringOptions, mode, workers: 2, trace: true, onCommunication: (one) => told.push(one) })
      assert.equal(status, 'finished')
      const events = checked(JSON.parse(trace).traceEvents)
      const steps = events.filter(({ ph, name }) => ph === 'X' && /all_reduce/.test(name))
      assert.equal(new Set(steps.map(({ pid }) => pid)).size, 4)
      assert.ok(events.some(({ ph }) => ph === 's'), 'somebody waited for somebody')
      assert.equal(told.length, 12, 'and it is told as it happens, too')
      assert.equal((await program.run({ ...ringOptions, mode })).trace, null)
      paddock.close()
      isInTime = isOnOneTimeLine(steps)
    }
    assert.ok(isInTime)
  })
}
