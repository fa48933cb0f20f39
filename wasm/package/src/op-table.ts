/// What is known of every operation: the op table, as `paddock ops --json` prints it.
export interface OpTable {
  ops: readonly OpInfo[]
  enums: readonly { name: string; dialect: string; cases: readonly string[] }[]
  structs: readonly { name: string; dialect: string; fields: readonly AttributeInfo[] }[]
  calls: readonly CustomCallInfo[]
}

/// Targets of `custom_call` that run by themselves.
export interface CustomCallInfo {
  /// Separated by blanks; `{sdcz}` stands for one letter each of f32, f64, complex<f32> and complex<f64>.
  names: string
  /// One sentence.
  doc: string
  /// A type is `T[m, n]`: the call's element type (`R`: that of its parts, `C`: the complex one) and the last sizes.
  operands: readonly { name: string; type: string }[]
  /// `form`: the letters that it can be (`L U`), `bool` or `i32`.
  attributes: readonly { name: string; form: string; optional: boolean }[]
  results: readonly { name: string; type: string }[]
}

/// One operation, as the specification defines it.
export interface OpInfo {
  /// `stablehlo.add`.
  name: string
  dialect: string
  family: string
  /// One sentence.
  doc: string
  /// Names by which other libraries call it: `exp`.
  also: readonly string[]
  /// Its section of the specification, or empty.
  link: string
  since: string
  operands: readonly { name: string; type: string; arity: Arity }[]
  attributes: readonly AttributeInfo[]
  results: readonly { name: string; type: string; arity: Arity }[]
  regions: readonly { name: string; arity: Arity; isolated: boolean }[]
  constraints: readonly { label: string; when: string; formula: string }[]
  traits: readonly string[]
  /// How it is written without quotes; empty where it has only the generic form.
  format: string
  kernel: string
  checked: boolean
  /// Whether it can be executed.
  runs: boolean
}

/// How many values stand for an operand, result or region.
export type Arity = 'one' | 'optional' | 'variadic'

/// An attribute of an operation, or a field of a structure.
export interface AttributeInfo {
  name: string
  /// `i64`, `i64_array`, `enum`, `struct` ...
  form: string
  /// Of an enumeration or structure its name.
  of: string
  optional: boolean
  default: string
  since: string
  label: string
}
