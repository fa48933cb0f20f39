// Parts of the engine that are loaded on demand: portable artifacts, and LAPACK's custom calls.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { load, ProgramError } from 'paddock-hlo'
import { load as loadInline } from 'paddock-hlo/inline'
import { soonEnough } from '../../../tools/lib/soon-enough.mjs'

const folder = new URL('../../../tests/artifacts/', import.meta.url)
const read = (name) => readFileSync(new URL(name, folder))
const artifacts = readdirSync(folder).filter((name) => name.endsWith('.bc'))
const versionOf = (name) => /^\w+\.(\d+\.\d+)/.exec(name)[1]

const ways = [
  ['in this thread', () => load()],
  ['in a Worker', () => load({ worker: true })],
  ['with threads', () => load({ threads: 2 })],
  ['inside the JavaScript', () => loadInline()],
]

for (const [way, open] of ways) {
  test(`${way}, an artifact loads like its text`, async () => {
    const paddock = await open()
    for (const name of artifacts) {
      const bytes = read(name)
      const [program, twin] = [await paddock.parse(bytes, { name }), await paddock.parse(read(`${name.split('.')[0]}.mlir`))]
      assert.equal(await program.print('generic'), await twin.print('generic'), name)
      assert.equal(program.artifact.version, versionOf(name))
      assert.equal(twin.artifact, null)
      assert.ok(bytes.equals(read(name)), 'the bytes stay as they were')
      const again = await paddock.parse(await program.toArtifact())
      assert.deepEqual([again.text, again.artifact], [program.text, program.artifact])
    }
    paddock.close()
  })
}

test('the bytes of a file may be any kind of array, and hold a text', async () => {
  const paddock = await load()
  const bytes = read('places.1.17.0.mlir.bc')
  const whole = new Uint8Array([1, 2, 3, ...bytes, 4])
  for (const source of [bytes, new Uint8Array(bytes).buffer, new DataView(whole.buffer, 3, bytes.length)]) {
    assert.equal((await paddock.parse(source)).artifact.producer, 'StableHLO_v1.17.0')
  }
  const text = await paddock.parse(new TextEncoder().encode('func.func @main() { // é\n  wrong\n}'))
  assert.deepEqual([text.artifact, text.text.indexOf('\n'), text.diagnostics[0].line], [null, 24, 2])
  await assert.rejects(paddock.parse(7), /a program is a string or the bytes of a file, not number/)
  paddock.close()
})

test('locations survive, and do not affect places in the text', async () => {
  const paddock = await load()
  const program = await paddock.parse(read('places.1.17.0.mlir.bc'))
  const operations = await program.operations()
  const located = operations.filter(({ location }) => location !== '')
  assert.ok(located.length > 5)
  for (const { name, nameRange } of operations) assert.ok(program.text.slice(nameRange.from, nameRange.to).includes(name.split('.')[1]))
  paddock.close()
})

test('a broken artifact is a program with a diagnostic, and the engine goes on', async () => {
  const paddock = await load({ worker: true })
  const whole = read('operations.1.17.0.mlir.bc')
  for (let size = 4; size < whole.length; size = Math.ceil(size * 1.7)) {
    const { hasErrors, diagnostics, text } = await paddock.parse(whole.subarray(0, size), { name: 'cut.bc' })
    assert.deepEqual([hasErrors, diagnostics.length, text], [true, 1, ''])
    const [{ code, file, message }] = diagnostics
    assert.deepEqual([code, file], ['artifact', 'cut.bc'])
    assert.match(message, /section '[\w ]+', byte \d+/)
  }
  const cut = await paddock.parse(whole.subarray(0, 100))
  assert.equal((await cut.run()).status, 'failed')
  await assert.rejects(cut.toArtifact(), ProgramError)
  assert.equal((await paddock.parse(whole)).hasErrors, false)
  paddock.close()
})

