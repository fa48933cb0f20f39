/// Runs StableHLO programs in Node and in the browser.
///
///     import { load } from 'paddock-hlo'
///     const paddock = await load()
///     const program = await paddock.parse(text)
///     const { results } = await program.run({ inputs: [new Float32Array([1, 2])] })
///     console.log(await results[0].data())

export { load, hasRelaxedSimd, Paddock, type Flavour, type LoadOptions } from './load.js'
export { Program } from './program.js'
export type { GridMode, RunOptions, RunResult } from './run.js'
export type { Input, Inputs, ProcessInputs } from './inputs.js'
export type { FunctionInfo, ParameterInfo } from './functions.js'
export { bytesBetween, type Communication } from './communication.js'
export { RunValues, type NamePlace, type OperationPlace, type ValueSummary } from './structure.js'
export { Tensor, windowMarks, type TensorSummary, type TensorWindow, type WindowOptions } from './tensor.js'
export { decodeFloats, viewElements, type ElementArray, type ElementType } from './element-types.js'
export type { Arity, AttributeInfo, OpInfo, OpTable } from './op-table.js'
export type { Diagnostic, Range } from './diagnostics.js'
