// Programs built in JavaScript: values, literals, regions, types, mistakes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { load, ProgramError, tensorOf } from 'paddock-hlo'
import { builderWasm, loadBuilder } from 'paddock-hlo/builder'
import { load as loadInline } from 'paddock-hlo/inline'
import { soonEnough } from '../../../tools/lib/soon-enough.mjs'

let paddock
before(async () => (paddock = await load()))
after(() => paddock.close())

/** Returns the lines of @main with these parameters, less its head and its end. */
async function linesOf(parameters, make) {
  const builder = await paddock.builder()
  const f = builder.function('main', parameters)
  f.return(make(f, ...f.arguments) ?? [])
  const program = await builder.finish()
  assert.equal(program.text, builder.text())
  return program.text.split('\n').slice(1, -3).map((line) => line.trim())
}

test('a program that is built runs like one that is read', async () => {
  for (const open of [load, loadInline, () => load({ worker: true })]) {
    const engine = await open()
    const builder = await engine.builder()
    const f = builder.function('main', { x: 'tensor<2x3xf32>' })
    f.return(f.argument('x').reduce(0, { dimensions: [1] }, (a, b) => a.add(b)).named('sums'))
    const program = await builder.finish({ name: 'sums.mlir' })
    assert.equal(program.hasErrors, false)
    const { results } = await program.run({ inputs: [new Float32Array([1, 2, 3, 4, 5, 6])] })
    assert.deepEqual(await results[0].data(), new Float32Array([6, 15]))
    engine.close()
  }
})

test('the builder alone makes the same text without an engine', async () => {
  const make = (builder) => {
    const f = builder.function('main', { x: 'tensor<2x3xf32>' })
    f.return(f.argument('x').reduce(0, { dimensions: [1] }, (a, b) => a.add(b)))
    return builder.text()
  }
  for (const wasm of [builderWasm, await readFile(builderWasm)]) {
    const alone = await loadBuilder(wasm)
    assert.equal(make(alone), make(await paddock.builder()))
    await assert.rejects(alone.finish(), /no engine here: builder\.text\(\) is the program/)
  }
  await assert.rejects(loadBuilder(new Uint8Array([1, 2, 3, 4])), /no WebAssembly module/)
})

test('a number is a constant of the type that fits', async () => {
  assert.deepEqual(await linesOf({ x: 'tensor<2xf32>' }, (f, x) => x.multiply(2)), [
    '%0 = stablehlo.constant dense<2.0> : tensor<2xf32>',
    '%1 = stablehlo.multiply %x, %0 : tensor<2xf32>',
  ])
  assert.deepEqual(await linesOf({ x: 'tensor<2xf32>' }, (f, x) => x.pad(1, { edgePaddingLow: [1], edgePaddingHigh: [0], interiorPadding: [0] })), [
    '%0 = stablehlo.constant dense<1.0> : tensor<f32>',
    '%1 = stablehlo.pad %x, %0, low = [1], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>',
  ])
  assert.deepEqual(await linesOf({ p: 'tensor<2xi1>', x: 'tensor<2xi8>' }, (f, p, x) => p.select(x, 3n)), [
    '%0 = stablehlo.constant dense<3> : tensor<2xi8>',
    '%1 = stablehlo.select %p, %x, %0 : tensor<2xi1>, tensor<2xi8>',
  ])
  const [zero, one] = await linesOf({ x: 'tensor<3xf32>', i: 'tensor<i64>' }, (f, x, i) => [x.dynamicSlice(0, { sliceSizes: [1] }), x.dynamicSlice([i], { sliceSizes: [1] })])
  assert.equal(zero, '%0 = stablehlo.constant dense<0> : tensor<i32>')
  assert.match(one, /%1 = stablehlo.dynamic_slice %x, %0/)
  const mixed = await linesOf({ x: 'tensor<3x3xf32>', i: 'tensor<i64>' }, (f, x, i) => x.dynamicSlice([i, 1], { sliceSizes: [1, 1] }))
  assert.equal(mixed[0], '%0 = stablehlo.constant dense<1> : tensor<i64>')
  const both = await linesOf({ x: 'tensor<2xf32>', i: 'tensor<2xi32>' }, (f, x, i) => f.reduce([x, i], [0, 1], { dimensions: [0] }, (a, b, c, d) => [a.add(c), b.add(d)]))
  assert.deepEqual(both.slice(0, 2), ['%0 = stablehlo.constant dense<0.0> : tensor<f32>', '%1 = stablehlo.constant dense<1> : tensor<i32>'])
  await assert.rejects(linesOf({ x: 'tensor<?xf32>' }, (f, x) => x.add(1)), TypeError)
  await assert.rejects(linesOf({ x: 'tensor<2xf32>' }, (f, x) => f.tuple([x, 1])), /write constant\(1, type\)/)
})

