import '../data/dispose.js'
import { checkedWhole } from '../data/checked.js'
import type { Offsets, Range } from '../data/offsets.js'
import { ProgramError, readDiagnostics } from '../protocol/diagnostics.js'
import type { RunSetup } from '../protocol/messages.js'
import type { WhyReplies, WhyRequest } from '../protocol/why.js'
import type { RunInputs } from './run.js'
import type { RunSource } from './run-here.js'

/// Cell of a set, with the id of its own entry in the chain.
export interface WhyTerm {
  /// Indices of the cell.
  cell: readonly number[]
  /// Its value as text: `-0.3`, `nan`.
  value: string
  /// `WhyCell.id` of its entry; null if the chain does not follow it.
  id: number | null
  /// The way to that entry through loops, branches and calls: `after 3 iterations of the loop in line 7`.
  through: readonly string[]
}

/// Cells of one operand that one operation read; in a forward chain, cells of one result that it wrote.
export interface WhySet {
  /// Name with the cells: `%x[3, 0:8]`.
  name: string
  /// Index of the operand.
  operand: number
  /// For each dimension the start, the count and the stride of the indices.
  ranges: readonly (readonly [start: number, count: number, stride: number])[]
  /// Number of cells.
  count: number
  /// Replica and partition of the process that has them.
  process: readonly [replica: number, partition: number]
  /// Whether it decided the way, such as the condition of a loop, and is no operand.
  decides: boolean
  /// All cells, or those that contribute most.
  cells: readonly WhyTerm[]
}

/// One cell of a chain, at one computation.
export interface WhyCell {
  /// Index of the entry in `WhyChain.cells`.
  id: number
  /// Where the value is from.
  kind: 'operation' | 'constant' | 'input' | 'unknown'
  /// Name with the indices: `%x[3, 5]`.
  name: string
  /// Indices of the cell.
  cell: readonly number[]
  /// Its value as text: `-0.3`, `nan`.
  value: string
  /// Name of the operation; empty for an input.
  operation: string
  /// Line of the operation, from 1; 0 if it has none.
  line: number
  /// First byte of the operation in the UTF-8 text; `WhyChain.rangeOf` gives code units.
  begin: number
  /// Byte behind the operation.
  end: number
  /// Text of its `loc(...)`; empty if there is none.
  location: string
  /// Replica and partition of the process.
  process: readonly [replica: number, partition: number]
  /// Number of the execution, from 1, of `executions`; 0 for inputs and constants.
  execution: number
  /// Number of executions in the run.
  executions: number
  /// Loops and calls around it, the innermost first: `iteration 3 of the loop in line 7`.
  in: readonly string[]
  /// The computation with its numbers: `log(-0.3)`. Empty for operations that only move cells.
  formula: string
  /// Remarks, as about clamped indices.
  notes: readonly string[]
  /// Cells that it asks for, if some lie outside of the operand: before indices are clamped, and where padding is.
  asked: Pick<WhySet, 'name' | 'operand' | 'ranges'> | null
  /// Why the chain ends here; empty if it goes on.
  reason: string
  /// Whether it is NaN or infinite, and its operands are not.
  begins_here: boolean
  /// Why it is: `log of a negative number`; or empty.
  rule: string
  /// Whether its operands were followed.
  followed: boolean
  /// The cells from which it was computed, or that were computed from it.
  sets: readonly WhySet[]
}

/// Cells from which a cell was computed, or that were computed from it. As JSON it is what `paddock why --format json`
/// prints; `String(chain)` is what `paddock why` prints.
export class WhyChain {
  /// Direction from the asked cell.
  readonly direction!: 'back' | 'forward'
  /// Whether no limit and no stop ended it.
  readonly complete!: boolean
  /// The asked cell, then the others.
  readonly cells!: readonly WhyCell[]
  readonly #text: string
  readonly #offsets: Offsets

  /// @internal
  constructor(json: string, text: string, offsets: Offsets) {
    Object.assign(this, JSON.parse(json))
    this.#text = text
    this.#offsets = offsets
  }

  /// Returns the range of a cell's operation in the text.
  ///
  /// @param cell One of `cells`.
  rangeOf({ begin, end }: WhyCell): Range {
    return this.#offsets.range({ begin, end })
  }
  /// Returns the chain as text for people.
  toString(): string {
    return this.#text
  }
}

