/// Sessions that step forward and back, in every place where an engine can run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ProgramError } from 'paddock-hlo'

const chain = `func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.add %a, %two : tensor<f32>
  %c = stablehlo.multiply %b, %b : tensor<f32>
  return %c : tensor<f32>
}`

const loop = `func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // ∑ is not ASCII
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    interpreter.print %i : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %r : tensor<i32>
}`

const counting = loop.replace(/.*interpreter.print.*\n/, '')

const nested = `func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %square = func.call @area(%i) : (tensor<i32>) -> tensor<i32>
    %none = stablehlo.subtract %square, %square : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %both = stablehlo.add %next, %none : tensor<i32>
    stablehlo.return %both : tensor<i32>
  }
  %s = stablehlo.add %r, %r : tensor<i32>
  return %s : tensor<i32>
}
func.func private @area(%x: tensor<i32>) -> tensor<i32> {
  %y = stablehlo.add %x, %x : tensor<i32>
  %z = stablehlo.multiply %y, %x : tensor<i32>
  return %z : tensor<i32>
}`

const places = [
  ['in this thread', { worker: false }],
  ['in a Worker', { worker: true }],
]

async function numberAt(session, text, name, process = 0) {
  const tensor = await session.values.tensor(text.indexOf(name), process)
  return tensor && (await tensor.numbers())[0]
}