test('constants of every kind', async () => {
  const lines = await linesOf({}, (f) => [
    f.constant(1.5), f.constant(true), f.constant(7n), f.constant([[1, 2], [3, 4]]), f.constant([1, 2], 'bf16'), f.constant(0.5, tensorOf('f32', [2, 2])),
    f.constant(new Int32Array([1, 2])), f.constant(new Float64Array([1, 2]), tensorOf('f64', [2, 1])), f.constant([[1, 2]], 'complex<f32>'),
    f.constant({ text: 'dense<(1.0, 2.0)> : tensor<complex<f64>>' }), f.constant([]), f.constant(['NaN', '-Infinity', -0]), f.constant(['9007199254740993'], 'i64'),
  ])
  assert.deepEqual(lines.map((line) => line.replace(/^.* dense/, 'dense')), [
    'dense<1.5> : tensor<f32>', 'dense<true> : tensor<i1>', 'dense<7> : tensor<i64>', 'dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>', 'dense<[1.0, 2.0]> : tensor<2xbf16>',
    'dense<0.5> : tensor<2x2xf32>', 'dense<[1, 2]> : tensor<2xi32>', 'dense<[[1.0], [2.0]]> : tensor<2x1xf64>', 'dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>',
    'dense<(1.0, 2.0)> : tensor<complex<f64>>', 'dense<> : tensor<0xf32>', 'dense<[0x7FC00000, 0xFF800000, -0.0]> : tensor<3xf32>', 'dense<9007199254740993> : tensor<1xi64>',
  ])
  const builder = await paddock.builder()
  const f = builder.function('main')
  for (const wrong of [() => f.constant([[1], [2, 3]]), () => f.constant(1.5, 'i32'), () => f.constant(300, 'i8'), () => f.constant([1, 2], tensorOf('f32', [3])), () => f.constant(1, 'tensor<?xf32>'), () => f.constant(new Int16Array(1), 'tensor<3xi16>'), () => f.constant({ text: 'dense<' })]) {
    assert.throws(wrong, (error) => error instanceof TypeError || error instanceof RangeError || error instanceof ProgramError)
  }
  f.return(f.constant(1))
  assert.equal(builder.text().split('\n').length, 5)
})

test('lists of results are one value where one value was given', async () => {
  await linesOf({ x: 'tensor<4xf32>', i: 'tensor<i32>', p: 'tensor<i1>' }, (f, x, i, p) => {
    const sorted = x.sort({ dimension: 0 }, (a, b) => a.compare(b, { comparisonDirection: 'LT' }))
    const [again] = f.sort([sorted], { dimension: 0, isStable: true }, (a, b) => a.compare(b, { comparisonDirection: 'GT' }))
    const last = i.while((n) => n.compare(3, { comparisonDirection: 'LT' }), (n) => n.add(1))
    assert.equal(last.type, 'tensor<i32>')
    const one = p.if(() => x, () => again)
    const [two, three] = f.if(p, () => [x, i], () => [one, last])
    const chosen = f.case(three, [() => two, () => two.negate()])
    const [output, mean, variance] = chosen.reshape([4, 1]).batchNormTraining(f.constant([1]), f.constant([0]), { epsilon: 0.001, featureIndex: 1 })
    assert.deepEqual([output.shape, mean.shape, variance.elementType], [[4, 1], [1], 'f32'])
    const called = f.customCall([x], 'tensor<4xf32>', { callTargetName: 'Sharding' })
    const [state, bits] = f.rngBitGenerator(f.constant([1n, 2n], 'ui64'), ['tensor<2xui64>', 'tensor<3xui32>'], { rngAlgorithm: 'THREE_FRY' })
    assert.deepEqual([state.type, bits.type], ['tensor<2xui64>', 'tensor<3xui32>'])
    assert.equal(f.afterAll([]).type, '!stablehlo.token')
    return [called, output]
  })
})

