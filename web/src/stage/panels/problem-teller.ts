import type { EditorView } from '@codemirror/view'
import type { Diagnostic, Program } from 'paddock-hlo'
import { applyFix, isUnedited, placeNow, showDiagnostics } from '../../codemirror/diagnostics.js'
import { currentProgram, textOf } from '../../codemirror/engine-source.js'
import { givenName, locationIn } from '../../codemirror/given-names.js'
import { button, element } from '../../shared/dom.js'
import { goTo } from '../../editor/go-to.js'
import { showProblemLines, toldInPlace, type MoreActions } from '../../editor/problem-lines.js'
import { replaceText } from '../../codemirror/replace-text.js'
import type { ProblemPlaces } from './problem-places.js'
import { renderPlaced, renderProblem, type Action, type ProblemEvents } from '../../problems/problems.js'
import { typeChanges } from '../../problems/type-changes.js'

/// Most problems with additional actions: for each, the program is read several times.
const mostChanged = 3

/// Marks problems in the text, shows them under their lines, and lists them with fixes.
export class ProblemTeller {
  /// Problems shown, as a key.
  private said = '[]'

  constructor(
    private readonly view: EditorView,
    private readonly list: HTMLElement,
    private readonly places: ProblemPlaces,
  ) {}

  /// Unchanged problems are not redrawn, which keeps the focus in them.
  tell(diagnostics: readonly Diagnostic[]): void {
    const { view } = this
    const said = JSON.stringify(diagnostics)
    if (said === this.said && isUnedited(view)) return
    this.said = said
    showDiagnostics(view, diagnostics)
    const lineOf: ProblemEvents['lineOf'] = ({ from }) => view.state.doc.lineAt(Math.min(from, view.state.doc.length)).number
    const text = (): string => textOf(view.state.doc)
    const events: ProblemEvents = {
      goTo: (place) => goTo(view, placeNow(view, place) ?? place),
      lineOf,
      apply: (fix) => applyFix(view, fix),
      text,
      givenName: (name, { line, to }) => {
        const { doc } = view.state
        const end = line > 0 ? doc.lineAt(Math.min(to, doc.length)).to : doc.length
        return givenName(locationIn(text(), name, end), text())
      },
      runOn: this.places.runOn,
    }
    showProblemLines(view, diagnostics, events)
    const told = new Set(toldInPlace(diagnostics))
    this.list.replaceChildren(...diagnostics.map((diagnostic) => itemOf(diagnostic, events, told.has(diagnostic))))
    void this.offerMore(diagnostics, events)
  }

  /// Adds the actions that require further reads of the program.
  private async offerMore(diagnostics: readonly Diagnostic[], events: ProblemEvents): Promise<void> {
    const { view } = this
    const program = currentProgram(view)
    const own = toldInPlace(diagnostics)
    if (program === null || own.length === 0) return
    const [changes, follow] = await Promise.all([this.typeChanges(own.slice(0, mostChanged), program), this.follow(diagnostics, program)]).catch(() => [new Map(), null] as const)
    // A repeated run of the same text retries.
    if (currentProgram(view) !== program) this.said = ''
    if ((changes.size === 0 && follow === null) || currentProgram(view) !== program) return
    const more = new Map<Diagnostic, readonly Action[]>(changes)
    const followed = own.find(({ fixes }) => fixes.length > 0)
    if (follow !== null) {
      if (followed !== undefined) more.set(followed, [...(more.get(followed) ?? []), follow])
      const item = element('li', 'follow')
      item.append(button('fix', follow.label, follow.act))
      this.list.prepend(item)
    }
    showProblemLines(view, diagnostics, events, more)
  }

  /// If the checker can follow a change of shape or name through the program, one action applies it everywhere.
  private async follow(diagnostics: readonly Diagnostic[], program: Program): Promise<Action | null> {
    if (!diagnostics.some(({ fixes }) => fixes.length > 0)) return null
    const fixed = await program.fixed({ followTypes: true })
    return fixed.count < 2 ? null : this.replacement(`Follow through the program (${fixed.count} changes)`, fixed.text)
  }

  /// If two sizes must be equal, returns the type changes that make them so.
  private async typeChanges(own: readonly Diagnostic[], program: Program): Promise<MoreActions> {
    const paddock = await this.places.engine()
    const isWanted = (): boolean => currentProgram(this.view) === program
    const found = await Promise.all(own.map(async (diagnostic) => [diagnostic, await typeChanges(diagnostic, program, paddock, isWanted)] as const))
    return new Map(found.flatMap(([diagnostic, changes]) => (changes.length === 0 ? [] : [[diagnostic, changes.map(({ label, text }) => this.replacement(label, text))] as const])))
  }

  /// A replacement of the text that was checked. What has been typed since stays.
  private replacement(label: string, text: string): Action {
    const act = (): void => {
      if (isUnedited(this.view)) replaceText(this.view, text)
    }
    return { label, act }
  }
}

/// `isTold`: the line already shows everything.
function itemOf(diagnostic: Diagnostic, events: ProblemEvents, isTold: boolean): HTMLElement {
  const item = element('li', diagnostic.severity)
  item.append(...(isTold ? renderPlaced(diagnostic, events) : renderProblem(diagnostic, events, true)))
  item.toggleAttribute('data-consequence', diagnostic.isConsequence)
  return item
}