for (const [place, options] of places) {
  test(`a session steps forward and back ${place}`, async () => {
    const paddock = await load(options)
    const session = await (await paddock.parse(chain)).start({ inputs: ['3'] })
    const { clock: begin, operation, line } = session.place
    assert.deepEqual([operation, line], ['stablehlo.add', 3])
    assert.equal(await numberAt(session, chain, '%b ='), null)
    assert.equal((await session.step()).place.operation, 'stablehlo.multiply')
    assert.equal(await numberAt(session, chain, '%b ='), 5)
    assert.equal(chain.slice(session.lastRange.from, session.lastRange.to).startsWith('%b = stablehlo.add'), true)
    assert.equal((await session.step()).reason, 'finished')
    const { results, diagnostics } = await session.results()
    assert.deepEqual([[...(await results[0].data())], diagnostics], [[25], []])
    const back = await session.back(2)
    assert.deepEqual([back.reason, back.place.clock], ['reached', begin])
    assert.equal(await numberAt(session, chain, '%b ='), null)
    await assert.rejects(session.results(), /has not finished/)
    assert.deepEqual((await session.history()).at(-1)?.operation, undefined)
    paddock.close()
  })

  test(`a session stops at breakpoints, and reports each event once ${place}`, async () => {
    const paddock = await load(options)
    let printed = ''
    const program = await paddock.parse(loop)
    const session = await program.start({ inputs: ['4'], onPrint: (text) => (printed += text) })
    const at = loop.indexOf('stablehlo.add')
    const [[where], [third], none] = await session.setBreakpoints([{ offset: at }, { line: 11, execution: 3 }, { line: 99 }])
    assert.deepEqual([where.line, where.operation, loop.slice(where.from, where.to).startsWith('%next')], [11, 'stablehlo.add', true])
    assert.deepEqual([third.line, none], [11, []])
    await session.setBreakpoints([{ line: 11, execution: 3 }])
    assert.equal((await session.run()).reason, 'breakpoint')
    assert.deepEqual([session.executions, await numberAt(session, loop, '%i =')], [2, 2])
    await session.setBreakpoints([])
    assert.equal((await session.run()).reason, 'finished')
    const once = printed
    assert.match(once, /3/)
    await session.goTo(0)
    assert.equal((await session.run()).reason, 'finished')
    assert.equal(printed, once)
    const history = await session.history(2)
    assert.deepEqual(history.map(({ operation, line }) => [operation, line]), [['stablehlo.compare', 7], ['stablehlo.while', 5]])
    paddock.close()
  })

  test(`a breakpoint with a condition stops after its operation ${place}`, async () => {
    const paddock = await load(options)
    const session = await (await paddock.parse(counting)).start({ inputs: ['1000000'] })
    const next = () => numberAt(session, counting, '%next =')
    for (const [when, ...stops] of [[{ greaterThan: 36.5 }, 37, 38], [{ lessThan: 3 }, 1, 2], [{ changesByMoreThan: 0.5 }, 2, 3]]) {
      await session.goTo(0)
      await session.setBreakpoints([{ line: 10, when }])
      for (const stop of stops) assert.deepEqual([(await session.run()).reason, await next()], ['breakpoint', stop], JSON.stringify(when))
    }
    await session.setBreakpoints([{ line: 10, execution: 500_000, when: { greaterThan: 0 } }, { line: 10, when: { any: 'nan' } }])
    assert.deepEqual([(await session.run()).reason, await next(), session.place.depth], ['breakpoint', 500_000, 0])
    assert.equal((await session.run()).reason, 'finished')
    await assert.rejects(session.setBreakpoints([{ line: 10, when: { greaterThan: NaN } }]), RangeError)
    paddock.close()
  })

  test(`a session steps over calls and loops and out of them ${place}`, async () => {
    const paddock = await load(options)
    const session = await (await paddock.parse(nested)).start({ inputs: ['3'] })
    await session.runTo({ line: 4 })
    const { clock } = session.place
    const whole = await session.stepOver()
    assert.deepEqual([whole.reason, whole.place.line, await numberAt(session, nested, '%r =')], ['reached', 15, 3])
    await session.goTo(clock)
    assert.equal((await session.runTo({ line: 9, execution: 2 })).place.operation, 'func.call')
    assert.equal((await session.step()).place.line, 19)
    assert.equal((await session.stepOut()).place.line, 10)
    assert.deepEqual([(await session.back(2)).place.line, (await session.back()).place.line], [19, 9])
    assert.equal((await session.stepOver()).place.line, 10)
    assert.equal(await numberAt(session, nested, '%i ='), 1)
    assert.equal((await session.stepOut()).place.line, 15)
    assert.equal((await session.stepOut()).reason, 'finished')
    await session.goTo(clock)
    await session.setBreakpoints([{ line: 20, execution: 3 }])
    const stop = await session.stepOver()
    assert.deepEqual([stop.reason, stop.place.line, await numberAt(session, nested, '%i =')], ['breakpoint', 20, 2])
    paddock.close()
  })

  test(`a session goes to the k-th computation of a value ${place}`, async () => {
    const paddock = await load(options)
    const session = await (await paddock.parse(loop)).start({ inputs: ['9'] })
    const offset = loop.indexOf('%next =')
    const made = async () => (await session.values.summaries(offset, offset + 1))[0]?.executions
    for (const execution of [3, 8]) {
      assert.equal((await session.runToValue({ offset, execution })).reason, 'reached')
      assert.deepEqual([await made(), await numberAt(session, loop, '%next =')], [execution, execution])
    }
    const { clock } = session.place
    assert.equal((await session.runToValue({ offset, execution: 2 })).place.clock, clock)
    await session.goTo(0)
    assert.equal((await session.runToValue({ offset, execution: 10 })).reason, 'finished')
    assert.equal(await made(), 9)
    await assert.rejects(session.runToValue({ offset, execution: 1, process: 1 }), /process is 1, and there are 1/)
    await assert.rejects(session.runToValue({ offset: loop.indexOf('cond'), execution: 1 }), /no value is defined there/)
    await assert.rejects(session.runToValue({ offset, execution: -1 }), /execution/)
    paddock.close()
  })

  test(`a session goes back in a long loop, and is stopped in it, ${place}`, async () => {
    const paddock = await load(options)
    const text = loop.replace('    interpreter.print %i : tensor<i32>\n', '')
    const session = await (await paddock.parse(text)).start({ inputs: ['100000000'] })
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 200)
    const stopped = await session.run({ signal: abort.signal })
    assert.equal(stopped.reason, 'stopped')
    const { clock } = stopped.place
    assert.ok(clock > 1000, `${clock}`)
    assert.equal((await session.back()).place.clock, clock - 1)
    assert.equal((await session.step()).place.clock, clock)
    assert.equal((await session.run({ workBudget: 1e6 })).reason, 'stopped')
    assert.ok(session.snapshotBytes > 0)
    let going
    await new Promise((resolve) => (going = session.run({ onProgress: resolve })))
    session.close()
    assert.equal((await going).reason, 'stopped', 'closing stops it')
    await assert.rejects(session.step(), /has been closed/)
    paddock.close()
  })
}

test('a session reads its infeed, and reports each output once', async () => {
  const paddock = await load()
  const text = `func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %x:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %y = stablehlo.add %x#0, %x#0 : tensor<i32>
  %u = "stablehlo.outfeed"(%y, %x#1) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return
}`
  const told = []
  const session = await (await paddock.parse(text)).start({ infeed: [21], onOutfeed: (one) => told.push(one) })
  for (let time = 0; time < 2; ++time) {
    await session.goTo(0)
    assert.equal((await session.run()).reason, 'finished')
  }
  const { outfeed } = await session.results()
  assert.deepEqual(told, outfeed)
  assert.deepEqual([outfeed.length, outfeed[0].process, ...(await outfeed[0].values[0].data())], [1, 0, 42])
  paddock.close()
})