test('types that operands do not determine', async () => {
  await linesOf({ x: 'tensor<2x3xf32>' }, (f, x) => {
    assert.equal(x.reshape([6]).type, 'tensor<6xf32>')
    assert.equal(x.reshape('tensor<3x2xf32>').type, 'tensor<3x2xf32>')
    assert.equal(x.convert('f64').type, 'tensor<2x3xf64>')
    assert.equal(x.convert('complex<f32>').type, 'tensor<2x3xcomplex<f32>>')
    assert.equal(x.uniformQuantize('!quant.uniform<i8:f32, 0.5>').type, 'tensor<2x3x!quant.uniform<i8:f32, 0.5>>')
    assert.equal(f.iota(tensorOf('i32', [4]), { iotaDimension: 0 }).type, 'tensor<4xi32>')
    assert.equal(x.dotGeneral(x, { dotDimensionNumbers: { lhsContractingDimensions: [0, 1], rhsContractingDimensions: [0, 1] }, resultTypes: ['tensor<f32>'] }).type, 'tensor<f32>')
    assert.equal(tensorOf('f32', [-1, 3]), 'tensor<?x3xf32>')
  })
})

test('attributes of every form', async () => {
  const lines = await linesOf({ x: 'tensor<1x4x4x1xf32>', k: 'tensor<2x2x1x1xf32>' }, (f, x, k) => {
    x.convolution(k, {
      padding: [[0, 1], [1, 0]], windowReversal: [false, true], featureGroupCount: 1, batchGroupCount: 1, precisionConfig: ['HIGH', 'DEFAULT'],
      dimensionNumbers: {
        inputBatchDimension: 0, inputFeatureDimension: 3, inputSpatialDimensions: [1, 2], kernelInputFeatureDimension: 2, kernelOutputFeatureDimension: 3,
        kernelSpatialDimensions: [0, 1], outputBatchDimension: 0, outputFeatureDimension: 3, outputSpatialDimensions: [1, 2],
      },
    })
    x.exponential({ resultAccuracy: { atol: 1e-5, ulps: 2n, mode: 'TOLERANCE' }, attributes: { 'mhlo.note': '"n"', 'my.list': [1, true, 0.5, { a: '"b"' }] } })
    f.customCall([x], [], { callTargetName: 'a"b\\', hasSideEffect: true, backendConfig: { text: '{a = 1 : i32}' }, apiVersion: 4 })
    f.constant([1, 2]).broadcastInDim([2, 2], { broadcastDimensions: new BigInt64Array([1n]), attributes: undefined, resultTypes: undefined })
    f.constant([1, 2]).allReduce({ replicaGroups: [[0]], channelHandle: { handle: 1, type: 1 }, useGlobalDeviceIds: true }, (a, b) => a.add(b))
  })
  assert.deepEqual(lines.filter((line) => !line.includes('constant')), [
    '%0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 1], [1, 0]], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<1x4x4x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x4x4x1xf32>',
    '%1 = stablehlo.exponential %x {mhlo.note = "n", my.list = [1 : i64, true, 0.5 : f64, {a = "b"}], result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-05, rtol = 0.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<1x4x4x1xf32>',
    'stablehlo.custom_call @"a\\"b\\\\"(%x) {api_version = 4 : i32, backend_config = {a = 1 : i32}, has_side_effect = true} : (tensor<1x4x4x1xf32>) -> ()',
    '%3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>',
    '%6 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> ({',
    '^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):',
    '%5 = stablehlo.add %arg0, %arg1 : tensor<f32>',
    'stablehlo.return %5 : tensor<f32>',
    '}) : (tensor<2xf32>) -> tensor<2xf32>',
  ])
})