test('an artifact has the requested version, and later features are named', async () => {
  const paddock = await load()
  const program = await paddock.parse('func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %y = stablehlo.tan %x : tensor<f32>\n  return %y : tensor<f32>\n}')
  for (const version of ['1.4', '1.20.0']) {
    const again = await paddock.parse(await program.toArtifact({ version }))
    assert.equal(again.artifact.version, version.slice(0, 4))
  }
  assert.equal((await paddock.parse(await program.toArtifact())).artifact.version, '1.20')
  const refused = await program.toArtifact({ version: '1.3' }).catch((error) => error)
  assert.ok(refused instanceof ProgramError)
  assert.deepEqual([refused.message, refused.diagnostics[0].line], ['line 2: stablehlo.tan: it was added in 1.4, but the artifact has version 1.3', 2])
  await assert.rejects(program.toArtifact({ version: '2.7' }), /versions 0.9 to 1.20, none of 2.7/)
  await assert.rejects(program.toArtifact({ version: 'new' }), /must be one of StableHLO, such as '1.4'/)
  paddock.close()
})

// Program whose hash, `lapackHash`, is that of the command on x86 in portable numerics; simd/factor
// pins the routines separately.
const lapack = `func.func @main(%a: tensor<2x24x24xf64>, %b: tensor<40x24xcomplex<f32>>) -> (tensor<2x24x24xf64>, tensor<2x24xi32>, tensor<2xi32>, tensor<2x24xf64>, tensor<2x24xf64>, tensor<2x24x24xcomplex<f64>>, tensor<2x24x24xcomplex<f64>>, tensor<2xi32>, tensor<24xf32>) {
  %lu, %pivots, %info = stablehlo.custom_call @lapack_dgetrf_ffi(%a) : (tensor<2x24x24xf64>) -> (tensor<2x24x24xf64>, tensor<2x24xi32>, tensor<2xi32>)
  %re, %im, %left, %right, %info1 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x24x24xf64>) -> (tensor<2x24xf64>, tensor<2x24xf64>, tensor<2x24x24xcomplex<f64>>, tensor<2x24x24xcomplex<f64>>, tensor<2xi32>)
  %a1, %s, %u, %v, %info2 = stablehlo.custom_call @lapack_cgesdd_ffi(%b) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<40x24xcomplex<f32>>) -> (tensor<40x24xcomplex<f32>>, tensor<24xf32>, tensor<40x24xcomplex<f32>>, tensor<24x24xcomplex<f32>>, tensor<i32>)
  return %lu, %pivots, %info, %re, %im, %left, %right, %info1, %s : tensor<2x24x24xf64>, tensor<2x24xi32>, tensor<2xi32>, tensor<2x24xf64>, tensor<2x24xf64>, tensor<2x24x24xcomplex<f64>>, tensor<2x24x24xcomplex<f64>>, tensor<2xi32>, tensor<24xf32>
}`
const lapackInputs = ['random:1', 'random:2']
const lapackHash = '323d5e1a63bdcfec'

for (const [way, open] of ways) {
  test(`${way}, LAPACK's calls give the command's bits`, async () => {
    const paddock = await open()
    const program = await paddock.parse(lapack)
    const { status, hash, diagnostics } = await program.run({ inputs: lapackInputs, numerics: 'portable' })
    assert.deepEqual([status, hash, diagnostics], ['finished', lapackHash, []])
    paddock.close()
  })
}

test("LAPACK's calls are estimated, stepped through, and run as the text is edited", async () => {
  const paddock = await load()
  const program = await paddock.parse(lapack)
  assert.ok((await program.estimate()).flops > 1e6)
  const stepping = await (await load()).parse(lapack)
  const session = await stepping.start({ inputs: lapackInputs, numerics: 'portable' })
  assert.equal((await session.run()).reason, 'finished')
  assert.equal((await session.results()).hash, lapackHash)
  const like = await (await load()).parse(lapack)
  const run = await like.run({ inputs: lapackInputs })
  assert.equal(run.status, 'finished')
  const fresh = await load()
  const first = await fresh.parse(lapack)
  const edited = await fresh.parseAndRun(`${lapack}\n`, first, { inputs: lapackInputs, numerics: 'portable' })
  assert.equal((await edited.result).hash, lapackHash)
  for (const one of [paddock, fresh]) one.close()
})

