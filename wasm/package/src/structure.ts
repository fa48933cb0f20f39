import type { Range } from './diagnostics.js'
import type { Offsets } from './offsets.js'
import type { WireName, WireOperation } from './protocol.js'

/// A value (`%x`) or function (`@main`) and the places of its name. The range is of the
/// definition.
export interface NamePlace extends Range {
  name: string
  type: string
  /// Of its type at the definition; null where the text has none.
  typeRange: Range | null
  /// All other places of the name.
  uses: readonly Range[]
}

/// An operation in the text. The range is of the whole.
export interface OperationPlace extends Range {
  /// `stablehlo.add`.
  name: string
  nameRange: Range
  /// How many regions it stands in.
  depth: number
  /// What `loc(...)` says, or empty.
  location: string
  /// What it does, in one sentence with the program's names, sizes and numbers: "Contracts dimension 1
  /// of %x with 0 of %w: 64 products a cell." Empty while the program has errors.
  sentence: string
  /// `uses` of an operand is its place in this operation.
  operands: readonly NamePlace[]
  results: readonly NamePlace[]
}

/// @internal
export function readName({ begin, end, typeSpan, uses, ...rest }: WireName, offsets: Offsets): NamePlace {
  return {
    ...rest,
    ...offsets.range({ begin, end }),
    typeRange: typeSpan.end === 0 ? null : offsets.range(typeSpan),
    uses: uses.map((use) => offsets.range(use)),
  }
}

/// @internal
export function readOperation({ begin, end, nameSpan, operands, results, ...rest }: WireOperation, offsets: Offsets): OperationPlace {
  return {
    ...rest,
    ...offsets.range({ begin, end }),
    nameRange: offsets.range(nameSpan),
    operands: operands.map((name) => readName(name, offsets)),
    results: results.map((name) => readName(name, offsets)),
  }
}
