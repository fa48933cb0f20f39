import './dispose.js'
import { checkedWhole, mostBins } from './checked.js'
import type { Connection } from './connection.js'
import { byteConverter, offsetConverter, type Range } from './diagnostics.js'
import type { ElementType } from './element-types.js'
import type { Share, WireName, WireOperation, WireValue } from './protocol.js'
import { Tensor } from './tensor.js'

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

/// What a run made of one value. The range is of the name, where it is defined.
export interface ValueSummary extends Range {
  name: string
  type: string
  elementType: ElementType
  shape: readonly number[]
  count: number
  /// How often it was computed; 0 for arguments and constants.
  executions: number
  nan: number
  infinite: number
  /// Of the finite elements, of complex ones their absolute values; null if there is none.
  min: number | null
  max: number | null
  mean: number | null
  /// How many elements lie in each of equal parts of min .. max; empty if none is finite.
  histogram: readonly number[]
  /// Nested arrays, of tensors of at most 16 elements: numbers, booleans, pairs for complex
  /// ones, strings for 64-bit integers, "NaN", "Infinity" and "-Infinity".
  elements?: unknown
}

/// @internal Between the engine's bytes and JavaScript's code units.
export class Offsets {
  readonly unit: (byte: number) => number
  readonly byte: (unit: number) => number

  constructor(text: string) {
    this.unit = offsetConverter(text)
    this.byte = byteConverter(text)
  }

  range({ begin, end }: { begin: number; end: number }): Range {
    return { from: this.unit(begin), to: this.unit(end) }
  }
  bytes({ from, to }: Range): { begin: number; end: number } {
    return { begin: this.byte(from), end: this.byte(to) }
  }
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

/// @internal Where the values of some processes are.
export interface ValuePlace extends Share {
  connection: Connection
  session: number
}

/// The values that a run kept. They stay in the engine's memory until `close()` (else the
/// garbage collector gives it back).
export class RunValues {
  /// @internal
  constructor(
    private readonly places: readonly ValuePlace[],
    private readonly offsets: Offsets,
  ) {
    for (const { connection, session } of places) connection.watch(this, 'session', session)
  }

  /// Nothing of a process whose Worker is gone.
  private place(process: number): ValuePlace | undefined {
    return this.places.find(({ connection, first, count }) => first <= process && process < first + count && !connection.isLost)
  }

  /// Of the values that are defined between two places of the text; `process` is a flattened id.
  async summaries(from = 0, to = Number.MAX_SAFE_INTEGER, process = 0): Promise<ValueSummary[]> {
    const { begin, end } = this.offsets.bytes({ from, to })
    const place = this.place(process)
    if (place === undefined) return []
    const { connection, session } = place
    const { values } = await connection.ask({ kind: 'values', session, begin, end, process })
    return values.map(({ begin, end, elementType, ...rest }: WireValue) => ({
      ...rest,
      ...this.offsets.range({ begin, end }),
      elementType: elementType as ElementType,
    }))
  }

  /// The value that is defined at `offset`, or null if it was not computed or not kept. Of
  /// several under one name (`%r:2`) the one with this index. `previewBins` as for results.
  async tensor(offset: number, process = 0, index = 0, previewBins = 0): Promise<Tensor | null> {
    checkedWhole('previewBins', previewBins, 0, mostBins)
    const at = this.offsets.bytes({ from: offset, to: offset }).begin
    const place = this.place(process)
    if (place === undefined) return null
    const { connection, session } = place
    const { tensor } = await connection.ask({ kind: 'value', session, offset: at, process, index, previewBins })
    return tensor && new Tensor(connection, tensor)
  }

  close(): void {
    for (const { connection, session } of this.places) connection.release(this, 'session', session)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}
