// `paddock serve`: the page's programs run in processes of this machine, and give the same as in the page.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { enginesOf, processorTime, serve, until } from '../../tests/cli/serving.mjs'
import { endless } from './programs.mjs'
import { openPage, stage, useSite } from './story.mjs'
import { dist } from './site.mjs'

const site = useSite()
const built = fileURLToPath(new URL('../../wasm/package/dist', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'served-'))
const path = join(folder, 'model.mlir')
const square = (number) => `func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<${number}> : tensor<f32>\n  %b = stablehlo.multiply %a, %a : tensor<f32>\n  return %b : tensor<f32>\n}\n`
let server
let address

before(async () => {
  symlinkSync(dist, join(folder, 'page'))
  writeFileSync(path, square('1.5'))
  ;({ server, address } = await serve(path, folder))
})

after(() => server.kill('SIGKILL'))

/** The processes of the engines of this server. */
const engines = () => enginesOf(server)

test('two tabs have an engine each; a closed tab ends its run', async () => {
  writeFileSync(path, square('1.5'))
  const { page, problems } = await openPage({ browser: site().browser, address })
  await stage(page).getByText('2.25', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'native engine, portable numerics' }).click()
  await page.getByRole('dialog', { name: 'Engine' }).getByText('in a process of `paddock serve`').waitFor()
  assert.equal(engines().length, 1)
  writeFileSync(path, endless)
  const other = await page.context().newPage()
  await other.goto(address)
  await other.getByRole('button', { name: /^Stop/ }).waitFor()
  await page.getByRole('button', { name: /^Stop/ }).waitFor()
  await until(() => engines().length === 2, 'two engines')
  await other.close()
  await until(() => engines().length === 1, 'the engine of the closed tab ends')
  const [pid] = engines()
  const begun = processorTime(pid)
  await until(() => processorTime(pid) > begun, 'the other one still runs')
  await page.getByRole('button', { name: /^Stop/ }).click()
  await page.getByRole('status').getByText(/^Stopped/).waitFor()
  writeFileSync(path, square('2.5'))
  await stage(page).getByText('6.25', { exact: true }).waitFor()
  assert.equal(engines()[0], pid, 'Stop keeps the engine')
  assert.deepEqual(problems, [])
  await page.close()
  await until(() => engines().length === 0, 'no engine stays')
})

test('of a gigabyte of values only what is shown comes to the page', async () => {
  const rows = 16384
  writeFileSync(path, `func.func @main() -> tensor<${rows}x${rows}xf32> {
  %i = stablehlo.iota dim = 1 : tensor<${rows}x${rows}xf32>
  return %i : tensor<${rows}x${rows}xf32>
}
`)
  const { page, problems } = await openPage({ browser: site().browser, address })
  let bytes = 0
  page.on('response', (response) => {
    if (response.url().includes('/engine/')) bytes += Number(response.headers()['content-length'])
  })
  // The system takes seconds to give a gigabyte while others use the machine.
  await stage(page).getByText(/^16.383$/).waitFor({ timeout: 60_000 })
  await page.getByRole('status').getByText(/^Ran in/).waitFor()
  const [pid] = engines()
  const resident = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])
  assert.ok(resident > 1_000_000, `${resident} KB in the engine`)
  assert.ok(resident < 2_600_000, `${resident} KB in the engine`)
  assert.ok(bytes < 4_000_000, `${bytes} bytes came to the page`)
  const own = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1])
  assert.ok(own < 200_000, `${own} KB in the server`)
  assert.deepEqual(problems, [])
})

test('a page of another origin reaches no engine', async () => {
  writeFileSync(path, square('1.5'))
  const { page } = await openPage({ browser: site().browser, address: site().address })
  await until(() => engines().length === 0, 'the engines of other tests end')
  const outcomes = await page.evaluate(async (address) => {
    const socket = await new Promise((resolve) => {
      const one = new WebSocket(`${address.replace('http', 'ws')}engine/theirs`)
      one.onopen = () => resolve('open')
      one.onerror = () => resolve('refused')
    })
    const simple = await fetch(`${address}engine/theirs`, { method: 'POST', body: 'l', mode: 'no-cors' }).then(({ type }) => type, () => 'refused')
    const read = await fetch(`${address}engine/theirs`, { method: 'POST', body: 'l' }).then(() => 'read', () => 'refused')
    return { socket, simple, read }
  }, address).catch((error) => String(error))
  assert.equal(outcomes.socket, 'refused')
  assert.equal(outcomes.read, 'refused')
  assert.equal(engines().length, 0)
})

