import type { Offsets, Range } from '../data/offsets.js'
import type { WireDiagnostic } from './values.js'

/// A problem with a program, its inputs or its run, as the command's `--format json` writes it.
/// Ranges are in JavaScript's units.
export interface Diagnostic extends Range {
  /// Whether the program is refused, or only questionable.
  severity: 'error' | 'warning'
  /// Stable code in lower case: `pad-c3` for a numbered constraint of the specification; otherwise
  /// `syntax`, `ssa`, `input`, `memory`, `not-implemented`, `check-failed` and others.
  code: string
  /// The problem in one sentence, with the names and numbers of the program.
  message: string
  /// Name of the program or file.
  file: string
  /// Line, from 1; 0 if it has no place in the text.
  line: number
  /// Column, from 1, in UTF-8 bytes.
  column: number
  /// Line of the end of the range.
  endLine: number
  /// Column of the end of the range.
  endColumn: number
  /// The constraint as the specification writes it, or empty.
  formula: string
  /// Section of the rule in the specification, or empty.
  link: string
  /// Further places that explain it.
  notes: (Range & { message: string })[]
  /// Alternative edits that fix the diagnostic. `isCertain` is set if no other can have been meant.
  fixes: (Range & { label: string; replacement: string; isCertain: boolean })[]
  /// Whether it follows from an earlier diagnostic: `causedBy`, if that is known.
  isConsequence: boolean
  /// The earlier diagnostic; null if there is none or it is not known.
  causedBy: (Range & { code: string }) | null
}

/// @internal
export function readDiagnostics(wire: readonly WireDiagnostic[], offsets: Offsets): Diagnostic[] {
  const range = (span: { begin: number; end: number }): Range => offsets.range(span)
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

/// @internal Returns an error that no part of the text causes.
export function placeless(code: string, message: string, file: string): WireDiagnostic {
  const nowhere = { line: 0, column: 0, end_line: 0, end_column: 0, begin: 0, end: 0 }
  return { severity: 'error', code, message, file, ...nowhere, formula: '', link: '', notes: [], fixes: [], is_consequence: false, caused_by: null }
}

/// Thrown when a call has no result but diagnostics.
export class ProgramError extends Error {
  /// Always `ProgramError`.
  override readonly name = 'ProgramError'

  /// @internal
  constructor(
    /// The reasons; the message lists them.
    readonly diagnostics: readonly Diagnostic[],
  ) {
    super(diagnostics.map(({ message, line, to }) => (line > 0 && to > 0 ? `line ${line}: ${message}` : message)).join('\n'))
  }
}
