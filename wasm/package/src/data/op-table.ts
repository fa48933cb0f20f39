/// Facts about every operation: the op table, as `paddock ops --json` prints it.
export interface OpTable {
  /// The operations.
  ops: readonly OpInfo[]
  /// Enumerations of attributes, with the words that the program writes.
  enums: readonly { name: string; dialect: string; cases: readonly string[] }[]
  /// Attributes that have fields, such as the dimension numbers of a `gather`.
  structs: readonly { name: string; dialect: string; fields: readonly AttributeInfo[] }[]
  /// Targets of `custom_call`.
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
  /// Results of the call, with types as for the operands.
  results: readonly { name: string; type: string }[]
}

/// One operation, as the specification defines it.
export interface OpInfo {
  /// Full name: `stablehlo.add`.
  name: string
  /// Dialect: `stablehlo`, `chlo`, `arith` and others.
  dialect: string
  /// Family: `elementwise`, `data_movement`, `collective` and others.
  family: string
  /// Purpose of the operation, in one sentence.
  doc: string
  /// Names of the operation in other libraries: `exp`.
  also: readonly string[]
  /// Link to its section of the specification, or empty.
  link: string
  /// Version of StableHLO in which it came; empty if it was there from the beginning.
  since: string
  /// Operands, with their types in the specification's words.
  operands: readonly { name: string; type: string; arity: Arity }[]
  /// Attributes.
  attributes: readonly AttributeInfo[]
  /// Results, with their types in the specification's words.
  results: readonly { name: string; type: string; arity: Arity }[]
  /// Regions. One that is `isolated` may not use values defined outside.
  regions: readonly { name: string; arity: Arity; isolated: boolean }[]
  /// Constraints: the label (`C1`; `X1` for a rule that the specification leaves out), the formula,
  /// and when it can be checked: `parse`, `check`, `start`, `run`, `implied` by others, or with a
  /// warning, `warn` and `upstream`.
  constraints: readonly { label: string; when: string; formula: string }[]
  /// Traits: `pure`, `commutative`, `elementwise`, `collective` and others.
  traits: readonly string[]
  /// Syntax of the short form; empty if it has only the generic form.
  format: string
  /// Kernel that computes it element-wise; empty if none does.
  kernel: string
  /// Whether a function checks its constraints.
  checked: boolean
  /// Whether it can be executed.
  runs: boolean
}

/// Number of values of an operand, result or region.
export type Arity = 'one' | 'optional' | 'variadic'

/// An attribute of an operation, or a field of a structure.
export interface AttributeInfo {
  /// Name as the program writes it.
  name: string
  /// Kind: `i64`, `i64_array`, `enum`, `struct` and others.
  form: string
  /// Name of the enumeration or structure.
  of: string
  /// Whether it may be absent.
  optional: boolean
  /// Value if it is absent, in generic syntax; empty if there is none.
  default: string
  /// Version of StableHLO in which it came; empty if it was there from the beginning.
  since: string
  /// Label of the input in the specification: `I4`; empty if it has none.
  label: string
}
