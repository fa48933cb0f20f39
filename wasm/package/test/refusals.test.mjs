// Invalid arguments are refused with a sentence, and the engine stays usable.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { load, packElements } from 'paddock-hlo'

const identity = (type) => `func.func @main(%x: tensor<${type}>) -> tensor<${type}> {\n  return %x : tensor<${type}>\n}`
const endless = `func.func @main() -> tensor<i1> {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%i = %yes) : tensor<i1>
  cond { stablehlo.return %i : tensor<i1> } do { stablehlo.return %i : tensor<i1> }
  return %r : tensor<i1>
}`
const printing = 'func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  interpreter.print %x : tensor<f32>\n  return %x : tensor<f32>\n}'

/// Checks that the engine still works after `act` has tried something invalid.
async function withEngine(act, options) {
  const paddock = await load(options)
  try {
    await act(paddock)
    const { results } = await (await paddock.parse(identity('2xf32'))).run({ inputs: ['iota'] })
    assert.deepEqual(await results[0].data(), new Float32Array([0, 1]))
  } finally {
    paddock.close()
  }
}

test('a fix that is only a guess is offered, and never made automatically', () =>
  withEngine(async (paddock) => {
    const text = `func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negaet %arg0 : tensor<4xf32>
  %1 = "stablehlo.subtract"(%0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}`
    const program = await paddock.parse(text)
    const fixes = program.diagnostics.flatMap(({ fixes }) => fixes)
    assert.deepEqual(fixes.map(({ replacement, isCertain }) => [replacement, isCertain]), [['stablehlo.negate', true], ['%arg0', false], ['tensor<4xf32>', false]])
    const { text: fixed, count, suggestions } = await program.fixed()
    assert.deepEqual([fixed, count, suggestions], [text.replace('negaet', 'negate'), 1, 2])
    const shaped = await paddock.parse(text.replace('negaet', 'negate').replace('%arg1', '%arg0'))
    assert.deepEqual(await shaped.fixed(), { text: shaped.text, count: 0, suggestions: 1 })
    assert.match((await shaped.fixed({ followTypes: true })).text, /-> tensor<4xf32>\n  return %1 : tensor<4xf32>/)
  }))

test('the diagnostic of a foreign format is one sentence', () =>
  withEngine(async (paddock) => {
    for (const [text, sentence] of [['HloModule jit_f\nENTRY main {\n}', /this is HLO text/], ['import jax', /this is Python/], ['PK\x03\x04', /archive/]]) {
      const { diagnostics, hasErrors } = await paddock.parse(text)
      assert.equal(hasErrors, true)
      assert.deepEqual(diagnostics.map(({ code }) => code), ['format'])
      assert.match(diagnostics[0].message, sentence)
    }
  }))

test('an invalid option is refused', () =>
  withEngine(async (paddock) => {
    const program = await paddock.parse(identity('3xf32'))
    const refused = [
      [{ mode: 'threads' }, /mode is threads, and must be 'auto' or/],
      [{ level: 'slow' }, /level is slow/],
      [{ numerics: 'exact' }, /numerics is exact/],
      [{ grid: { replicas: 2 } }, /grid\.partitions is undefined, and must be a whole number from 1/],
      [{ grid: { replicas: 2 ** 32, partitions: 1 } }, /grid\.replicas is 4294967296/],
      [{ grid: { replicas: 0, partitions: 1 } }, /grid\.replicas is 0/],
      [{ memoryBytes: NaN }, /memoryBytes is NaN, and must be a number of bytes/],
      [{ memoryBytes: '1G' }, /memoryBytes is 1G/],
      [{ workBudget: 10n }, /workBudget is 10/],
      [{ mode: 'workers', workers: NaN }, /workers is NaN, and must be a whole number from 1/],
      [{ previewBins: -1 }, /previewBins is -1, and must be a whole number from 0 to 65536/],
      [{ processInputs: [{ replica: -1, partition: 0, inputs: ['ones'] }] }, /replica is -1/],
    ]
    for (const [options, sentence] of refused) await assert.rejects(program.run({ inputs: ['iota'], ...options }), sentence)
    assert.equal((await program.run({ inputs: ['iota'], memoryBytes: Infinity })).status, 'finished')
    await assert.rejects(program.start({ inputs: ['iota'], grid: { replicas: 1.5, partitions: 1 } }), RangeError)
    await assert.rejects(program.print('short'), /form is short/)
    const { results: [tensor] } = await program.run({ inputs: ['iota'] })
    await assert.rejects(tensor.summary(-1), /bins is -1/)
    await assert.rejects(tensor.summary(1e9), /bins is 1000000000/)
    await assert.rejects(paddock.writeFile('npz', { x: 1 }), /a file holds tensors, and 'x' is none/)
    await assert.rejects(paddock.readRaw(new Uint8Array(8), { elementType: 'f32', shape: [-2] }), /a size of the shape is -2/)
    await assert.rejects(paddock.parse(undefined), /a program is a string or the bytes of a file, not undefined/)
    assert.throws(() => packElements('f33', [1]), /'f33' is no element type/)
  }))

