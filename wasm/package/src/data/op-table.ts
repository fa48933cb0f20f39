/// Facts about every operation: the op table, as `paddock ops --json` prints it.
export interface OpTable {
  ops: readonly OpInfo[]
  enums: readonly { name: string; dialect: string; cases: readonly string[] }[]
  structs: readonly { name: string; dialect: string; fields: readonly AttributeInfo[] }[]
  calls: readonly CustomCallInfo[]
}

/// Targets of `custom_call` that have an implementation.
export interface CustomCallInfo {
  /// Target names, separated by blanks. `{sdcz}` stands for one letter each of f32, f64, complex<f32> and complex<f64>.
  names: string
  /// Purpose of the target, in one sentence.
  doc: string
  /// Operands of the call. A type is `T[m, n]`: the call's element type (`R`: that of its parts;
  /// `C`: the complex one) and the last sizes.
  operands: readonly { name: string; type: string }[]
  /// Attributes. `form` lists the allowed letters (`L U`), or is `bool` or `i32`.
  attributes: readonly { name: string; form: string; optional: boolean }[]
  results: readonly { name: string; type: string }[]
}

/// One operation, as the specification defines it.
export interface OpInfo {
  /// Full name: `stablehlo.add`.
  name: string
  dialect: string
  family: string
  /// Purpose of the operation, in one sentence.
  doc: string
  /// Names of the operation in other libraries: `exp`.
  also: readonly string[]
  /// Link to its section of the specification, or empty.
  link: string
  since: string
  operands: readonly { name: string; type: string; arity: Arity }[]
  attributes: readonly AttributeInfo[]
  results: readonly { name: string; type: string; arity: Arity }[]
  regions: readonly { name: string; arity: Arity; isolated: boolean }[]
  constraints: readonly { label: string; when: string; formula: string }[]
  traits: readonly string[]
  /// Syntax of the short form; empty if it has only the generic form.
  format: string
  kernel: string
  checked: boolean
  /// Whether it can be executed.
  runs: boolean
}

/// Number of values of an operand, result or region.
export type Arity = 'one' | 'optional' | 'variadic'

/// An attribute of an operation, or a field of a structure.
export interface AttributeInfo {
  name: string
  /// Kind: `i64`, `i64_array`, `enum`, `struct` and others.
  form: string
  /// Name of the enumeration or structure.
  of: string
  optional: boolean
  default: string
  since: string
  label: string
}
