import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Diagnostic } from 'paddock-hlo'
import { applyFix, showDiagnostics } from '../codemirror/diagnostics.js'
import { currentProgram } from '../codemirror/engine-source.js'
import { button, element } from '../dom.js'
import { goTo } from '../editor/go-to.js'
import { showProblemLines, toldInPlace } from '../editor/problem-lines.js'
import { replaceText } from '../editor/replace-text.js'
import { renderPlaced, renderProblem, type ProblemEvents } from './problems.js'

/// Marks problems in the text, tells them under their lines, and lists them with what would mend them.
export class ProblemTeller {
  /// What is told, and of which text.
  private said = '[]'
  private doc: Text | null = null

  constructor(
    private readonly view: EditorView,
    private readonly list: HTMLElement,
  ) {}

  /// What is told already stays as it is, and the focus in it.
  tell(diagnostics: readonly Diagnostic[]): void {
    const { view } = this
    const said = JSON.stringify(diagnostics)
    if (said === this.said && this.doc?.eq(view.state.doc) === true) return
    this.said = said
    this.doc = view.state.doc
    showDiagnostics(view, diagnostics)
    const lineOf: ProblemEvents['lineOf'] = ({ from }) => view.state.doc.lineAt(Math.min(from, view.state.doc.length)).number
    const events: ProblemEvents = { goTo: (place) => goTo(view, place), lineOf, apply: (fix) => applyFix(view, fix) }
    showProblemLines(view, diagnostics, events)
    const told = new Set(toldInPlace(diagnostics))
    this.list.replaceChildren(...diagnostics.map((diagnostic) => itemOf(diagnostic, events, told.has(diagnostic))))
    void this.offerToFollow(diagnostics, events)
  }

  /// Where the checker knows what a change of shape or name means further down, one action
  /// makes it everywhere.
  private async offerToFollow(diagnostics: readonly Diagnostic[], events: ProblemEvents): Promise<void> {
    const { view } = this
    const program = currentProgram(view)
    if (program === null || !diagnostics.some(({ fixes }) => fixes.length > 0)) return
    const fixed = await program.fixed({ followTypes: true }).catch(() => null)
    // Another run of the same text asks again.
    if (currentProgram(view) !== program) this.doc = null
    if (fixed === null || fixed.count < 2 || currentProgram(view) !== program) return
    const follow = { label: `Follow through the program (${fixed.count} changes)`, act: () => replaceText(view, fixed.text) }
    const item = element('li', 'follow')
    item.append(button('fix', follow.label, follow.act))
    this.list.prepend(item)
    showProblemLines(view, diagnostics, events, follow)
  }
}

/// `isTold`: all there is to say stands below its line.
function itemOf(diagnostic: Diagnostic, events: ProblemEvents, isTold: boolean): HTMLElement {
  const item = element('li', diagnostic.severity)
  item.append(...(isTold ? renderPlaced(diagnostic, events) : renderProblem(diagnostic, events, true)))
  item.toggleAttribute('data-consequence', diagnostic.isConsequence)
  return item
}