test('a mistake throws the rule at its call, makes nothing, and the builder goes on', async () => {
  const builder = await paddock.builder()
  const f = builder.function('main', { x: 'tensor<2xf32>', y: 'tensor<3xf32>' })
  const [x, y] = f.arguments
  const codeOf = (make) => {
    try {
      make()
    } catch (error) {
      assert.ok(error instanceof ProgramError, error)
      assert.equal(error.diagnostics[0].line, 0)
      return error.diagnostics[0].code
    }
    return assert.fail('nothing was thrown')
  }
  try {
    x.add(y)
  } catch (error) {
    const [{ code, message, formula, notes, file }] = error.diagnostics
    assert.equal(code, 'add-c1')
    assert.match(message, /operand 1 has shape \[3\] and operand 0 has shape \[2\]/)
    assert.match(formula, /type\(lhs\) = type\(rhs\)/)
    assert.deepEqual([notes[0].message, file], ['stablehlo.add (tensor<2xf32>, tensor<3xf32>)', 'builder'])
  }
  assert.equal(codeOf(() => x.transpose({ permutation: [1] })), 'transpose-c2')
  assert.equal(codeOf(() => f.operation('stablehlo.ad', [x])), 'unknown-operation')
  assert.equal(codeOf(() => builder.function('main')), 'symbol-unique')
  assert.equal(codeOf(() => builder.function('g', { x: 'tensor<' })), 'syntax')
  assert.equal(codeOf(() => builder.text()), 'terminator')
  assert.equal(codeOf(() => x.while((a) => a.add(y), (a) => a)), 'add-c1')
  assert.equal(codeOf(() => x.while((a) => { f.return(a) }, (a) => a)), 'terminator')
  assert.equal(codeOf(() => x.exponential({ attributes: { a: 'dense<' } })), 'syntax')
  assert.equal(codeOf(() => f.return([x], [{ a: '<' }])), 'syntax')
  let inner
  x.reduce(0, { dimensions: [0] }, (a, b) => (inner = a.add(b)))
  assert.equal(codeOf(() => inner.negate()), 'dominance')
  assert.throws(() => x.reduce(0, { dimensions: [0] }, () => { throw new Error('mine') }), /^Error: mine$/)
  const other = (await paddock.builder()).function('main', { x: 'tensor<2xf32>' })
  for (const wrong of [() => x.add(other.argument(0)), () => x.add(), () => x.add('1'), () => x.add(x, x), () => x.transpose({ permutatoin: [0] }), () => x.transpose(3), () => x.reduce(0, { dimensions: [0] }, x), () => f.call(other, [x]), () => x.compare(x, { comparisonDirection: 'LESS' }), () => x.slice({ startIndices: 0 })]) {
    assert.throws(wrong, TypeError)
  }
  f.return(x)
  assert.equal(codeOf(() => f.return(x)), 'builder')
  assert.equal(codeOf(() => x.negate()), 'builder')
  const program = await builder.finish()
  assert.equal((await program.run({ inputs: [new Float32Array(2), new Float32Array(3)] })).status, 'finished')
})

test('rules of the whole program are found when it is finished', async () => {
  const builder = await paddock.builder()
  const f = builder.function('main', { x: 'tensor<2xf32>' })
  const g = builder.function('g', { x: 'tensor<2xf32>' }, { resultTypes: ['tensor<2xf32>'] })
  f.return(f.call(g, [f.argument(0)]))
  g.return(g.call(f, [g.argument(0)]))
  const outside = builder.declare('outside', { x: 'tensor<f32>' }, ['tensor<f32>'], { isPrivate: true })
  const h = builder.function('h', { x: 'tensor<f32>' })
  h.return(h.call(outside, h.arguments))
  const program = await builder.finish().catch((error) => error)
  assert.ok(program instanceof ProgramError || program.functions.length === 4)
})

test('100,000 operations are built within a second', () =>
  soonEnough(async () => {
    const builder = await paddock.builder()
    const f = builder.function('main', { x: 'tensor<4xf32>' })
    let value = f.argument(0)
    const { user } = process.cpuUsage()
    for (let i = 0; i < 25_000; ++i) {
      const sum = value.add(value)
      value = sum.compare(value, { comparisonDirection: 'LT' }).select(sum, value).clamp(value, sum)
    }
    return process.cpuUsage({ user, system: 0 }).user / 1000
  }, 1000))
