import type { Diagnostic, Program } from 'paddock-hlo'
import { element } from '../../shared/dom.js'
import { addAssistance } from '../../editor/editor.js'
import type { ProblemPlaces } from './problem-places.js'
import type { ProblemTeller } from './problem-teller.js'
import { sentenceOf } from '../../problems/sentence.js'

/// Milliseconds before new errors are shown, so that a half-typed word is not marked.
const errorDelay = 400

/// The problems of the program, marked in the text and listed with fixes. For a text in another
/// format, a single sentence.
export class ProblemList {
  readonly foreign = element('p', 'foreign')
  readonly list = element('ul', 'problems')
  private timer: ReturnType<typeof setTimeout> | undefined
  /// Loaded with the first problem.
  private teller: ProblemTeller | null = null
  private newest = 0

  constructor(private readonly places: ProblemPlaces) {}

  /// Shows the problems of a checked text; `program` is the editor's current one.
  showChecked(diagnostics: readonly Diagnostic[], program: Program): void {
    if (!program.hasErrors) {
      this.foreign.textContent = ''
      return this.show(diagnostics)
    }
    const foreign = diagnostics.find(({ code }) => code === 'format')
    const sentence = foreign === undefined ? null : sentenceOf(foreign.message)
    this.foreign.textContent = sentence ?? ''
    this.show(sentence === null ? diagnostics : [])
    if (sentence !== null) this.places.say('This is not a StableHLO program.')
  }

  /// Fixed problems vanish at once, new ones are delayed.
  show(diagnostics: readonly Diagnostic[]): void {
    clearTimeout(this.timer)
    ++this.newest
    if (diagnostics.length === 0) this.teller?.tell(diagnostics)
    else this.timer = setTimeout(() => void this.tell(diagnostics), errorDelay)
  }

  /// Removes the problems of another program.
  clear(): void {
    this.foreign.textContent = ''
    if (this.list.firstChild !== null) return this.show([])
    clearTimeout(this.timer)
    ++this.newest
  }

  private async tell(diagnostics: readonly Diagnostic[]): Promise<void> {
    const view = this.places.view()
    const asked = ++this.newest
    const [{ ProblemTeller }] = await Promise.all([import('./problem-teller.js'), addAssistance(view)])
    if (asked !== this.newest) return
    this.teller ??= new ProblemTeller(view, this.list, this.places)
    this.teller.tell(diagnostics)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) this.places.say(summaryOf(errors))
  }
}

function summaryOf(errors: readonly Diagnostic[]): string {
  const caused = errors.filter(({ isConsequence }) => isConsequence).length
  const own = errors.length - caused
  const follows = caused === 0 ? '' : `, and ${caused} that ${caused === 1 ? 'follows' : 'follow'} from ${own === 1 ? 'it' : 'these'}`
  return `${own === 1 ? 'One error' : `${own} errors`}${follows}.`
}