/// Which cell is asked for, how far its chain goes, and how the question is stopped.
export interface WhyAsk {
  /// Asks for the first NaN of the run, or of the value that is named.
  nan?: boolean
  /// Asks for the first infinity of the run, or of the value that is named.
  inf?: boolean
  /// Follows the cells that were computed from the cell. Default: false, those from which it was computed.
  forward?: boolean
  /// Which computation of the value, from 1. Default: the last one.
  execution?: number
  /// Line of the value, if several have the name. Default: the first in the text.
  line?: number
  /// Process, as a flattened id. Default: 0.
  process?: number
  /// Most cells of the chain. Default: 60.
  cells?: number
  /// Most operations from the cell to another. Default: 1000.
  depth?: number
  /// Cells of a sum or another large set that are followed. Default: 4.
  terms?: number
  /// Also follows predicates of branches, conditions of loops, and finite cells from NaN. Default: false.
  all?: boolean
  /// Stops the question: the run rejects with the signal's reason, a chain ends early.
  signal?: AbortSignal
  /// Receives the number of steps of the run so far, some ten times a second.
  onProgress?: (progress: { steps: number }) => void
}

/// Inputs and settings of a run that is asked, and the question.
export interface WhyOptions extends RunInputs, WhyAsk {}

const whole = (name: string, value: number | undefined, usual: number): number => checkedWhole(name, value ?? usual, 0, 2 ** 31 - 1)

function requestOf(why: number, cell: string, ask: WhyAsk): WhyRequest {
  if (ask.nan === true && ask.inf === true) throw new TypeError('nan and inf are two questions')
  return {
    kind: 'why',
    why,
    cell,
    bad: ask.nan === true ? 1 : ask.inf === true ? 2 : 0,
    isForward: ask.forward ?? false,
    followsAll: ask.all ?? false,
    process: whole('process', ask.process, 0),
    execution: checkedWhole('execution', ask.execution ?? 0),
    line: whole('line', ask.line, 0),
    cells: whole('cells', ask.cells, 60),
    depth: whole('depth', ask.depth, 1000),
    terms: whole('terms', ask.terms, 4),
    isStopped: ask.signal?.aborted ?? false,
  }
}

/// A finished run that answers where its numbers came from. The first question runs the program, at level `faithful`;
/// later ones go back in time. Questions are answered in order.
export class WhyRun {
  /// Process grid of the run.
  readonly grid: { replicas: number; partitions: number }

  /// @internal
  constructor(
    private readonly source: RunSource,
    private readonly reply: WhyReplies['whyStart'],
  ) {
    this.grid = { replicas: reply.replicas, partitions: reply.partitions }
    source.connection.watch(this, 'why', reply.why)
  }

  /// Returns the chain of a cell, or, with `nan` or `inf`, of the first such cell of a value.
  ///
  /// @param cell `'%x[3, 5]'`, or the name of a value.
  /// @param ask The direction and limits.
  /// @throws `RangeError` if there is no such cell, and the signal's reason if the run is stopped.
  async why(cell: string, ask: WhyAsk = {}): Promise<WhyChain> {
    if (cell === '') throw new RangeError("a cell is given as '%x[3, 5]'")
    return (await this.ask(cell, ask))!
  }

  /// @internal An empty cell: the first NaN or infinity of the run; null if there is none.
  async ask(cell: string, ask: WhyAsk): Promise<WhyChain | null> {
    const { connection, offsets } = this.source
    const { signal, onProgress } = ask
    let run = 0
    const stop = (): void => void connection.ask({ kind: 'stop', run }).catch(() => {})
    const listener = { onProgress: onProgress && (({ workDone }: { workDone: number }) => onProgress({ steps: workDone })) }
    const asking = connection.ask(requestOf(this.reply.why, cell, ask), listener, [], (id) => (run = id))
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const { status, json, text, problem, diagnostics } = await asking
      if (status === 'answered') return new WhyChain(json, text, offsets)
      if (status === 'none') return null
      if (status === 'absent') throw new RangeError(problem)
      if (status === 'stopped') throw signal?.reason ?? new Error('the question was stopped')
      throw new ProgramError(readDiagnostics(diagnostics, offsets))
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  /// Ends the run and releases its values.
  close(): void {
    this.source.connection.release(this, 'why', this.reply.why)
  }
  [Symbol.dispose](): void {
    this.close()
  }
}

/// @internal
export async function startWhy(source: RunSource, setup: RunSetup, transfer: Transferable[]): Promise<WhyRun> {
  const reply = await source.connection.ask({ ...setup, kind: 'whyStart' }, {}, transfer)
  if (reply.why === 0) throw new ProgramError(readDiagnostics(reply.diagnostics, source.offsets))
  return new WhyRun(source, reply)
}
