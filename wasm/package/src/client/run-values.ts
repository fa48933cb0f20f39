import '../data/dispose.js'
import type { Connection } from './connection.js'
import type { ElementType } from '../data/element-types.js'
import type { Cursor } from '../protocol/line-operation.js'
import type { Offsets, Range } from '../data/offsets.js'
import type { Replies, Share } from '../protocol/messages.js'
import type { WireValue } from '../protocol/values.js'
import type { WireLook } from '../protocol/run.js'
import { Tensor } from './tensor.js'

/// Summary of one value in a run. The range is that of its name at the definition.
export interface ValueSummary extends Range {
  /// Name: `%x`, `%r#1`, or `%t.1.0` for a leaf of a tuple, whose number is `part`.
  name: string
  /// Number of the leaf; 0 unless it is part of a tuple.
  part: number
  /// Text of its `loc(...)`; see `NamePlace`.
  location: string
  /// Type in the program's notation, with the sizes of this run.
  type: string
  /// Element type, the storage type if it is quantized.
  elementType: ElementType
  /// Sizes of the dimensions.
  shape: readonly number[]
  /// Number of elements.
  count: number
  /// Number of times it was computed; 0 for arguments and constants.
  executions: number
  /// Number of elements that are NaN.
  nan: number
  /// Number of elements that are infinite.
  infinite: number
  /// Least finite element, by absolute value if complex; null if there are none.
  min: number | null
  /// Greatest finite element, likewise.
  max: number | null
  /// Mean of the finite elements, likewise.
  mean: number | null
  /// Histogram over equal parts of min .. max; empty if no element is finite.
  histogram: readonly number[]
  /// Elements as nested arrays, for tensors of at most 16: numbers, booleans, pairs for complex
  /// numbers, strings for 64-bit integers, "NaN", "Infinity" and "-Infinity".
  elements?: unknown
}

/// Kept values that come with the result of a run. A later call with the same arguments returns
/// them without a request to the engine.
export interface RunLook {
  /// First offset, as for `RunValues.summaries`.
  from: number
  /// Offset behind the last.
  to: number
  /// Cursor whose operation's values (see `operationAt`) come as tensors, as `RunValues.tensor`
  /// returns them, with previews of `RunOptions.previewBins`. Each tensor is returned once.
  cursor?: Cursor
  /// Process, as a flattened id. Default: 0.
  process?: number
}

/// @internal Values that came with a result.
interface Looked {
  look: WireLook
  previewBins: number
  values: ValueSummary[]
  names: { offset: number; index: number; part: number }[]
  tensors: (Tensor | null | undefined)[]
}

/// @internal Session that holds the values of some processes.
interface ValuePlace extends Share {
  connection: Connection
  session: number
}

/// Values that a run kept. They stay in the engine's memory until `close()` or garbage collection.
export class RunValues {
  private looked: Looked | null = null

  /// @internal
  constructor(
    private readonly places: readonly ValuePlace[],
    private readonly offsets: Offsets,
  ) {
    for (const { connection, session } of places) connection.watch(this, 'session', session)
  }

  /// @internal Values that came with the result of a run in one engine.
  take(look: WireLook, previewBins: number, { values, names, tensors }: NonNullable<Replies['run']['looked']>): void {
    const { connection } = this.places[0]!
    const taken = tensors.map((wire) => wire && new Tensor(connection, wire))
    this.looked = { look, previewBins, values: values.map((value) => this.read(value)), names, tensors: taken }
  }

  private read({ begin, end, elementType, ...rest }: WireValue): ValueSummary {
    return { ...rest, ...this.offsets.range({ begin, end }), elementType: elementType as ElementType }
  }

  /// Finds the session of a process; undefined if its Worker is lost.
  private place(process: number): ValuePlace | undefined {
    return this.places.find(({ connection, first, count }) => first <= process && process < first + count && !connection.isLost)
  }

  /// Summarizes the values defined in a range of the text.
  ///
  /// @param from First offset. Default: the beginning of the text.
  /// @param to Offset behind the last. Default: the end of the text.
  /// @param process Process, as a flattened id. Default: 0.
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

  /// Returns the value defined at `offset`, or null if it was not computed or not kept.
  ///
  /// @param offset Offset of its name at the definition.
  /// @param process Process, as a flattened id. Default: 0.
  /// @param index Index among several results under one name (`%r:2`). Default: 0.
  /// @param previewBins Number of histogram bins of a preview: see `RunOptions.previewBins`.
  /// @param part Number of the leaf of a tuple. Default: 0.
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

  /// Takes a tensor that came with the result, once; undefined if it did not.
  private takeLooked({ offset, index, part }: Looked['names'][number], process: number, previewBins: number): Tensor | null | undefined {
    const { looked } = this
    if (looked === null || looked.look.process !== process || looked.previewBins !== previewBins) return undefined
    const at = looked.names.findIndex((name, i) => name.offset === offset && name.index === index && name.part === part && looked.tensors[i] !== undefined)
    const tensor = looked.tensors[at]
    if (at >= 0) looked.tensors[at] = undefined
    return tensor
  }

  /// Releases the values. Tensors that were taken from them stay.
  close(): void {
    for (const tensor of this.looked?.tensors ?? []) tensor?.close()
    for (const { connection, session } of this.places) connection.release(this, 'session', session)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}
