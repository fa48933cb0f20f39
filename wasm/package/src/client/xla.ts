import { methods, writeCall, type CallContext } from '../builder/written-call.js'
import type { MakeResult, ProgramShape, XlaModule } from '../builder/xla-module.js'
import type { PrimitiveType, XlaLiteral, XlaOperations, XlaShape, XlaValueOperations } from '../builder/xla-operations.js'
import { ProgramError } from '../protocol/diagnostics.js'
import type { Program } from './program.js'

type Parse = (text: string, options: { name?: string; strict?: boolean }) => Promise<Program>

/// A computation, or a function that makes the result of one: it takes a builder and the
/// parameters, and cannot use values of other builders.
export type XlaFunction = Computation | ((builder: ComputationBuilder, ...parameters: ComputationDataHandle[]) => ComputationDataHandle)

/// A value of a `ComputationBuilder`. Each operation whose first parameter is a value is a method:
/// `x.add(y)` is `builder.add(x, y)`.
export class ComputationDataHandle {
  private known: XlaShape | undefined

  /// @internal
  constructor(
    /// @internal
    readonly builder: ComputationBuilder,
    /// @internal
    readonly number: number,
  ) {}

  /// Shape in the document's notation: `f32[2,3]`.
  get shape(): XlaShape {
    return (this.known ??= this.builder.module.shapeOf(this.builder.number, this.number))
  }
}

export interface ComputationDataHandle extends XlaValueOperations<ComputationDataHandle, XlaFunction> {}

/// Makes one computation. Each operation of the document is a method. A call with a mistake throws a
/// `ProgramError`, whose code begins with `xla-` if it breaks a rule of the document. It makes
/// nothing, and the builder can go on.
export class ComputationBuilder {
  /// @internal
  constructor(
    /// @internal
    readonly module: XlaModule,
    /// @internal
    readonly number: number,
    private readonly parse: Parse,
    /// Name of the computation.
    readonly name: string,
  ) {}

  /// Returns the computation. The builder stays usable.
  ///
  /// @param result The value that it returns. Default: the last one.
  /// @throws `ProgramError` if it has no operation, or the parameters' numbers have a gap.
  build(result?: ComputationDataHandle): Computation {
    return new Computation(this.module, this.module.build(this.number, result === undefined ? -1 : this.numberOf(result)), this.parse, this.name)
  }

  /// @internal
  make(method: string, list: readonly unknown[]): ComputationDataHandle {
    const number = this.module.call(this.number, (nameOf) => {
      const context: CallContext = {
        valueName: (value) => (value instanceof ComputationDataHandle && value.builder.module === this.module ? `v${value.number}` : undefined),
        functionName: (given) => {
          if (given instanceof Computation) return given.module === this.module ? `c${given.number}` : undefined
          return typeof given === 'function' ? nameOf(this.resultOf(given as (...list: unknown[]) => unknown)) : undefined
        },
        setLiteral: (elements) => this.module.setLiteral(elements),
      }
      return writeCall(method, list, context)
    })
    return new ComputationDataHandle(this, number)
  }

  private resultOf(make: (...list: unknown[]) => unknown): MakeResult {
    return (number, first, count) => {
      const builder = new ComputationBuilder(this.module, number, this.parse, `${this.name}_computation`)
      const parameters = Array.from({ length: count }, (_, i) => new ComputationDataHandle(builder, first + i))
      return this.numberOf(make(builder, ...parameters))
    }
  }

  private numberOf(result: unknown): number {
    if (result instanceof ComputationDataHandle && result.builder.module === this.module) return result.number
    throw new TypeError('the result of a computation is a value of its builder')
  }
}

export interface ComputationBuilder extends XlaOperations<ComputationDataHandle, XlaFunction> {}

/// A function of values, made by a `ComputationBuilder`. Operations of all builders of the same
/// `Xla` may use it.
export class Computation {
  /// @internal
  constructor(
    /// @internal
    readonly module: XlaModule,
    /// @internal
    readonly number: number,
    private readonly parse: Parse,
    /// The name.
    readonly name: string,
  ) {}

  /// The type.
  get programShape(): ProgramShape {
    return this.module.programShapeOf(this.number)
  }

  /// Returns the text of the program whose function `main` is the computation.
  text(): string {
    return this.module.textOf(this.number)
  }

  /// Returns that program.
  ///
  /// @param options `name` and `strict` as for `Paddock.parse`.
  /// @throws `ProgramError` if the program as a whole breaks a rule.
  async makeProgram(options: { name?: string; strict?: boolean } = {}): Promise<Program> {
    const program = await this.parse(this.text(), options)
    if (program.hasErrors) throw new ProgramError(program.diagnostics)
    return program
  }
}

let isDefined = false

/// Defines the methods, once. Bundlers drop modules that are imported for their effects alone.
function defineMethods(): void {
  if (isDefined) return
  isDefined = true
  const define = (prototype: object, name: string, value: unknown): void => void Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
  for (const [method, isFluent] of methods()) {
    define(ComputationBuilder.prototype, method, function (this: ComputationBuilder, ...list: unknown[]) {
      return this.make(method, list)
    })
    if (!isFluent) continue
    define(ComputationDataHandle.prototype, method, function (this: ComputationDataHandle, ...list: unknown[]) {
      return this.builder.make(method, [this, ...list])
    })
  }
}

/// The operations of XLA's document *Operation Semantics*, made by `Paddock.xla`. Its computations
/// can use each other. All calls but `Computation.makeProgram` are synchronous.
export class Xla {
  /// @internal
  constructor(
    private readonly module: XlaModule,
    private readonly parse: Parse,
  ) {
    defineMethods()
  }

  /// Returns a builder of one computation.
  ///
  /// @param name Name of the computation, which Call gives its function.
  computationBuilder(name: string): ComputationBuilder {
    return new ComputationBuilder(this.module, this.module.newBuilder(name), this.parse, name)
  }

  /// Returns the least value of an element type: minus infinity for floats.
  ///
  /// @param elementType The element type.
  minValue(elementType: PrimitiveType): XlaLiteral {
    return { text: `MinValue(${elementType})` }
  }
}
