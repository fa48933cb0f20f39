import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import type { Diagnostic } from 'paddock-hlo'
import { element } from '../dom.js'
import { renderProblem, type Action, type ProblemEvents } from '../stage/problems.js'

/// A text of more errors tells so many in place; the list on the stage has all.
const most = 24

/// Actions beside those of a problem's own fixes.
export type MoreActions = ReadonlyMap<Diagnostic, readonly Action[]>

const tell = StateEffect.define<DecorationSet>()

/// Those of which all is told under their lines.
export function toldInPlace(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ isConsequence, line }) => !isConsequence && line > 0).slice(0, most)
}

/// Tells what is wrong under the lines where it is. What follows from another error is left to the list.
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
  // The words stay where the eye is, however far the line has been scrolled.
  '.cm-problem': { position: 'sticky', left: '54px', boxSizing: 'border-box', width: 'min(76ch, calc(100cqw - var(--value-column, 0px) - 78px))', paddingLeft: '8px', borderLeft: '2px solid var(--error)', font: '13px/18px var(--words)' },
  '.cm-problemLine-warning .cm-problem': { borderColor: 'var(--now)' },
})

/// Under a line what is wrong with it: a sentence, the rule with its numbers, and what would mend it.
export const problemLines: Extension = [field, look]