test('elements of a different kind are refused', () =>
  withEngine(async (paddock) => {
    const given = async (type, input) => (await paddock.parse(identity(type))).run({ inputs: [input] })
    const refused = [
      ['3xf32', new Int32Array([1, 2, 3]), /tensor<3xf32> takes its elements in Float32Array, not Int32Array: packElements\('f32', values\)/],
      ['6xf32', new Float64Array(3), /Float32Array, not Float64Array/],
      ['2xi32', new Uint32Array(2), /Int32Array, not Uint32Array/],
      ['4xbf16', new Float32Array(2), /Uint16Array, not Float32Array/],
      ['2xcomplex<f32>', new Float64Array(2), /Float32Array, not Float64Array: pairs of them/],
      ['2xi1', new Uint8Array([1, 2]), /element 1 is 2, which is no i1/],
      ['2xi4', new Int8Array([-8, 100]), /element 1 is 100, which is no i4/],
      ['2xui2', new Uint8Array([3, 4]), /element 1 is 4, which is no ui2/],
      ['2xf4E2M1FN', new Uint8Array([15, 16]), /element 1 is 16, which is no f4E2M1FN/],
      ['f32', {}, /argument x: an input is a typed array/],
      ['f32', () => 1, /argument x: an input is a typed array/],
      ['3xf32', { data: new Float32Array(3) }, /argument x: an input is a typed array/],
      ['?xf32', { data: new Float32Array(3), shape: [NaN] }, /a size of the shape is NaN/],
      ['3xf32', { npy: 'x.npy' }, /argument x: an input is a typed array/],
    ]
    for (const [type, input, sentence] of refused) await assert.rejects(given(type, input), sentence)
    for (const [type, input] of [['2xi4', new Uint8Array([0xf8, 7])], ['2xf32', new DataView(new ArrayBuffer(8))], ['2xf32', Buffer.alloc(8)], ['2xf8E4M3FN', packElements('f8E4M3FN', [1, 2])]]) {
      assert.equal((await given(type, input)).status, 'finished', type)
    }
    const other = await load()
    const { results: [whole] } = await (await other.parse(identity('3xi32'))).run({ inputs: ['iota'] })
    await assert.rejects(given('3xf32', whole), /tensor<3xf32> is no i32, which the given tensor is/)
    other.close()
  }))

test('a missing function is reported, not its inputs', () =>
  withEngine(async (paddock) => {
    const lastSentence = async (text, options) => (await (await paddock.parse(text)).run(options)).diagnostics.at(-1).message
    assert.equal(await lastSentence(identity('f32'), { entry: 'other', inputs: [1] }), 'there is no function @other')
    assert.equal(await lastSentence('', { inputs: [1] }), 'there is no function with a body')
    assert.equal(await lastSentence('(', { inputs: [1] }), 'a program with errors cannot run')
  }))

for (const worker of [false, true]) {
  const place = worker ? 'in a Worker' : 'in this thread'

  test(`a request that is aborted before its start does nothing, ${place}`, () =>
    withEngine(async (paddock) => {
      const signal = AbortSignal.abort()
      const program = await paddock.parse(printing)
      const printed = []
      const { status, stoppedBy } = await program.run({ inputs: [1], signal, onPrint: (text) => printed.push(text) })
      assert.deepEqual([status, stoppedBy, printed], ['stopped', 'signal', []])
      const session = await program.start({ inputs: [1] })
      const stop = await session.run({ signal })
      assert.deepEqual([stop.reason, stop.place.clock], ['stopped', 0])
      assert.equal((await session.run()).reason, 'finished')
    }, { worker }))

  test(`a run rejects with the error of its listener, ${place}`, () =>
    withEngine(async (paddock) => {
      const oops = () => {
        throw new Error('oops')
      }
      await assert.rejects((await paddock.parse(printing)).run({ inputs: [1], onPrint: oops }), /^Error: oops$/)
      await assert.rejects((await paddock.parse(endless)).run({ onProgress: oops }), /^Error: oops$/)
      const grid = { replicas: 2, partitions: 1 }
      await assert.rejects((await paddock.parse(endless)).run({ mode: 'workers', grid, onProgress: oops }), /^Error: oops$/)
    }, { worker }))
}

test('an engine that is closed while it runs in this thread ends', () => {
  const source = `import { load } from 'paddock-hlo'
    const paddock = await load({ worker: false })
    const running = (await paddock.parse(${JSON.stringify(endless)})).run({ onProgress: () => paddock.close() })
    console.log(await running.catch((error) => error.message))`
  const flags = ['--input-type=module', '--eval', source]
  const cwd = new URL('.', import.meta.url)
  assert.equal(execFileSync(process.execPath, flags, { cwd, timeout: 60_000, encoding: 'utf8' }), 'the engine has been closed\n')
})

test('a foreign or missing module is refused in one sentence', async () => {
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
  // (module (import "?" "?" (func)) (memory (export "m") 1)), whose import cannot be resolved, and one without imports
  const memory = [5, 3, 1, 0, 1, 7, 5, 1, 1, 109, 2, 0]
  const foreign = new Uint8Array([...empty, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 63, 1, 63, 0, 0, ...memory])
  const bare = new Uint8Array([...empty, ...memory])
  const read = new Response(empty)
  await read.arrayBuffer()
  const refused = [
    [empty, /the module is not the engine of this version of paddock-hlo: load\(\{ wasm \}\) takes paddock\.wasm/],
    [foreign, /the module is not the engine of this version of paddock-hlo/],
    [bare, /the module is not the engine of this version of paddock-hlo/],
    [read, /has been read already/],
    ['./paddock.wasm', /'\.\/paddock\.wasm' is no address of a module: give a whole one/],
    [new URL('./nothing.wasm', import.meta.url), /the engine could not be read: ENOENT.*Is the file there\?/],
    [5, /load\(\{ wasm \}\) takes an address, a Response, bytes/],
  ]
  for (const [wasm, sentence] of refused) await assert.rejects(load({ wasm }), sentence)
  await assert.rejects(load({ flavour: 'fast' }), /flavour is fast, and must be 'baseline' or 'relaxed' or 'threads'/)
})