/// Asks an engine everything that a page asks, and returns the answers as text.
async function interview(load, options) {
  const answers = {}
  const paddock = await load(options)
  const note = async (name, act) => (answers[name] = await act().catch((error) => `${error.name}: ${error.message}`))
  const program = `func.func @main(%x: tensor<3x4xf32>, %n: tensor<i32>) -> (tensor<3x4xf32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<3x4xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.tanh %v : tensor<3x4xf32>
    stablehlo.return %next, %w : tensor<i32>, tensor<3x4xf32>
  }
  return %end#1, %end#0 : tensor<3x4xf32>, tensor<i32>
}`
  const parsed = await paddock.parse(program)
  const inputs = { x: 'random:3', n: '5' }
  await note('diagnostics', async () => (await paddock.parse('func.func @main(%ä: tensor<f32>) {\n  %y = stablehlo.abs %ä : tensor<i1>\n}')).diagnostics)
  await note('operations', () => parsed.operations())
  await note('print', () => parsed.print('generic'))
  await note('info', () => parsed.info())
  await note('estimate', () => parsed.estimate({ inputs }))
  await note('run', async () => {
    const { milliseconds, ...result } = await parsed.run({ inputs, numerics: 'portable', keepValues: true, previewBins: 8 })
    const [first] = result.results
    return {
      status: result.status, hash: result.hash, peak: result.peakBytes > 0, values: [...(await first.values())],
      bits: [...new Uint32Array((await first.data()).slice().buffer)], text: await first.toText?.(),
      window: { ...(await first.window({ rows: 2, columns: 2 })) }, summaries: await result.values.summaries(),
    }
  })
  await note('bytes as inputs', async () => (await parsed.run({ inputs: { x: new Float32Array(12).fill(0.5), n: new Int32Array([2]) }, numerics: 'portable' })).hash)
  await note('a bad input', async () => (await parsed.run({ inputs: { x: new Float32Array(11), n: '1' } })).diagnostics)
  await note('steps', async () => {
    const session = await parsed.start({ inputs, numerics: 'portable' })
    const stops = [await session.step(3), await session.run(), await session.back(4)]
    return { stops: stops.map(({ reason, place }) => [reason, place.clock]), history: (await session.history(5)).length }
  })
  await note('why', async () => (await parsed.why('%end#1[1, 2]', { inputs, numerics: 'portable' })).text)
  await note('why not', () => parsed.why('%end#1[9, 9]', { inputs }))
  await note('files', async () => {
    const { results } = await parsed.run({ inputs, numerics: 'portable' })
    const file = new Uint8Array(await new Response(await paddock.writeFile('npz', { a: results[0], b: results[1] })).arrayBuffer())
    const opened = await paddock.openFile(file)
    const back = await opened.load('a')
    return { size: file.length, arrays: opened.arrays.map(({ name, shape }) => [name, shape]), back: [...(await back.values())], again: (await parsed.run({ inputs: { x: back, n: '0' }, numerics: 'portable' })).hash }
  })
  await note('grid', async () => {
    const grid = await paddock.parse(`module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %s = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
    return %s : tensor<2xf32>
  }
}`)
    const here = await grid.run({ inputs: { x: 'random:1' }, numerics: 'portable' })
    const apart = await grid.run({ inputs: { x: 'random:1' }, numerics: 'portable', mode: 'workers', workers: 2, trace: true })
    return [here.status, here.diagnostics, here.hash, apart.status, apart.hash, apart.trace.length > 100]
  })
  await note('artifact', async () => {
    const bytes = await parsed.toArtifact()
    const read = await paddock.parse(bytes)
    return [bytes.length, read.artifact?.version, (await read.run({ inputs: ['random:3', '5'], numerics: 'portable' })).hash]
  })
  await note('a factorisation', async () => (await (await paddock.parse(`func.func @main(%a: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %l = stablehlo.cholesky %a, lower = true : tensor<3x3xf64>
  return %l : tensor<3x3xf64>
}`)).run({ inputs: { a: '[[4, 1, 0], [1, 3, 1], [0, 1, 2]]' }, numerics: 'portable' })).hash)
  await note('stopped', async () => {
    const abort = new AbortController()
    const loop = await paddock.parse(program.replace('LT', 'GE'))
    let told = 0
    const running = loop.run({ inputs: { x: 'zeros', n: '-1' }, signal: abort.signal, onProgress: () => ++told > 1 && abort.abort() })
    const { status, stoppedBy } = await running
    return [status, stoppedBy]
  })
  const { place } = paddock
  paddock.close()
  return { place, answers }
}

test('the engine of the page and that of the process answer alike', async () => {
  const parts = mkdtempSync(join(tmpdir(), 'served-'))
  symlinkSync(built, join(parts, 'dist'))
  symlinkSync(parts, join(parts, 'page'))
  writeFileSync(join(parts, 'index.html'), '<!doctype html><html><body></body></html>')
  const { server: other, address: at } = await serve(path, parts)
  try {
    const page = await (await site().browser.newContext()).newPage()
    await page.goto(at)
    const ask = (options) => page.evaluate(async ([source, options]) => {
      const { load } = await import('./dist/index.js')
      return (0, eval)(`(${source})`)(load, options)
    }, [String(interview), options])
    const own = await ask({ worker: true })
    const far = await ask({ native: `${new URL(at).pathname}engine/` })
    assert.deepEqual([own.place, far.place], ['worker', 'process'])
    for (const [name, answer] of Object.entries(own.answers)) assert.deepEqual(far.answers[name], answer, name)
    assert.equal(own.answers.run.status, 'finished')
    await until(() => enginesOf(other).length === 0, 'close() ends the process')
    const lost = await page.evaluate(async (native) => {
      const { load } = await import('./dist/index.js')
      const paddock = await load({ native })
      window.lost = paddock.lost
      window.ask = () => paddock.parse('func.func @main() { return }').then(() => 'answered', ({ message }) => message)
      return window.ask()
    }, `${new URL(at).pathname}engine/`)
    assert.equal(lost, 'answered')
    process.kill(enginesOf(other)[0], 'SIGKILL')
    assert.match(await page.evaluate(() => window.ask()), /its process has ended/)
    assert.match(await page.evaluate(() => window.lost.then(String)), /its process has ended/)
  } finally {
    other.kill('SIGKILL')
  }
})
