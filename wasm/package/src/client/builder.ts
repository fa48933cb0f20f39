import { dictionaryText, openText } from '../builder/attribute-text.js'
import { FunctionBuilder } from '../builder/function-builder.js'
import { defineOperations } from '../builder/make-operation.js'
import type { BuilderModule } from '../builder/module.js'
import type { OpenAttribute, Type } from '../builder/types.js'
import { ProgramError } from '../protocol/diagnostics.js'
import type { Program } from './program.js'

/// Parameter of a function: its type, or the type with attributes of the parameter.
export type BuilderParameter = Type | { type: Type; attributes?: Readonly<Record<string, OpenAttribute>> }

/// Options of a function.
export interface FunctionOptions {
  /// Whether only functions of the program may call it. Default: false.
  isPrivate?: boolean
  /// Types of the results, which are needed only if another function calls it before it returns.
  resultTypes?: readonly Type[]
  /// Attributes of the function.
  attributes?: Readonly<Record<string, OpenAttribute>>
}

type Parse = (text: string, options: { name?: string; strict?: boolean }) => Promise<Program>

/// A program that is being built, made by `Paddock.builder`. All calls but `finish` are synchronous.
/// A call with a mistake throws a `ProgramError`, makes nothing, and leaves the builder as it was.
export class Builder {
  /// @internal
  constructor(
    private readonly module: BuilderModule,
    private readonly parse: Parse,
  ) {
    defineOperations()
  }

  /// Begins a function, whose name must be new.
  ///
  /// @param name The name, without `@`.
  /// @param parameters The types of its parameters by name.
  /// @param options Everything else.
  function(name: string, parameters: Readonly<Record<string, BuilderParameter>> = {}, options: FunctionOptions = {}): FunctionBuilder {
    return this.add(name, parameters, options, false)
  }

  /// Declares a function without a body, which other functions call.
  ///
  /// @param name The name, without `@`.
  /// @param parameters The types of its parameters by name.
  /// @param resultTypes The types of its results.
  /// @param options Everything else.
  declare(name: string, parameters: Readonly<Record<string, BuilderParameter>>, resultTypes: readonly Type[], options: Omit<FunctionOptions, 'resultTypes'> = {}): FunctionBuilder {
    return this.add(name, parameters, { ...options, resultTypes }, true)
  }

  private add(name: string, parameters: Readonly<Record<string, BuilderParameter>>, { isPrivate = false, resultTypes, attributes }: FunctionOptions, isDeclaration: boolean): FunctionBuilder {
    const names = Object.keys(parameters)
    const given = Object.values(parameters).map((one) => (typeof one === 'string' ? { type: one } : one))
    const handle = this.module.addFunction(name, {
      names,
      types: given.map(({ type }) => type),
      attributes: given.map(({ attributes: own }) => (own === undefined ? null : dictionaryText(own))),
      resultTypes: resultTypes ?? null,
      isPrivate,
      isDeclaration,
      ownAttributes: attributes === undefined ? null : dictionaryText(attributes),
    })
    return new FunctionBuilder(this.module, handle, name, names)
  }

  /// Sets an attribute of the module: `setAttribute('mhlo.num_replicas', '2 : i32')`.
  ///
  /// @param name The name.
  /// @param value The attribute, as programs write it.
  setAttribute(name: string, value: OpenAttribute): void {
    this.module.setModuleAttribute(name, openText(value))
  }

  /// Makes an operation of the module, such as `sdy.mesh`.
  ///
  /// @param name The full name.
  /// @param attributes Its attributes by the names of the op table, as programs write them.
  operation(name: string, attributes: Readonly<Record<string, OpenAttribute>>): void {
    this.module.addModuleOperation(name, Object.entries(attributes).map(([one, value]) => [one, openText(value)] as const))
  }

  /// Returns the text of the program up to here.
  ///
  /// @throws `ProgramError` if a function has not returned.
  text(): string {
    return this.module.programText()
  }

  /// Returns the program. The builder stays usable.
  ///
  /// @param options `name` and `strict` as for `Paddock.parse`.
  /// @throws `ProgramError` if a function has not returned, or the program as a whole breaks a rule.
  async finish(options: { name?: string; strict?: boolean } = {}): Promise<Program> {
    const program = await this.parse(this.text(), options)
    if (program.hasErrors) throw new ProgramError(program.diagnostics)
    return program
  }
}
