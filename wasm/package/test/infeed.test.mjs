// Values from the host by stablehlo.infeed and recv, and to the host by stablehlo.outfeed and send.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'paddock-hlo'

/// Reads two entries and sends each to the outfeed, with the number of the process added.
const feeds = `func.func @main() {
  %id = stablehlo.replica_id : tensor<ui32>
  %n = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %t0 = stablehlo.create_token : !stablehlo.token
  %a:2 = "stablehlo.infeed"(%t0) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %x = stablehlo.add %a#0, %n : tensor<i32>
  %t1 = "stablehlo.outfeed"(%x, %a#1) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %b:2 = "stablehlo.infeed"(%t1) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %y = stablehlo.add %b#0, %n : tensor<i32>
  %t2 = "stablehlo.outfeed"(%x, %y, %b#1) : (tensor<i32>, tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return
}`

for (const mode of ['cooperative', 'workers']) {
  test(`processes read their infeed, and their outfeed arrives, ${mode}`, async () => {
    const paddock = await load()
    const program = await paddock.parse(feeds)
    const told = []
    const options = { mode, grid: { replicas: 3, partitions: 1 }, numerics: 'portable', onOutfeed: (one) => told.push(one) }
    const run = await program.run({ ...options, infeed: ['10', { process: { replica: 1, partition: 0 }, value: '70' }, '20'] })
    assert.equal(run.status, 'finished', JSON.stringify(run.diagnostics))
    assert.deepEqual(told, run.outfeed)
    const of = (process) => Promise.all(run.outfeed.filter((one) => one.process === process).map(async ({ values }) => Promise.all(values.map(async (value) => [value.type, ...(await value.data())]))))
    const i32 = (...numbers) => numbers.map((number) => ['tensor<i32>', number])
    assert.deepEqual(await of(0), [i32(10), i32(10, 20)])
    assert.deepEqual(await of(1), [i32(11), i32(11, 71)])
    assert.deepEqual(await of(2), [i32(12), i32(12, 22)])
    // A .npy file for one process, and nothing for the others, in spite of the program's comments.
    const commented = await paddock.parse(`// infeed_queue[0]: 5\n// infeed_queue[1]: 6\n${feeds}`)
    const npy = await (await program.run({ ...options, infeed: ['1', '2'], grid: { replicas: 1, partitions: 1 } })).outfeed[0].values[0].npy()
    const alone = await commented.run({ ...options, infeed: [npy, npy].map((bytes) => ({ process: { replica: 2, partition: 0 }, value: { npy: bytes } })) })
    assert.equal(alone.status, 'failed')
    assert.match(alone.diagnostics[0].message, /process \(0, 0\) reads entry 0 of its infeed, which has 0 entries/)
    const fed = await commented.run({ ...options, grid: { replicas: 1, partitions: 1 }, infeed: [{ value: { npy } }, '4'] })
    assert.equal(fed.status, 'finished', JSON.stringify(fed.diagnostics))
    assert.deepEqual(await Promise.all(fed.outfeed[1].values.map(async (value) => [...(await value.data())])), [[1], [4]])
    // Outfeed before a failure is kept.
    const starved = await program.run({ ...options, infeed: ['10'] })
    assert.equal(starved.status, 'failed')
    assert.match(starved.diagnostics[0].message, /reads entry 1 of its infeed, which has 1 entry/)
    assert.ok(starved.outfeed.length >= 1)
    assert.ok(starved.outfeed.every(({ values }) => values.length === 1))
    paddock.close()
  })
}

const host = (handle, type) => `{channel_handle = #stablehlo.channel_handle<handle = ${handle}, type = ${type}>, is_host_transfer = true}`

/// Adds the values of two channels, and sends the sum.
const transfers = `func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %a:2 = "stablehlo.recv"(%t) ${host(3, 3)} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %b:2 = "stablehlo.recv"(%a#1) ${host(4, 3)} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %c:3 = "stablehlo.recv"(%b#1) ${host(3, 3)} : (!stablehlo.token) -> (tensor<2xi32>, tensor<i1>, !stablehlo.token)
  %x = stablehlo.add %a#0, %b#0 : tensor<2xi32>
  %y = stablehlo.add %x, %c#0 : tensor<2xi32>
  %u = "stablehlo.send"(%y, %c#1, %c#2) ${host(7, 2)} : (tensor<2xi32>, tensor<i1>, !stablehlo.token) -> !stablehlo.token
  return
}`

for (const mode of ['cooperative', 'workers']) {
  test(`processes receive from the host and send to it, ${mode}`, async () => {
    const paddock = await load()
    const program = await paddock.parse(transfers)
    const options = { mode, grid: { replicas: 2, partitions: 1 } }
    const second = (replica, value) => ({ process: { replica, partition: 0 }, value })
    const receive = { 3: [[1, 2], second(0, '([100, 200], true)'), second(1, '([300, 400], false)')], 4: ['[10, 20]'] }
    const run = await program.run({ ...options, receive })
    assert.equal(run.status, 'finished', JSON.stringify(run.diagnostics))
    assert.deepEqual(run.diagnostics, [])
    const sent = await Promise.all(run.outfeed.map(async ({ process, channel, values }) => [process, channel, ...(await values[0].data()), ...(await values[1].data())]))
    assert.deepEqual(sent.toSorted(), [[0, 7, 111, 222, 1], [1, 7, 311, 422, 0]])
    // An entry that no process reads is reported once; an entry that any process reads is not.
    const left = await program.run({ ...options, infeed: ['5'], receive: { ...receive, 4: ['[10, 20]', second(1, '[5, 6]')] } })
    assert.equal(left.status, 'finished')
    assert.deepEqual(left.diagnostics.map(({ severity, code, message }) => [severity, code, message]), [['warning', 'unread', 'entry 0 of the infeed was not read'], ['warning', 'unread', 'entry 1 of channel 4 was not read']])
    const starved = await program.run({ ...options, receive: { 3: ['[1, 2]'] } })
    assert.match(starved.diagnostics[0].message, /the program receives from the host on channel 4, but has no values there/)
    for (const channel of [0, -1, 1.5, 'three']) await assert.rejects(program.run({ ...options, receive: { [channel]: ['1'] } }), RangeError)
    await assert.rejects(program.run({ ...options, receive: { 3: [{}] } }), /entry 0 of channel 3: it is a list of numbers/)
    paddock.close()
  })
}

test('a session receives from the host, and reports each sent value once', async () => {
  const paddock = await load()
  const told = []
  const session = await (await paddock.parse(transfers)).start({ receive: { 3: [[1, 2], '([100, 200], true)'], 4: [[10, 20]] }, onOutfeed: (one) => told.push(one) })
  await session.run()
  await session.goTo(0)
  await session.run()
  const { outfeed, diagnostics } = await session.results()
  assert.deepEqual([told.length, outfeed.length, told[0].channel, diagnostics], [1, 1, 7, []])
  paddock.close()
})
