import type { EditorView } from '@codemirror/view'
import type { Diagnostic, Program } from 'paddock-hlo'
import { applyFix, showDiagnostics } from '../codemirror/diagnostics.js'
import { currentProgram, latestProgram } from '../codemirror/engine-source.js'
import { button, element } from '../dom.js'
import { replaceText } from '../editor/replace-text.js'
import { showProblemLines, toldInPlace } from '../editor/problem-lines.js'
import { renderPlaced, renderProblem, sentenceOf, type ProblemEvents } from './problems.js'

/// New errors wait this long, so that half a word is not called wrong.
const errorDelay = 400

export interface ProblemPlaces {
  view(): EditorView
  /// Takes `data-stale` while what it shows is of an earlier text.
  readonly pane: HTMLElement
  say(sentence: string): void
}

/// What is wrong with the program: marked in the text and listed with what would mend it, or, of a
/// text that is something else, one sentence.
export class ProblemList {
  readonly foreign = element('p', 'foreign')
  readonly list = element('ul', 'problems')
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly places: ProblemPlaces) {}

  /// Of a text that was read; `program` is the editor's current one.
  showChecked(diagnostics: readonly Diagnostic[], program: Program): void {
    if (!program.hasErrors) {
      this.foreign.textContent = ''
      return this.show(diagnostics)
    }
    const foreign = diagnostics.find(({ code }) => code === 'format')
    const sentence = foreign === undefined ? null : sentenceOf(foreign.message)
    this.foreign.textContent = sentence ?? ''
    this.show(sentence === null ? diagnostics : [])
    if (sentence !== null) this.places.say('This is no StableHLO program.')
  }

  /// What was mended vanishes at once, what is new waits.
  show(diagnostics: readonly Diagnostic[]): void {
    clearTimeout(this.timer)
    if (diagnostics.length === 0) this.showNow(diagnostics)
    else this.timer = setTimeout(() => this.showNow(diagnostics), errorDelay)
  }

  private showNow(diagnostics: readonly Diagnostic[]): void {
    const view = this.places.view()
    showDiagnostics(view, diagnostics)
    const lineOf: ProblemEvents['lineOf'] = ({ from }) => view.state.doc.lineAt(Math.min(from, view.state.doc.length)).number
    const events: ProblemEvents = { goTo: (place) => goTo(view, place), lineOf, apply: (fix) => applyFix(view, fix) }
    showProblemLines(view, diagnostics, events)
    const told = new Set(toldInPlace(diagnostics))
    this.list.replaceChildren(...diagnostics.map((diagnostic) => itemOf(diagnostic, events, told.has(diagnostic))))
    void this.offerToFollow(diagnostics, events)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    // The values of a run that failed are of this text.
    const isRefused = errors.length > 0 || this.foreign.textContent !== ''
    this.places.pane.toggleAttribute('data-stale', isRefused && latestProgram(view)?.hasErrors === true)
    if (errors.length > 0) this.places.say(summaryOf(errors))
  }

  /// Where the checker knows what a change of shape or name means further down, one action
  /// makes it everywhere.
  private async offerToFollow(diagnostics: readonly Diagnostic[], events: ProblemEvents): Promise<void> {
    const view = this.places.view()
    const program = currentProgram(view)
    if (program === null || !diagnostics.some(({ fixes }) => fixes.length > 0)) return
    const fixed = await program.fixed({ followTypes: true }).catch(() => null)
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

function summaryOf(errors: readonly Diagnostic[]): string {
  const caused = errors.filter(({ isConsequence }) => isConsequence).length
  const own = errors.length - caused
  const follows = caused === 0 ? '' : `, and ${caused} that ${caused === 1 ? 'follows' : 'follow'} from ${own === 1 ? 'it' : 'these'}`
  return `${own === 1 ? 'One error' : `${own} errors`}${follows}.`
}

export function goTo(view: EditorView, { from }: { from: number }): void {
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
  view.focus()
}
