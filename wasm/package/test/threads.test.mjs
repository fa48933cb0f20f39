// The engine with threads, in Node: the bits do not depend on their number, a run is stopped, and a thread that fails
// ends the engine with a message.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hasThreads, load } from 'paddock-hlo'
import { load as loadInline } from 'paddock-hlo/inline'
import { withSharedMemory } from '../dist/client/shared-import.js'
import { loopProgram } from './loops.mjs'
import { threadPrograms } from './thread-programs.mjs'

const skip = !hasThreads() && 'this Node has no relaxed SIMD'
const folder = mkdtempSync(join(tmpdir(), 'paddock-threads-'))
after(() => rmSync(folder, { recursive: true }))

/// Returns the hash of a program's results, and its status if there are none.
async function outcomeOf(paddock, text, inputs, numerics = 'portable') {
  const program = await paddock.parse(text)
  const { status, results, diagnostics, hash } = await program.run({ inputs, numerics, memoryBytes: 2 ** 31 })
  for (const one of [...results, program]) one?.close()
  return status === 'finished' ? hash : `${status}: ${diagnostics.map(({ message }) => message).join()}`
}

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))
const examplePrograms = readdirSync(examples, { recursive: true })
  .filter((name) => name.endsWith('.mlir'))
  .map((name) => [name, readFileSync(join(examples, name), 'utf8'), []])

/// Returns the outcomes of all programs in one engine.
async function outcomes(options, programs, numerics) {
  const paddock = await load(options)
  const found = {}
  try {
    for (const [name, text, inputs] of programs) found[name] = await outcomeOf(paddock, text, inputs, numerics)
  } finally {
    paddock.close()
  }
  return found
}

test('results have the same bits with any number of threads', { skip }, async () => {
  const programs = [...threadPrograms(), ...examplePrograms]
  const expected = await outcomes({ flavour: 'baseline' }, programs)
  const finished = Object.values(expected).filter((one) => /^[0-9a-f]{16}$/.test(one))
  assert.ok(finished.length >= threadPrograms().length + 10, `${finished.length} programs finish`)
  assert.deepEqual(await outcomes({ threads: 2 }, programs), expected, '2 threads')
  for (const threads of [1, 4]) {
    const found = await outcomes({ flavour: 'threads', threads }, threadPrograms())
    for (const [name, outcome] of Object.entries(found)) assert.equal(outcome, expected[name], `${name}, ${threads} threads`)
  }
})

test('fast numerics have the bits of the relaxed flavour', { skip }, async () => {
  const programs = threadPrograms()
  const expected = await outcomes({ flavour: 'relaxed' }, programs, 'fast')
  assert.deepEqual(await outcomes({ threads: 3 }, programs, 'fast'), expected)
})

const large = `func.func @main(%x: tensor<4194304xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<4194304xf32>
  %s = stablehlo.sine %e : tensor<4194304xf32>
  %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4194304xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}`

const threadsOfProcess = () => readdirSync('/proc/self/task').length
const isLinux = process.platform === 'linux'

for (const [place, options] of [['thread', {}], ['worker', { worker: true }]]) {
  test(`threads begin when a run first needs them, and end with the engine in a ${place}`, { skip: skip || (!isLinux && 'it counts the threads of Linux') }, async () => {
    const paddock = await load({ threads: 4, ...options })
    assert.deepEqual([paddock.flavour, paddock.place, paddock.threads], ['threads', place, 4])
    await outcomeOf(paddock, 'func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}', ['iota'])
    const before = threadsOfProcess()
    // The first call of much work is one thread's.
    for (let repeat = 0; repeat < 3; ++repeat) await outcomeOf(paddock, large, ['iota'])
    const during = threadsOfProcess()
    assert.ok(during >= before + 3, `${before}, then ${during}`)
    // A run that is kept shares them with the next.
    const program = await paddock.parse(large)
    const kept = await program.run({ inputs: ['iota'], keepValues: true })
    await program.run({ inputs: ['iota'] })
    assert.ok(threadsOfProcess() <= during + 1, `${during}, then ${threadsOfProcess()}`)
    kept.values.close()
    paddock.close()
    const left = () => threadsOfProcess() - before
    for (let tries = 200; tries > 0 && left() > 0; --tries) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.ok(left() <= 0, `${left()} more than ${before}`)
  })
}

/// Returns where engines of these options run, and closes them.
async function loaded(...options) {
  const found = []
  for (const one of options) {
    const paddock = await load(one)
    found.push([paddock.flavour, paddock.place, paddock.threads])
    paddock.close()
  }
  return found
}

