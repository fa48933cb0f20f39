// Programs built with types; entries.test.mjs compiles them.
import { load, tensorOf, type Builder, type FunctionBuilder, type Operand, type Type, type Value } from 'paddock-hlo'

const builder: Builder = await (await load()).builder()
const f: FunctionBuilder = builder.function('main', { x: tensorOf('f32', [2, 3]), y: { type: 'tensor<2x3xf32>', attributes: { 'mhlo.sharding': '"{replicated}"' } } })
const x: Value = f.argument('x')
const half: Operand<Value> = 0.5

const sum: Value = x.add(f.argument(1)).multiply(half)
export const [output, mean, variance]: [Value, Value, Value] = sum.batchNormTraining(f.constant([1, 2, 3]), f.constant([0, 0, 0]), { epsilon: 0.001, featureIndex: 1 })
// One value gives one value, and a list gives a list.
export const total: Value = sum.reduce(0, { dimensions: [0, 1] }, (a, b) => a.add(b))
export const totals: Value[] = f.reduce([sum, x], [0, 1], { dimensions: [0, 1] }, (a, b, c, d) => [a.add(c), b.multiply(d)])
export const last: Value = total.while((i) => i.compare(10, { comparisonDirection: 'LT' }), (i) => i.add(1))
export const [first, second]: Value[] = f.while([total, sum], (i) => i.compare(10, { comparisonDirection: 'LT' }), (i, s) => [i.add(1), s])
export const chosen: Value = f.if(f.constant(true), () => x, () => sum)
export const several: Value[] = f.case(f.constant(1, 'i32'), [() => [x, sum], () => [sum, x]])
export const sorted: Value = x.sort({ dimension: 0, isStable: true }, (a, b) => a.compare(b, { comparisonDirection: 'LT', compareType: 'TOTALORDER' }))
// Options may be left out before regions.
export const mapped: Value = x.sort((a, b) => a.compare(b, { comparisonDirection: 'GT' }))
export const type: Type = x.reshape([6]).convert('f64').type
export const called: Value[] = f.call(f, [x])
export const conv: Value = x.convolution(x, {
  featureGroupCount: 1,
  batchGroupCount: 1,
  dimensionNumbers: { inputBatchDimension: 0, inputSpatialDimensions: [1] },
  padding: [[0, 0]],
  resultTypes: ['tensor<2x3xf32>'],
})
export const any: Value = x.transpose({ permutation: { text: 'array<i64: 1, 0>' } })

// @ts-expect-error: there is no such attribute.
x.transpose({ permutatoin: [1, 0] })
// @ts-expect-error: the attribute is required.
x.transpose()
// @ts-expect-error: there is no such direction.
x.compare(x, { comparisonDirection: 'LESS' })
// @ts-expect-error: a text is no operand.
x.add('x')
// @ts-expect-error: there is no such operation.
x.addd(x)
// @ts-expect-error: a region is a function.
x.reduce(0, { dimensions: [0] }, x)
