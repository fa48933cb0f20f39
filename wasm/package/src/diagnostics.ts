import type { WireDiagnostic } from './protocol.js'

/// A range of a program's text in UTF-16 code units, as JavaScript and editors count.
export interface Range {
  from: number
  to: number
}

/// One thing that is wrong with a program, its inputs or its run: what the command writes with
/// `--format json`, with ranges in the units of JavaScript.
export interface Diagnostic extends Range {
  severity: 'error' | 'warning'
  /// Stable, lower case: `pad-c3` for a numbered constraint of the specification, `syntax`,
  /// `ssa`, `input`, `memory`, `not-implemented`, `check-failed` ... for the rest.
  code: string
  message: string
  file: string
  /// Both count from 1; columns count UTF-8 bytes.
  line: number
  column: number
  /// Where it ends.
  endLine: number
  endColumn: number
  /// The constraint as the specification writes it, or empty.
  formula: string
  /// The rule in the specification, or empty.
  link: string
  notes: (Range & { message: string })[]
  /// Edits that end the diagnostic; `isCertain` where nothing else can have been meant.
  fixes: (Range & { label: string; replacement: string; isCertain: boolean })[]
  /// It would not have been reported but for an earlier diagnostic: where known, `causedBy`.
  isConsequence: boolean
  causedBy: (Range & { code: string }) | null
}

/// Turns byte offsets of `text` into UTF-16 offsets, each asked for in any order.
export function offsetConverter(text: string): (byte: number) => number {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return (byte) => byte
  const starts = byteStarts(text)
  return (byte) => firstAtLeast(starts, byte)
}

/// Turns UTF-16 offsets of `text` into byte offsets.
export function byteConverter(text: string): (unit: number) => number {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return (unit) => Math.min(Math.max(unit, 0), text.length)
  const starts = byteStarts(text)
  return (unit) => starts[Math.min(Math.max(unit, 0), text.length)]!
}

/// Where each code unit of `text` begins in UTF-8, and its end; the second half of a pair
/// begins where the pair ends.
function byteStarts(text: string): Uint32Array {
  const starts = new Uint32Array(text.length + 1)
  let byte = 0
  for (let i = 0; i < text.length; ++i) {
    starts[i] = byte
    const unit = text.charCodeAt(i)
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00
    byte += isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
    if (isPair) starts[++i] = byte
  }
  starts[text.length] = byte
  return starts
}

/// The first index whose start is `byte` or more.
function firstAtLeast(starts: Uint32Array, byte: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! < byte) low = middle + 1
    else high = middle
  }
  return low
}

export function readDiagnostics(wire: readonly WireDiagnostic[], text: string): Diagnostic[] {
  if (wire.length === 0) return []
  const convert = offsetConverter(text)
  const range = ({ begin, end }: { begin: number; end: number }): Range => ({ from: convert(begin), to: convert(end) })
  return wire.map((diagnostic) => ({
    ...range(diagnostic),
    severity: diagnostic.severity,
    code: diagnostic.code,
    message: diagnostic.message,
    file: diagnostic.file,
    line: diagnostic.line,
    column: diagnostic.column,
    endLine: diagnostic.end_line,
    endColumn: diagnostic.end_column,
    formula: diagnostic.formula,
    link: diagnostic.link,
    notes: diagnostic.notes.map((note) => ({ ...range(note), message: note.message })),
    fixes: diagnostic.fixes.map((fix) => ({
      ...range(fix),
      label: fix.label,
      replacement: fix.replacement,
      isCertain: fix.is_certain,
    })),
    isConsequence: diagnostic.is_consequence,
    causedBy: diagnostic.caused_by && { ...range(diagnostic.caused_by), code: diagnostic.caused_by.code },
  }))
}

/// Thrown where there is nothing to give but what is wrong.
export class ProgramError extends Error {
  override readonly name = 'ProgramError'

  /// @internal
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ message, line, to }) => (line > 0 && to > 0 ? `line ${line}: ${message}` : message)).join('\n'))
  }
}
