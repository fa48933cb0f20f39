import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import type { Diagnostic } from 'paddock-hlo'
import { element } from '../shared/dom.js'
import { renderProblem, type Action, type ProblemEvents } from '../problems/problems.js'

/// Number of errors that are shown in place; the list on the stage has all.
const most = 24

/// Actions besides the problem's own fixes.
export type MoreActions = ReadonlyMap<Diagnostic, readonly Action[]>

const tell = StateEffect.define<DecorationSet>()

/// Problems that are shown completely under their lines.
export function toldInPlace(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ isConsequence, line }) => !isConsequence && line > 0).slice(0, most)
}

/// Shows problems under their lines. Consequences of other errors appear only in the list.
export function showProblemLines(view: EditorView, diagnostics: readonly Diagnostic[], events: ProblemEvents, more: MoreActions = new Map()): void {
  const own = toldInPlace(diagnostics)
  if (own.length === 0 && view.state.field(field, false)?.size === 0) return
  const lines = own.map((diagnostic) => {
    const widget = new ProblemLine(diagnostic, events, more.get(diagnostic) ?? [])
    return Decoration.widget({ widget, block: true, side: 1 }).range(endOfLine(view.state, diagnostic))
  })
  view.dispatch({ effects: tell.of(Decoration.set(lines, true)) })
}

const endOfLine = ({ doc }: EditorState, { from, to }: Diagnostic): number => doc.lineAt(Math.min(Math.max(from, to - 1), doc.length)).to

const labelsOf = (actions: readonly Action[]): string => actions.map(({ label }) => label).join('\n')

class ProblemLine extends WidgetType {
  constructor(
    private readonly diagnostic: Diagnostic,
    private readonly events: ProblemEvents,
    private readonly more: readonly Action[],
  ) {
    super()
  }

  override eq({ diagnostic, more }: ProblemLine): boolean {
    return labelsOf(more) === labelsOf(this.more) && JSON.stringify(diagnostic) === JSON.stringify(this.diagnostic)
  }

  override toDOM(): HTMLElement {
    const line = element('div', `cm-problemLine cm-problemLine-${this.diagnostic.severity}`)
    const box = element('div', 'cm-problem')
    box.setAttribute('role', 'group')
    box.setAttribute('aria-label', `Line ${this.diagnostic.line}`)
    box.append(...renderProblem(this.diagnostic, this.events, false, this.more))
    line.append(box)
    return line
  }

  override ignoreEvent(): boolean {
    return true
  }
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const effect of transaction.effects) if (effect.is(tell)) return effect.value
    return lines.map(transaction.changes)
  },
  provide: (lines) => EditorView.decorations.from(lines),
})

const look = EditorView.baseTheme({
  '.cm-problemLine': { padding: '2px 0 6px 16px', whiteSpace: 'normal' },
  // Keeps the text in view when a long line is scrolled.
  '.cm-problem': { position: 'sticky', left: '54px', boxSizing: 'border-box', width: 'min(76ch, calc(100cqw - var(--value-column, 0px) - 78px))', paddingLeft: '8px', borderLeft: '2px solid var(--error)', font: '13px/18px var(--words)' },
  '.cm-problemLine-warning .cm-problem': { borderColor: 'var(--now)' },
})

/// Shows a problem under its line: a sentence, the rule with its numbers, and fixes.
export const problemLines: Extension = [field, look]