const square = (size) => `func.func @main(%a: tensor<${size}x${size}xf64>) -> tensor<${size}xf64> {
  %v, %w, %info = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<${size}x${size}xf64>) -> (tensor<${size}x${size}xf64>, tensor<${size}xf64>, tensor<i32>)
  return %w : tensor<${size}xf64>
}`

test('a long factorisation stops, before and after its part is loaded', async () => {
  for (const worker of [false, true]) {
    const paddock = await load({ worker })
    const program = await paddock.parse(square(1500))
    for (const milliseconds of [0, 300]) {
      await soonEnough(async () => {
        const start = performance.now()
        const { status, stoppedBy } = await program.run({ inputs: ['random:1'], signal: AbortSignal.timeout(milliseconds) })
        assert.deepEqual([status, stoppedBy], ['stopped', 'signal'])
        return performance.now() - start
      }, milliseconds + 2000)
    }
    assert.equal((await (await paddock.parse(square(4))).run({ inputs: ['random:1'] })).status, 'finished')
    paddock.close()
  }
})

test('each engine of a grid loads the part', async () => {
  const paddock = await load({ worker: true })
  const program = await paddock.parse(square(24))
  const options = { inputs: ['random:3'], grid: { replicas: 2, partitions: 1 }, numerics: 'portable' }
  const together = await program.run({ ...options, mode: 'cooperative' })
  const apart = await program.run({ ...options, mode: 'workers' })
  assert.deepEqual([apart.status, apart.workers, apart.hash], ['finished', 2, together.hash])
  paddock.close()
})

test('a missing part has a remedy in its error, is requested again, and may come from elsewhere', async () => {
  const nowhere = new URL('file:///nowhere/paddock-factor.wasm')
  const file = (name) => readFileSync(new URL(`../dist/${name}`, import.meta.url))
  for (const worker of [false, true]) {
    const without = await load({ worker, parts: { factor: nowhere, artifacts: new Uint8Array(8) } })
    const program = await without.parse(square(4))
    for (let i = 0; i < 2; ++i) {
      const { status, diagnostics: [problem] } = await program.run({ inputs: ['random:1'] })
      assert.deepEqual([status, problem.code], ['failed', 'part'])
      assert.match(problem.message, /paddock-factor\.wasm\) could not be read: .*no such file/)
    }
    await assert.rejects(program.start({ inputs: ['random:1'] }), ProgramError)
    await assert.rejects(program.estimate(), ProgramError)
    await assert.rejects(without.parse(read(artifacts[0])), /is no WebAssembly module/)
    assert.equal(program.hasErrors, false)
    without.close()
    const given = await load({ worker, parts: { factor: file('paddock-factor.wasm'), artifacts: file('paddock-artifacts.wasm') } })
    assert.equal((await (await given.parse(square(4))).run({ inputs: ['random:1'] })).status, 'finished')
    assert.equal((await given.parse(read(artifacts[0]))).hasErrors, false)
    given.close()
  }
})

test('a file of jax.export has the names of Python, and its metadata', async () => {
  const paddock = await load({ worker: true })
  const program = await paddock.parse(read('layer.jax'), { name: 'layer.jax' })
  assert.deepEqual(program.entry.arguments.map(({ name }) => name), ['params_b_0', 'params_w', 'x', 'scale'])
  assert.deepEqual(program.artifact.exported, { function: 'layer', callingConvention: 10, platforms: ['cpu'] })
  assert.match(program.text, /^\/\/ jax\.export of layer for cpu, 1 device, calling convention 10\n/)
  const { status } = await program.run({ inputs: { x: 'ones', params_w: 'ones', params_b_0: 'zeros', scale: 'ones' } })
  assert.equal(status, 'finished')
  const { hasErrors, diagnostics } = await paddock.parse(read('layer.jax').subarray(0, 2000))
  assert.deepEqual([hasErrors, diagnostics[0].code], [true, 'artifact'])
  const nothing = await paddock.parse(new Uint8Array(200))
  assert.ok(nothing.hasErrors && nothing.artifact === null)
  paddock.close()
})
