/// Rows of the op table, as core/dialect/emit-javascript.mjs writes them.

/// Name in programs, name in JavaScript, form, and the enumeration or structure of the form.
export type AttributeRow = readonly [name: string, property: string, form: string, of?: string]

/// `words` numbers the words for its type, without the rank. `elementType` is the one of a number
/// where no operand determines it, or empty.
export type OperandRow = readonly [name: string, words: number, isList: 0 | 1, isScalar: 0 | 1, elementType: string]

type RegionRow = readonly [name: string, isList: 0 | 1, hasGivenArguments: 0 | 1]

/// `none`, `one`; `tuple`: several of a fixed number; `list`: any number. The others are lists that
/// are one value if the first operand that may be a list is one value, or the given result type,
/// or what the first region returns.
type ResultForm = 'none' | 'one' | 'tuple' | 'list' | 'operand' | 'type' | 'region'

export type OperationRow = readonly [
  name: string,
  method: string,
  operands: readonly OperandRow[],
  attributes: readonly AttributeRow[],
  regions: readonly RegionRow[],
  results: ResultForm,
  hasGivenTypes: 0 | 1,
  isConstant: 0 | 1,
]

export type StructRow = readonly [name: string, dialect: string, fields: readonly AttributeRow[]]

export type EnumRow = readonly [name: string, dialect: string, cases: readonly string[]]