test('a session of a grid names the process, and goes back in all of them', async () => {
  const paddock = await load()
  const text = `func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {
  %y = stablehlo.add %x, %x : tensor<2xi32>
  %all = "stablehlo.all_gather"(%y) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
  return %all : tensor<4xi32>
}`
  const processInputs = [0, 1].map((replica) => ({ replica, partition: 0, inputs: [`[${replica}, 7]`] }))
  const met = []
  const session = await (await paddock.parse(text)).start({ grid: { replicas: 2, partitions: 1 }, processInputs, onCommunication: (one) => met.push(one.process) })
  const path = []
  for (let stop = await session.goTo(0); stop.reason === 'reached'; stop = await session.step()) path.push([stop.place.process, stop.place.line])
  assert.ok(path.some(([process]) => process === 1))
  const { processes } = await session.results()
  for (const [result] of processes) assert.deepEqual([...(await result.data())], [0, 14, 2, 14])
  assert.deepEqual(met.sort(), [0, 1])
  const { clock } = session.place
  await session.goTo(0)
  assert.equal(await numberAt(session, text, '%y =', 1), null)
  assert.equal((await session.run()).place.clock, clock)
  assert.deepEqual(met.length, 2)
  paddock.close()
})

test('a session that cannot start has the reason, and places are consistent', async () => {
  const paddock = await load()
  const wrong = await paddock.parse(chain.replace('%two :', '%tow :'))
  await assert.rejects(wrong.start({ inputs: ['1'] }), (error) => error instanceof ProgramError && error.diagnostics[0].code === 'run')
  const program = await paddock.parse(chain)
  await assert.rejects(program.start(), /%a: tensor<f32>/)
  const session = await program.start({ inputs: ['1'] })
  for (const wrongPlace of [{ line: -1 }, { line: 1.5 }, { offset: NaN }]) {
    await assert.rejects(async () => session.runTo(wrongPlace), RangeError)
  }
  const nan = await (await paddock.parse(chain.replace('2.0', '0x7FC00000'))).start({ inputs: ['1'] })
  const stop = await nan.run({ stopAtNonFinite: true })
  assert.deepEqual([stop.reason, stop.place.line], ['nonFinite', 4])
  paddock.close()
})

test('a program describes its contents, and estimates its run', async () => {
  const paddock = await load()
  const program = await paddock.parse(chain)
  const { operations, elementTypes } = await program.info()
  assert.deepEqual([operations['stablehlo.add'], operations['func.func'], elementTypes], [1, 1, ['f32']])
  const estimate = await program.estimate()
  assert.deepEqual([estimate.flops, estimate.argumentBytes, estimate.isExact], [2, 4, true])
  const { flops, bytes, peakBytes } = await program.run({ inputs: ['1'] })
  assert.deepEqual([flops, bytes, peakBytes], [estimate.flops, estimate.bytes, estimate.peakBytes])
  assert.equal((await (await paddock.parse(loop)).estimate()).isExact, false)
  const open = await paddock.parse(chain.replaceAll('tensor<f32>', 'tensor<?xf32>').replace('dense<2.0> : tensor<?xf32>', 'dense<2.0> : tensor<1xf32>').replace('%b = stablehlo.add %a, %two : tensor<?xf32>', '%b = stablehlo.add %a, %a : tensor<?xf32>'))
  await assert.rejects(open.estimate(), ProgramError)
  assert.equal((await open.estimate({ inputs: ['iota : tensor<5xf32>'] })).flops, 10)
  paddock.close()
})

test('a run keeps a profile', async () => {
  const paddock = await load()
  const program = await paddock.parse(chain)
  const { profile } = await program.run({ inputs: ['1'], profile: true })
  assert.ok(profile.operations.length > 0 && profile.operations.every(({ calls, milliseconds }) => calls > 0 && milliseconds >= 0))
  const { f32Gflops, f64Gflops, portableF32Gflops, gigabytes } = profile.limits
  assert.ok([f32Gflops, f64Gflops, portableF32Gflops, gigabytes].every((limit) => limit > 0))
  assert.ok(profile.memory.length > 0 && profile.arenaBytes >= profile.leastArenaBytes)
  assert.equal((await program.run({ inputs: ['1'] })).profile, null)
  await assert.rejects(program.run({ inputs: ['1'], profile: true, mode: 'workers' }), /profile.*cooperative/)
  const stopped = await program.run({ inputs: ['1'], profile: true, workBudget: 1 })
  assert.equal(stopped.status, 'stopped')
  assert.ok(stopped.profile.operations.length <= profile.operations.length)
  paddock.close()
})

test('a run keeps a trace that Perfetto reads', async () => {
  const paddock = await load()
  const program = await paddock.parse(chain)
  const { trace } = await program.run({ inputs: ['1'], trace: true, level: 'faithful' })
  const names = JSON.parse(trace).traceEvents.map(({ name }) => name)
  assert.ok(names.some((name) => /add/.test(name)), names.join())
  assert.equal((await program.run({ inputs: ['1'] })).trace, null)
  await assert.rejects(program.run({ inputs: ['1'], trace: -1 }), /trace is -1/)
  paddock.close()
})
