import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hasRelaxedSimd, load } from 'paddock-hlo'
import { soonEnough } from '../../../tools/lib/soon-enough.mjs'

const root = new URL('../../../', import.meta.url)
const readText = (path) => readFileSync(new URL(path, root), 'utf8')

const add = `func.func @main(%lhs: tensor<3xf32>, %rhs: tensor<3xf32>) -> tensor<3xf32> {
  %sum = stablehlo.add %lhs, %rhs : tensor<3xf32>
  return %sum : tensor<3xf32>
}`

const endless = `func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %yes = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %yes : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %end : tensor<i32>
}`

const largeDot = `func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %c = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
    : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %c : tensor<4096x4096xf32>
}`

const places = [
  ['in this thread', { worker: false }],
  ['in a Worker', { worker: true }],
]

for (const [place, options] of places) {
  test(`runs a program ${place}`, async () => {
    const paddock = await load(options)
    const program = await paddock.parse(add)
    assert.deepEqual(program.diagnostics, [])
    assert.deepEqual(program.entry.arguments.map(({ name }) => name), ['lhs', 'rhs'])
    const inputs = [new Float32Array([1, 2, 3]), '[10, 20, 30]']
    const { status, results } = await program.run({ inputs })
    assert.equal(status, 'finished')
    assert.deepEqual(await results[0].data(), new Float32Array([11, 22, 33]))
    assert.equal(results[0].type, 'tensor<3xf32>')
    assert.deepEqual(inputs[0], new Float32Array([1, 2, 3]), 'the caller keeps its array')
    paddock.close()
  })

  test(`stops an endless loop ${place} within 100 ms`, async () => {
    const paddock = await load(options)
    const program = await paddock.parse(endless)
    await soonEnough(() => stopAfter(program, 100, {}))
    const again = await (await paddock.parse(add)).run({ inputs: { lhs: 'ones', rhs: 'iota' } })
    assert.deepEqual(await again.results[0].data(), new Float32Array([1, 2, 3]), 'the engine lives on')
    paddock.close()
  })

  test(`stops in the middle of a large dot ${place} within 100 ms`, async () => {
    const paddock = await load(options)
    const program = await paddock.parse(largeDot)
    await soonEnough(() => stopAfter(program, 500, { inputs: ['ones'] }))
    paddock.close()
  })
}

/// Returns how long a run continues if it is stopped after this time.
async function stopAfter(program, milliseconds, options) {
  const abort = new AbortController()
  let aborted = 0
  setTimeout(() => {
    aborted = performance.now()
    abort.abort()
  }, milliseconds)
  const { status } = await program.run({ ...options, signal: abort.signal })
  const delay = performance.now() - aborted
  assert.equal(status, 'stopped')
  return delay
}

test('an operation has a sentence about its effect', async () => {
  const paddock = await load()
  const first = async (text, options) => (await (await paddock.parse(text)).operations(text.indexOf('%c'), text.indexOf('%c') + 1, options))[0]
  assert.equal((await first(largeDot)).sentence, 'Contracts dimension 1 of %a with 0 of %a: 4096 products a cell.')
  assert.equal((await first(largeDot.replace('return %c', 'return %d'))).sentence, '')
  assert.deepEqual(await first(largeDot, { sentences: false }), { ...(await first(largeDot)), sentence: '' })
  paddock.close()
})

test('diagnostics have places in JavaScript\'s offsets', async () => {
  const paddock = await load()
  const text = '// ∑ is not ASCII\nfunc.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<1.0> : tensor<f32>\n  return %b : tensor<f32>\n}'
  const program = await paddock.parse(text)
  assert.equal(program.hasErrors, true)
  const [diagnostic] = program.diagnostics
  assert.equal(text.slice(diagnostic.from, diagnostic.to), '%b')
  assert.equal(diagnostic.line, 4)
  const { status, diagnostics } = await program.run()
  assert.equal(status, 'failed')
  assert.equal(diagnostics[0].code, 'run')
  paddock.close()
})

