import type { EditorView } from '@codemirror/view'
import type { Diagnostic, Paddock, Program } from 'paddock-hlo'
import { element } from '../dom.js'
import { addAssistance } from '../editor/editor.js'
import type { Grid } from '../grid-field.js'
import type { ProblemTeller } from './problem-teller.js'
import { sentenceOf } from './sentence.js'

/// New errors wait this long, so that half a word is not called wrong.
const errorDelay = 400

export interface ProblemPlaces {
  view(): EditorView
  say(sentence: string): void
  engine(): Promise<Paddock>
  /// Runs the program on another grid; absent where nobody chooses one.
  runOn?: ((grid: Grid) => void) | undefined
}

/// What is wrong with the program: marked in the text and listed with what would mend it, or, of a
/// text that is something else, one sentence.
export class ProblemList {
  readonly foreign = element('p', 'foreign')
  readonly list = element('ul', 'problems')
  private timer: ReturnType<typeof setTimeout> | undefined
  /// Comes with the first problem.
  private teller: ProblemTeller | null = null
  private newest = 0

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