test('the processors are the default in Node, with the bits of any other number of threads', { skip }, async () => {
  const usual = Math.min(availableParallelism(), 8)
  const one = ['relaxed', 'thread', 1]
  assert.deepEqual(await loaded({}, { worker: true }), usual === 1 ? [one, ['relaxed', 'worker', 1]] : [['threads', 'thread', usual], ['threads', 'worker', usual]])
  const why = new WebAssembly.Module(readFileSync(new URL('../dist/paddock-why.wasm', import.meta.url)))
  assert.deepEqual(await loaded({ threads: 1 }, { worker: false }, { threads: 4, worker: false }, { parts: { why } }), [one, one, one, one])
  assert.deepEqual(await loaded({ flavour: 'baseline', threads: 4 }), [['baseline', 'thread', 1]])
  const programs = threadPrograms()
  const expected = await outcomes({}, programs, 'fast')
  assert.deepEqual(await outcomes({ threads: 1 }, programs, 'fast'), expected)
})

test('one thread of the flavour in one file is the default where threads cannot run', async () => {
  const none = ['baseline', 'thread', 1]
  if (!hasThreads()) assert.deepEqual(await loaded({}, { threads: 1 }, { threads: 4 }), [none, none, none])
  const inline = await loadInline({ threads: 4 })
  assert.deepEqual([inline.flavour, inline.threads], ['baseline', 1])
  inline.close()
  const installed = join(folder, 'installed')
  cpSync(new URL('../dist', import.meta.url), join(installed, 'dist'), { recursive: true, filter: (path) => !/paddock-(threads|relaxed)\.wasm$|\.test-/.test(path) })
  copyFileSync(new URL('../package.json', import.meta.url), join(installed, 'package.json'))
  const partial = await import(pathToFileURL(join(installed, 'dist', 'index.js')).href)
  const paddock = await partial.load()
  assert.deepEqual([paddock.flavour, paddock.place, paddock.threads], none)
  assert.match(await outcomeOf(paddock, large, ['iota']), /^[0-9a-f]{16}$/)
  paddock.close()
})

test('where threads cannot run, the message names the reason', async () => {
  await assert.rejects(loadInline({ flavour: 'threads' }), /cannot be started: paddock-hlo\/inline has none, paddock-hlo has it/)
  await assert.rejects(load({ flavour: 'threads', worker: false }), /its threads are Workers/)
  await assert.rejects(load({ threads: 0 }), /threads is 0, and must be a whole number from 1/)
  const shared = globalThis.SharedArrayBuffer
  delete globalThis.SharedArrayBuffer
  try {
    assert.equal(hasThreads(), false)
    const paddock = await load({ threads: 2 })
    assert.equal(paddock.flavour, 'baseline')
    paddock.close()
    await assert.rejects(load({ flavour: 'threads' }), /cannot be started: /)
  } finally {
    globalThis.SharedArrayBuffer = shared
  }
})

test('a run is stopped while threads work, and the engine goes on', { skip }, async () => {
  const paddock = await load({ threads: 3 })
  const type = 'tensor<2048x2048xf32>'
  const program = await paddock.parse(`func.func @main(%a: ${type}) -> ${type} {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %r:2 = stablehlo.while(%go = %yes, %v = %a) : tensor<i1>, ${type}
  cond { stablehlo.return %go : tensor<i1> } do {
    %c = stablehlo.dot_general %v, %a, contracting_dims = [1] x [0] : (${type}, ${type}) -> ${type}
    %d = stablehlo.tanh %c : ${type}
    stablehlo.return %go, %d : tensor<i1>, ${type}
  }
  return %r#1 : ${type}
}`)
  for (let repeat = 0; repeat < 3; ++repeat) {
    const begun = performance.now()
    const { status, stoppedBy } = await program.run({ inputs: ['ones'], signal: AbortSignal.timeout(150) })
    assert.deepEqual([status, stoppedBy], ['stopped', 'signal'])
    assert.ok(performance.now() - begun < 5000)
  }
  assert.match(await outcomeOf(paddock, large, ['iota']), /^[0-9a-f]{16}$/)
  paddock.close()
})

test('parts, values, files, stepping and questions work on a shared memory that grows', { skip }, async () => {
  const paddock = await load({ threads: 2 })
  const program = await paddock.parse('func.func @main(%x: tensor<3000000xf32>) -> tensor<3000000xf32> {\n  %y = stablehlo.log %x : tensor<3000000xf32>\n  return %y : tensor<3000000xf32>\n}')
  const input = new Float32Array(3_000_000).fill(1)
  input[7] = -1
  for (let repeat = 0; repeat < 8; ++repeat) {
    const { results } = await program.run({ inputs: [input] })
    const values = await results[0].data()
    assert.equal(values.buffer instanceof ArrayBuffer, true)
    assert.deepEqual([values.length, values[6], values[7]], [3_000_000, 0, NaN])
    if (repeat % 2 === 0) results[0].close()
  }
  const why = await program.why({ nan: true, inputs: [input] }).catch((error) => error)
  assert.ok(!(why instanceof Error), String(why))
  const session = await program.start({ inputs: [input] })
  assert.equal((await session.step()).reason !== 'failed', true)
  session.close()
  paddock.close()
})

