import type { Diagnostic } from 'paddock-hlo'

export interface ReportParts {
  text: string
  status: string
  /// Text of the engine's chip.
  engine: string
  version: string
  grid: string
  problems: readonly Diagnostic[]
}

/// Length above which the report asks to attach the program.
const longestProgram = 60_000

/// Returns a report of a problem as Markdown: the symptoms, the program, and the engine.
export function problemReport({ text, status, engine, version, grid, problems }: ReportParts): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
  const program = text.length <= longestProgram ? text.trimEnd() : `${text.slice(0, longestProgram)}\n// ... ${text.length - longestProgram} characters more: attach the file`
  const told = problems.map(({ severity, line, message }) => `- ${severity}, line ${line}: ${message}`)
  return [
    '### What I did, and what I expected', '', '', '### What the page says', '', status,
    ...(told.length > 0 ? ['', ...told] : []),
    '', '### Program', '', `${fence}mlir`, program, fence, '',
    '### Where', '', `Paddock ${version}, ${engine}, grid ${grid}`, '', navigator.userAgent, '',
  ].join('\n')
}
