import type { Offsets, Range } from '../data/offsets.js'
import type { WireDimension, WireName, WireOperation } from './values.js'

/// A value (`%x`) or function (`@main`) and the places of its name. The range is that of the definition.
export interface NamePlace extends Range {
  /// The name with its sign: `%x`, `@main`.
  name: string
  /// Type in the program's notation.
  type: string
  /// Range of its type at the definition; null if the text has none.
  typeRange: Range | null
  /// Other occurrences of the name.
  uses: readonly Range[]
  /// Text of its `loc(...)`: `"jit(f)/attention/dot_general"(#loc18)`; empty if there is none.
  location: string
  /// Leaves of a tuple, `%t.0`, `%t.1.0`; null for any other type.
  leaves: readonly { name: string; type: string }[] | null
  /// Number of the leaf (`namesOf`); 0 unless it is part of a tuple.
  part: number
}

/// A size in a type (the 4 of `tensor<4x8xf32>`), and all sizes that are the same dimension. The
/// range is that of the size.
export interface DimensionPlace extends Range {
  /// The size; null for `?`.
  size: number | null
  /// All occurrences in types, in order, including the size itself.
  places: readonly Range[]
  /// Values that have this dimension. Each range is that of the value's name at the definition.
  values: readonly DimensionOfValue[]
}

/// Dimension number `dimension` of the value called `name`.
export interface DimensionOfValue extends Range {
  /// Name of the value: `%x`.
  name: string
  /// Number of the dimension, from 0.
  dimension: number
}

/// An operation in the text. The range covers all of it.
export interface OperationPlace extends Range {
  /// Full name: `stablehlo.add`.
  name: string
  /// Range of the name.
  nameRange: Range
  /// Number of regions around it.
  depth: number
  /// Text of its `loc(...)`, or empty.
  location: string
  /// Explanation in one sentence with the program's names, sizes and numbers: "Contracts dimension
  /// 1 of %x with 0 of %w: 64 products a cell." Empty while the program has errors.
  sentence: string
  /// `edge_padding_low` and `interior_padding` of a `stablehlo.pad`, for each dimension; else null.
  padding: { low: readonly number[]; interior: readonly number[] } | null
  /// Operands. The only entry in `uses` of one is its occurrence in this operation.
  operands: readonly NamePlace[]
  /// Results. `uses` is empty: `nameAt` finds the uses in the whole program.
  results: readonly NamePlace[]
}

/// @internal Without rest and spread, which take a third of the time to read a large program.
export function readName(wire: WireName, offsets: Offsets): NamePlace {
  const [name, type, location, leaves, begin, end, typeBegin, typeEnd] = wire
  const uses: Range[] = []
  for (let i = 8; i < wire.length; i += 2) uses.push(offsets.between(wire[i] as number, wire[i + 1] as number))
  return {
    name,
    type,
    location,
    leaves: leaves === 0 ? null : leaves.map(({ name, type }) => ({ name, type })),
    part: 0,
    from: offsets.unit(begin),
    to: offsets.unit(end),
    typeRange: typeEnd === 0 ? null : offsets.between(typeBegin, typeEnd),
    uses,
  }
}

/// @internal
export function readDimension({ begin, end, places, values, size }: WireDimension, offsets: Offsets): DimensionPlace {
  return {
    ...offsets.range({ begin, end }),
    size,
    places: places.map((place) => offsets.range(place)),
    values: values.map(({ name, dimension, ...span }) => ({ name, dimension, ...offsets.range(span) })),
  }
}

/// @internal
export function readOperation([name, depth, location, sentence, padding, operands, results, begin, end, nameBegin, nameEnd]: WireOperation, offsets: Offsets): OperationPlace {
  return {
    name,
    depth,
    location,
    sentence,
    padding: padding === 0 ? null : padding,
    from: offsets.unit(begin),
    to: offsets.unit(end),
    nameRange: offsets.between(nameBegin, nameEnd),
    operands: operands.map((name) => readName(name, offsets)),
    results: results.map((name) => readName(name, offsets)),
  }
}
