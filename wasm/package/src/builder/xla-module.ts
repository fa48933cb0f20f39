/// The functions of paddock-builder.wasm for XLA's operations (wasm/builder/xla_module.cc). One
/// instance holds all computations of one `Xla`, and is collected with it.
import type { Elements } from './constant.js'
import { ModuleMemory, throwErrors } from './module-memory.js'
import { instantiatePart } from './module.js'
import type { XlaShape } from './xla-operations.js'

/// Makes the result of a computation with a builder, on `count` values from `first` on.
export type MakeResult = (builder: number, first: number, count: number) => number

/// Type of a computation.
export interface ProgramShape {
  /// Shapes of the parameters.
  parameters: XlaShape[]
  /// Names of the parameters.
  parameterNames: string[]
  /// Shape of the result.
  result: XlaShape
}

const sentence = -2

export class XlaModule extends ModuleMemory {
  /// Functions that the calls in progress name.
  private readonly functions: MakeResult[] = []
  /// The error that a function has thrown. Its call fails, and throws it.
  private thrown: { error: unknown } | null = null

  /// Returns the number that succeeded, or throws the failure.
  private check(number: number): number {
    if (number >= 0) return number
    const { thrown } = this
    this.thrown = null
    if (thrown !== null) throw thrown.error
    const text = this.result()
    if (number === sentence) throw new TypeError(text)
    return throwErrors(text)
  }

  private result(): string {
    return this.decode(this.exports.result!(), this.exports.resultSize!())
  }

  newBuilder(name: string): number {
    this.release()
    return this.exports.xlaBuilder!(this.text(name))
  }

  /// Sets the constant that the next call names `literal`.
  setLiteral(elements: Elements): void {
    this.release()
    this.withTensor(elements, (tensor, sizes) => this.exports.xlaSetLiteral!(tensor, elements.isSplat ? sizes : 0, elements.shape.length))
  }

  /// Makes a call whose text names the functions by `nameOf`. Returns the value.
  call(builder: number, write: (nameOf: (make: MakeResult) => string) => string): number {
    const before = this.functions.length
    try {
      const text = write((make) => {
        this.exports.xlaFunction!(this.functions.length)
        return `f${this.functions.push(make) - 1}`
      })
      this.release()
      return this.check(this.exports.xlaCall!(builder, this.text(text)))
    } finally {
      this.functions.length = before
    }
  }

  /// Called by the module. An error must not leave it, because its frames would not be unwound.
  make(which: number, builder: number, first: number, count: number): number {
    if (this.thrown !== null) return -1
    try {
      return this.functions[which]!(builder, first, count)
    } catch (error) {
      this.thrown = { error }
      return -1
    }
  }

  /// Returns a computation whose result is the value, or the last one for a negative number.
  build(builder: number, value: number): number {
    return this.check(this.exports.xlaBuild!(builder, value))
  }

  shapeOf(builder: number, value: number): XlaShape {
    this.exports.xlaShape!(builder, value)
    return this.result() as XlaShape
  }

  programShapeOf(computation: number): ProgramShape {
    this.exports.xlaProgramShape!(computation)
    return JSON.parse(this.result()) as ProgramShape
  }

  textOf(computation: number): string {
    this.check(this.exports.xlaText!(computation))
    return this.result()
  }
}

export async function instantiateXla(module: WebAssembly.Module): Promise<XlaModule> {
  let made!: XlaModule
  const makeComputation = (which: number, builder: number, first: number, count: number): number => made.make(which, builder, first, count)
  made = new XlaModule(await instantiatePart(module, { makeComputation }))
  return made
}
