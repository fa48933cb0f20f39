import type { WireDiagnostic } from './protocol.js'

/// A range of a program's text in UTF-16 code units, as JavaScript and editors count.
export interface Range {
  from: number
  to: number
}

/// One thing that is wrong with a program, its inputs or its run.
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
  /// The constraint as the specification writes it, or empty.
  formula: string
  /// The rule in the specification, or empty.
  link: string
  notes: (Range & { message: string })[]
  /// Edits that mend the program for certain.
  fixes: (Range & { label: string; replacement: string })[]
  /// It would not have been reported but for an earlier diagnostic.
  isConsequence: boolean
}

/// Turns byte offsets of `text` into UTF-16 offsets, each asked for in any order.
export function offsetConverter(text: string): (byte: number) => number {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return (byte) => byte
  const bytes = new TextEncoder().encode(text)
  return (byte) => new TextDecoder().decode(bytes.subarray(0, byte)).length
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
    formula: diagnostic.formula,
    link: diagnostic.link,
    notes: diagnostic.notes.map((note) => ({ ...range(note), message: note.message })),
    fixes: diagnostic.fixes.map((fix) => ({ ...range(fix), label: fix.label, replacement: fix.replacement })),
    isConsequence: diagnostic.is_consequence,
  }))
}
