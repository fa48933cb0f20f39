/// What both entries give; each has its own `load`.
export { hasRelaxedSimd, type WasmSource } from './compile.js'
export { Paddock, type Flavour, type LoadOptions } from './client.js'
export { Program, type ProgramInfo, type RunEstimate } from './program.js'
export type { MachineLimits, OperationProfile, RunProfile } from './profile.js'
export type { GridMode, RunInputs, RunOptions, RunResult } from './run.js'
export {
  Session, type Breakpoint, type BreakpointPlace, type GoOptions, type SessionOptions, type SessionPlace,
  type SessionResults, type SessionStop,
} from './session.js'
export type { Input, Inputs, NestedList, ProcessInputs } from './inputs.js'
export type { Infeed, Outfeed } from './outfeed.js'
export { ArrayFile, type ArrayInfo, type ReadOptions } from './array-file.js'
export type { FileSource, RangeSource } from './file-source.js'
export type { FileFormat, NamedTensors } from './write-file.js'
export type { FunctionInfo, ParameterInfo } from './functions.js'
export { bytesBetween, type Communication } from './communication.js'
export { RunValues, type NamePlace, type OperationPlace, type ValueSummary } from './structure.js'
export { Tensor, windowMarks, type TensorSummary, type TensorWindow, type WindowOptions } from './tensor.js'
export { decodeFloats, viewElements, type ElementArray, type ElementType } from './element-types.js'
export { packElements, type ElementValues } from './pack-elements.js'
export type { Arity, AttributeInfo, OpInfo, OpTable } from './op-table.js'
export { ProgramError, type Diagnostic, type Range } from './diagnostics.js'