test('an error names the argument without a value', async () => {
  const paddock = await load()
  const program = await paddock.parse(add)
  const { status, diagnostics } = await program.run({ inputs: ['zeros'] })
  assert.equal(status, 'failed')
  assert.match(diagnostics[0].message, /%rhs: tensor<3xf32>/)
  assert.rejects(program.run({ inputs: { other: 'zeros' } }), /no argument 'other'/)
  const short = await program.run({ inputs: [new Float32Array(2), 'zeros'] })
  assert.match(short.diagnostics[0].message, /needs 12 bytes, not 8/)
  paddock.close()
})

test('prints both forms, and each is the same program', async () => {
  const paddock = await load()
  const program = await paddock.parse(readText('examples/newton.mlir'))
  for (const form of ['pretty', 'generic']) {
    const again = await paddock.parse(await program.print(form))
    assert.deepEqual(again.diagnostics, [], form)
    assert.equal(await again.print('generic'), await program.print('generic'))
  }
  paddock.close()
})

test('classifies digits with the labels that JAX gave, in every place with the same bits', async () => {
  const images = readFileSync(new URL('examples/digits/images.npy', root))
  const labels = readFileSync(new URL('examples/digits/labels.npy', root))
  const hashes = new Set()
  for (const [, options] of places) {
    const paddock = await load(options)
    const program = await paddock.parse(readText('examples/digits/digits.mlir'))
    const run = await program.run({ inputs: [{ npy: images, name: 'images.npy' }], numerics: 'portable' })
    assert.equal(run.status, 'finished', JSON.stringify(run.diagnostics))
    assert.deepEqual(Buffer.from(await run.results[0].npy()), labels)
    hashes.add(run.hash)
    paddock.close()
  }
  assert.equal(hashes.size, 1)
})

test('values that no array of JavaScript holds are decoded', async () => {
  const paddock = await load()
  const program = await paddock.parse(`func.func @main() -> (tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<i64>) {
    %a = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
    %b = stablehlo.constant dense<[0.0625, 448.0]> : tensor<2xf8E4M3FN>
    %c = stablehlo.constant dense<9007199254740993> : tensor<i64>
    return %a, %b, %c : tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<i64>
  }`)
  const { results } = await program.run()
  assert.deepEqual([...(await results[0].values())], [1.5, -2])
  assert.deepEqual([...(await results[1].values())], [0.0625, 448])
  assert.deepEqual(await results[2].data(), new BigInt64Array([9007199254740993n]))
  paddock.close()
})

test('a seed gives the numbers that it gives the command', async () => {
  const text = `func.func @main() -> tensor<2x2xui32> {
  %a = stablehlo.constant dense<0> : tensor<ui32>
  %b = stablehlo.constant dense<1000000> : tensor<ui32>
  %shape = stablehlo.constant dense<2> : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<ui32>, tensor<ui32>, tensor<2xi64>) -> tensor<2x2xui32>
  return %r : tensor<2x2xui32>
}`
  const paddock = await load()
  const program = await paddock.parse(text)
  const numbers = async (options) => [...(await (await program.run(options)).results[0].data())]
  // The output of `paddock run --seed N`.
  const said = { 0: [880520, 362091, 319445, 415107], 7: [750152, 795284, 8453, 250128], '18446744073709551615': [83118, 294553, 434532, 680937] }
  assert.deepEqual(await numbers({}), said[0])
  assert.deepEqual(await numbers({ seed: 0 }), said[0])
  assert.deepEqual(await numbers({ seed: 7 }), said[7])
  assert.deepEqual(await numbers({ seed: 2n ** 64n - 1n }), said['18446744073709551615'])
  for (const seed of [-1, 1.5, NaN, 2 ** 53, 2n ** 64n, -1n]) {
    await assert.rejects(program.run({ seed }), RangeError)
  }
  paddock.close()
})

test('a program past the memory limit is refused before it runs', async () => {
  const paddock = await load()
  const program = await paddock.parse(largeDot)
  const { status, diagnostics } = await program.run({ inputs: ['ones'], memoryBytes: 2 ** 20 })
  assert.equal(status, 'failed')
  assert.equal(diagnostics[0].code, 'memory')
  paddock.close()
})