test('times begin with the run, in one engine and in Workers', { skip }, async () => {
  const paddock = await load({ threads: 2 })
  const type = 'tensor<2xf32>'
  const program = await paddock.parse(`func.func @main(%x: ${type}) -> ${type} {
  %p = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (${type}) -> ${type}
  return %p : ${type}
}`)
  for (const mode of ['cooperative', 'workers']) {
    const told = []
    const begun = performance.now()
    const options = { grid: { replicas: 2, partitions: 1 }, mode, trace: true, onCommunication: (one) => told.push(one) }
    const { status, trace } = await program.run({ inputs: ['iota'], ...options })
    const whole = performance.now() - begun
    assert.equal(status, 'finished')
    assert.ok(JSON.parse(trace).traceEvents.length > 0)
    assert.ok(told.length > 0 && told.every(({ left }) => 0 <= left && left <= whole + 1), `${told.map(({ left }) => left)} of ${whole}`)
  }
  paddock.close()
})

test('a module that imports a memory imports a shared one', () => {
  for (const file of ['paddock-factor.wasm', 'paddock-why.wasm']) {
    const bytes = readFileSync(new URL(`../dist/${file}`, import.meta.url))
    const [before, changed] = [new WebAssembly.Module(bytes), new WebAssembly.Module(withSharedMemory(bytes))]
    assert.deepEqual(WebAssembly.Module.imports(changed), WebAssembly.Module.imports(before))
    assert.deepEqual(WebAssembly.Module.exports(changed), WebAssembly.Module.exports(before))
    const need = WebAssembly.Module.imports(changed).find(({ kind }) => kind === 'memory')
    assert.equal(need.name, 'memory')
    assert.ok(withSharedMemory(bytes).length > bytes.length)
  }
})

/// Runs a script of the package in a process of its own, which must end by itself; `preloaded` are files it requires first.
function runScript(source, ...preloaded) {
  const files = [fileURLToPath(new URL('../../../tools/lib/relaxed-simd.cjs', import.meta.url)), ...preloaded]
  const flags = [...files.flatMap((file) => ['--require', file]), '--input-type=module', '--eval', source]
  return execFileSync(process.execPath, flags, { cwd: new URL('..', import.meta.url), timeout: 60_000, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

for (const place of ['thread', 'worker']) {
  test(`a thread that fails ends the run with a message, and the next engine works in a ${place}`, { skip }, () => {
    // Helpers alone cannot compile the loops of the run: the engine's own thread can. On a busy machine it ends a run
    // before a helper has begun.
    const broken = join(folder, 'broken.cjs')
    writeFileSync(broken, `const { workerData } = require('node:worker_threads')
if (workerData === 'em-pthread') WebAssembly.Module = class { constructor() { throw new WebAssembly.RuntimeError('unreachable') } }
`)
    const output = runScript(`import { load } from 'paddock-hlo'
const text = ${JSON.stringify(chained())}
const worker = ${place === 'worker' ? true : undefined}
const paddock = await load({ threads: 2, worker })
const program = await paddock.parse(text)
let said = 'finished'
for (let runs = 0; said === 'finished' && runs < 100; ++runs) {
  said = await program.run({ inputs: ['iota'] }).then(({ status }) => status, ({ message }) => message)
}
console.log(paddock.place, said)
console.log((await paddock.lost).message)
console.log(await program.run({ inputs: ['iota'] }).catch(({ message }) => message))
paddock.close()
const next = await load({ flavour: 'threads', threads: 1, worker })
const { status } = await (await next.parse(text)).run({ inputs: ['iota'] })
console.log(status)
`, broken)
    const lost = 'the engine was lost: one of its threads has failed'
    assert.deepEqual(output.split('\n'), [`${place} ${lost}`, lost, lost, 'finished'])
  })
}

test('a script ends by itself while threads wait, and without threads from the system', { skip }, () => {
  const source = `import { load } from 'paddock-hlo'
const paddock = await load({ threads: 3 })
const program = await paddock.parse(${JSON.stringify(large)})
for (let repeat = 0; repeat < 4; ++repeat) console.log((await program.run({ inputs: ['iota'], numerics: 'portable' })).hash)
`
  const none = join(folder, 'none.cjs')
  writeFileSync(none, `const threads = require('node:worker_threads')
threads.Worker = class { constructor() { throw new Error('none') } }
`)
  const hashes = runScript(source)
  assert.match(hashes, /^([0-9a-f]{16})(\n\1){3}$/)
  assert.equal(runScript(source, none), hashes)
})

/// Returns a program whose chains become modules, in a loop that runs long enough for every thread to take part.
function chained() {
  const type = 'tensor<1048576xf32>'
  return loopProgram(type, 200, [`%a = stablehlo.multiply %v, %x : ${type}`, `%b = stablehlo.add %a, %x : ${type}`, `%c = stablehlo.minimum %b, %x : ${type}`], '%c')
}
