import './dispose.js'
import type { Connection } from './connection.js'
import type { Range } from './diagnostics.js'
import type { ElementType } from './element-types.js'
import type { Cursor } from './line-operation.js'
import type { Offsets } from './offsets.js'
import type { Replies, Share, WireValue } from './protocol.js'
import type { WireLook } from './protocol-run.js'
import { Tensor } from './tensor.js'

/// What a run made of one value. The range is of the name, where it is defined.
export interface ValueSummary extends Range {
  /// `%x`, `%r#1`; `%t.1.0` for a leaf of a tuple, whose number is `part`.
  name: string
  part: number
  /// As of a `NamePlace`.
  location: string
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

/// Which of the values that a run keeps come with its result: what is asked for in the same words
/// is then answered without asking the engine.
export interface RunLook {
  /// As for `RunValues.summaries`.
  from: number
  to: number
  /// Tensors of the operation that this cursor means (see `operationAt`), as `RunValues.tensor`
  /// gives them, with previews of `RunOptions.previewBins`; each is given once.
  cursor?: Cursor
  /// A flattened id; 0 if left out.
  process?: number
}

/// @internal What came with a result.
interface Looked {
  look: WireLook
  previewBins: number
  values: ValueSummary[]
  names: { offset: number; index: number; part: number }[]
  tensors: (Tensor | null | undefined)[]
}

/// @internal Where the values of some processes are.
export interface ValuePlace extends Share {
  connection: Connection
  session: number
}

/// The values that a run kept. They stay in the engine's memory until `close()` (else the
/// garbage collector gives it back).
export class RunValues {
  private looked: Looked | null = null

  /// @internal
  constructor(
    private readonly places: readonly ValuePlace[],
    private readonly offsets: Offsets,
  ) {
    for (const { connection, session } of places) connection.watch(this, 'session', session)
  }

  /// @internal What came with the result of a run in one engine.
  take(look: WireLook, previewBins: number, { values, names, tensors }: NonNullable<Replies['run']['looked']>): void {
    const { connection } = this.places[0]!
    const taken = tensors.map((wire) => wire && new Tensor(connection, wire))
    this.looked = { look, previewBins, values: values.map((value) => this.read(value)), names, tensors: taken }
  }

  private read({ begin, end, elementType, ...rest }: WireValue): ValueSummary {
    return { ...rest, ...this.offsets.range({ begin, end }), elementType: elementType as ElementType }
  }

  /// Nothing of a process whose Worker is gone.
  private place(process: number): ValuePlace | undefined {
    return this.places.find(({ connection, first, count }) => first <= process && process < first + count && !connection.isLost)
  }

  /// Of the values that are defined between two places of the text; `process` is a flattened id.
  async summaries(from = 0, to = Number.MAX_SAFE_INTEGER, process = 0): Promise<ValueSummary[]> {
    const { looked } = this
    if (looked?.look.process === process && looked.look.from === from && looked.look.to === to) return looked.values
    const { begin, end } = this.offsets.bytes({ from, to })
    const place = this.place(process)
    if (place === undefined) return []
    const { connection, session } = place
    const { values } = await connection.ask({ kind: 'values', session, begin, end, process })
    return values.map((value) => this.read(value))
  }

  /// The value that is defined at `offset`, or null if it was not computed or not kept. Of
  /// several under one name (`%r:2`) the one with this index, in a tuple the leaf number `part`.
  /// `previewBins` as for results.
  async tensor(offset: number, process = 0, index = 0, previewBins = 0, part = 0): Promise<Tensor | null> {
    const looked = this.takeLooked({ offset, index, part }, process, previewBins)
    if (looked !== undefined) return looked
    const at = this.offsets.byte(offset)
    const place = this.place(process)
    if (place === undefined) return null
    const { connection, session } = place
    const { tensor } = await connection.ask({ kind: 'value', session, offset: at, process, index, part, previewBins })
    return tensor && new Tensor(connection, tensor)
  }

  /// What came of it with the result, once; undefined if nothing did.
  private takeLooked({ offset, index, part }: Looked['names'][number], process: number, previewBins: number): Tensor | null | undefined {
    const { looked } = this
    if (looked === null || looked.look.process !== process || looked.previewBins !== previewBins) return undefined
    const at = looked.names.findIndex((name, i) => name.offset === offset && name.index === index && name.part === part && looked.tensors[i] !== undefined)
    const tensor = looked.tensors[at]
    if (at >= 0) looked.tensors[at] = undefined
    return tensor
  }

  close(): void {
    for (const tensor of this.looked?.tensors ?? []) tensor?.close()
    for (const { connection, session } of this.places) connection.release(this, 'session', session)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}