test('errors distinguish HTML from a truncated module', async () => {
  await assert.rejects(load({ wasm: new TextEncoder().encode('<!doctype html>') }), /answered HTML/)
  const bytes = readFileSync(new URL('../dist/paddock.wasm', import.meta.url))
  await assert.rejects(load({ wasm: bytes.subarray(0, bytes.length / 2) }), /cannot be compiled/)
})

test('the relaxed flavour gives the same bits in portable numerics', { skip: !hasRelaxedSimd() && 'this Node has no relaxed SIMD' }, async () => {
  const hashes = new Set()
  for (const flavour of ['baseline', 'relaxed']) {
    const paddock = await load({ flavour })
    const program = await paddock.parse(largeDot.replaceAll('4096', '64'))
    hashes.add((await program.run({ inputs: ['random:3'], numerics: 'portable' })).hash)
    paddock.close()
  }
  assert.equal(hashes.size, 1)
})

test('work has a limit', async () => {
  const paddock = await load()
  const program = await paddock.parse(endless)
  const { status, stoppedBy, stoppedAtLine } = await program.run({ workBudget: 1e6 })
  assert.deepEqual([status, stoppedBy], ['stopped', 'workBudget'])
  assert.ok(stoppedAtLine > 0)
  await assert.rejects(program.run({ workBudget: -1 }), /workBudget is -1/)
  paddock.close()
})

test('two runs at a time both go on, and one is stopped without the other', async () => {
  const paddock = await load()
  const program = await paddock.parse(endless)
  const [first, second] = [new AbortController(), new AbortController()]
  let isSecondDone = false
  const runs = [
    program.run({ signal: first.signal }),
    program.run({ signal: second.signal }).finally(() => (isSecondDone = true)),
  ]
  setTimeout(() => first.abort(), 30)
  assert.equal((await runs[0]).status, 'stopped')
  assert.equal(isSecondDone, false)
  second.abort()
  assert.equal((await runs[1]).status, 'stopped')
  paddock.close()
})

test('a process with an open engine ends', () => {
  for (const worker of [false, true]) {
    const source = `import { load } from 'paddock-hlo'
      const paddock = await load({ worker: ${worker} })
      const program = await paddock.parse(${JSON.stringify(add)})
      const { results } = await program.run({ inputs: ['ones', 'iota'] })
      console.log(String(await results[0].data()))`
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
      cwd: new URL('..', import.meta.url), timeout: 20_000, encoding: 'utf8',
    })
    assert.equal(output, '1,2,3\n')
  }
})

test('code generation from strings is not needed', () => {
  const source = `import { load } from 'paddock-hlo'
    const program = await (await load()).parse(${JSON.stringify(add)})
    console.log((await program.run({ inputs: ['ones', 'iota'] })).status)`
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', source]
  assert.equal(execFileSync(process.execPath, flags, { cwd: new URL('..', import.meta.url), encoding: 'utf8' }), 'finished\n')
})

test('the types need no other types and no skipped checks', () => {
  const folder = mkdtempSync(join(fileURLToPath(new URL('..', import.meta.url)), 'dist', '.test-'))
  writeFileSync(join(folder, 'user.mts'), `import { load, type RunResult } from 'paddock-hlo'
    const paddock = await load()
    const program = await paddock.parse('')
    const result: RunResult = await program.run({ inputs: [new Float32Array(2), { data: new Int8Array(2), shape: [2] }, 'iota'] })
    const values: ArrayLike<number | bigint> = await result.results[0]!.data()
    export default values`)
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
  const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom']
  try {
    execFileSync(process.execPath, [tsc, ...flags, join(folder, 'user.mts')], { encoding: 'utf8' })
  } catch (error) {
    assert.fail(error.stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

for (const readme of ['README.md', 'wasm/package/README.md']) {
  test(`the program of ${readme} prints the documented output`, () => {
    const source = /```js\n(.*?)```/s.exec(readText(readme))[1]
    const said = /console\.log\(.*\) \/\/ (.*)/.exec(source)[1]
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', source], { cwd: new URL('..', import.meta.url), encoding: 'utf8' })
    assert.equal(output.trim(), said)
  })
}
