// XLA's operations with types; entries.test.mjs compiles them.
import { load, type Computation, type ComputationBuilder, type ComputationDataHandle, type PrimitiveType, type Program, type ProgramShape, type Xla, type XlaFunction, type XlaLiteral, type XlaPadding, type XlaShape } from 'paddock-hlo'

const xla: Xla = await (await load()).xla()
const builder: ComputationBuilder = xla.computationBuilder('case')
const shape: XlaShape = 'f32[1,1,4,4]'
const x: ComputationDataHandle = builder.parameter(0, shape, 'x')
const padding: XlaPadding = 'same'
const least: XlaLiteral = xla.minValue('f32')
const type: PrimitiveType = 'bf16'

const greater: XlaFunction = (b, y, z) => b.max(y, z)
export const window = x.reduceWindow(builder.constantLiteral(least), greater, [1, 1, 2, 2], [1, 1, 2, 2], padding)
export const padded = builder.pad(window, builder.constantLiteral(0, 'f32[]'), [[0, 1, 0]])
export const general = x.convWithGeneralPadding(x, [1, 1], [[0, 0], [0, 0]])
export const one = x.reshape([16]).add(x.reshape([0, 1, 2, 3], [16])).convertElementType(type)
export const sorted = builder.sort(one)
export const pair = builder.infeed('(f32[10], s32[])').getTupleElement(1)
const computation: Computation = builder.build(one)
export const called = builder.call(computation, [x])
export const program: Program = await computation.makeProgram({ strict: true })
export const { parameters, result }: ProgramShape = computation.programShape
export const name: string = `${computation.name} ${x.shape}`

// @ts-expect-error: there is no such element type.
builder.parameter(0, 'i32[2]', 'x')
// @ts-expect-error: there is no such padding.
x.reduceWindow(x, greater, [1], [1], 'full')
// @ts-expect-error: a number is no value.
x.add(1)
// @ts-expect-error: dimensions are numbers.
x.transpose(['0'])
// @ts-expect-error: the body returns a value.
builder.while((b, i) => i.lt(i), () => {}, x)
// @ts-expect-error: the operand is missing.
builder.neg()
