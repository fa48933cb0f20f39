import type { Diagnostic, Range } from 'paddock-hlo'
import { linkToRule } from '../shared/documentation.js'
import { button, element, textElement } from '../shared/dom.js'
import type { Grid } from '../shared/grid.js'
import { mismatchOf, plainSentence } from './mismatch.js'
import { brokenRule, capital, sentenceOf } from './sentence.js'

export interface ProblemEvents {
  goTo(place: Range): void
  lineOf(place: Range): number
  apply(fix: Diagnostic['fixes'][number]): void
  /// Text that was checked.
  text(): string
  /// Returns the given name of `%17` in the function of a problem, or null.
  givenName(name: string, problem: Diagnostic): string | null
  /// Runs the program on another grid; absent if the grid cannot be chosen.
  runOn?: ((grid: Grid) => void) | undefined
}

/// An action that fixes something.
export interface Action {
  label: string
  act(): void
}

/// For use away from its line: the place, and the problem in a sentence.
export function renderPlaced(diagnostic: Diagnostic, events: ProblemEvents): HTMLElement[] {
  const { line } = diagnostic
  const sentence = textElement('span', 'message', withGivenNames(toldOf(diagnostic, events), diagnostic, events))
  // A problem of the run as a whole has no place.
  return line > 0 ? [placeOf(line, diagnostic, events), sentence] : [sentence]
}

/// Renders a message in the words of the program; its rule is below.
function toldOf(diagnostic: Diagnostic, events: ProblemEvents): string {
  const detail = brokenRule.exec(diagnostic.message)?.[4]
  if (detail === undefined) return sentenceOf(diagnostic.message)
  return mismatchOf(detail, diagnostic, events.text())?.sentence ?? plainSentence(detail) ?? sentenceOf(detail)
}

/// Adds the given name after the first mention of each value.
function withGivenNames(sentence: string, problem: Diagnostic, events: ProblemEvents): string {
  const named = new Set<string>()
  return sentence.replace(/%[\w$][\w$-]*(?:#\d+)?/g, (name) => {
    const given = named.has(name) ? null : events.givenName(name, problem)
    named.add(name)
    return given === null || given === name.slice(1) ? name : `${name} (${given})`
  })
}

/// Matches `a grid of 4 x 1 would do`.
function gridActions({ message }: Diagnostic, { runOn }: ProblemEvents): Action[] {
  const [, replicas, partitions] = /a grid of (?:\d+ processes, such as )?(\d+) x (\d+) would do/.exec(message) ?? []
  if (replicas === undefined || runOn === undefined) return []
  return [{ label: `Run on ${replicas} x ${partitions}`, act: () => runOn({ replicas: Number(replicas), partitions: Number(partitions) }) }]
}

/// Renders a problem: a sentence, the rule with its numbers, and fixes. `namesLine`: it is shown away from its line.
export function renderProblem(diagnostic: Diagnostic, events: ProblemEvents, namesLine: boolean, more: readonly Action[] = []): HTMLElement[] {
  const { isConsequence, notes, fixes } = diagnostic
  const parts = renderPlaced(diagnostic, events).slice(namesLine ? 0 : -1)
  const rule = ruleOf(diagnostic)
  if (rule !== null) parts.push(rule)
  for (const note of notes) parts.push(...noteOf(note, diagnostic, events))
  if (isConsequence) parts.push(textElement('p', 'remark-line', 'It is a consequence of an error above.'))
  const offered = [
    ...fixes.map((fix): Action => ({ label: capital(fix.label), act: () => events.apply(fix) })),
    ...gridActions(diagnostic, events),
    ...more,
  ]
  if (offered.length > 0) {
    const actions = element('p', 'actions')
    actions.append(...offered.map(({ label, act }) => button('fix', label, act)))
    parts.push(actions)
  }
  return parts
}

const placeOf = (line: number, place: Range, events: ProblemEvents): HTMLElement => button('place', `Line ${line}`, () => events.goTo(place))

/// Renders another place that a problem refers to. On the same line its mark is enough.
function noteOf(note: Diagnostic['notes'][number], { line }: Diagnostic, events: ProblemEvents): HTMLElement[] {
  const isPlaced = note.to > 0
  const own = isPlaced ? events.lineOf(note) : 0
  if (isPlaced && own === line) return []
  const remark = textElement('p', 'remark-line', note.message)
  if (isPlaced) remark.prepend(placeOf(own, note, events))
  return [remark]
}

/// Renders the formula, unless the sentence contains it, and a link to the rule.
export function ruleOf({ formula, message, code, link }: Pick<Diagnostic, 'formula' | 'message' | 'code' | 'link'>): HTMLElement | null {
  const broken = brokenRule.exec(message)
  const page = linkToRule(code, link, 'op-link', 'Rule') ?? (link.startsWith('https://') ? linkTo(link) : undefined)
  const isSaid = broken === null && (formula === '' || message.includes(formula))
  if (isSaid && page === undefined) return null
  const rule = element('p', 'rule')
  const [name, text] = broken === null ? [code, formula] : [`${broken[1]} ${broken[2]}`, broken[3]!]
  if (!isSaid) rule.append(textElement('span', 'code', name), textElement('code', 'formula', text))
  if (page !== undefined) rule.append(page)
  return rule
}

function linkTo(address: string): HTMLElement {
  const link = textElement('a', 'op-link', 'Rule')
  link.href = address
  link.target = '_blank'
  link.rel = 'noreferrer'
  return link
}
