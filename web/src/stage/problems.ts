import type { Diagnostic, Range } from 'paddock-hlo'
import { linkToRule } from '../documentation.js'
import { button, element, textElement } from '../dom.js'
import { capital, sentenceOf } from './sentence.js'

export interface ProblemEvents {
  goTo(place: Range): void
  lineOf(place: Range): number
  apply(fix: Diagnostic['fixes'][number]): void
}

/// Away from its line: where it is, and what is wrong in a sentence.
export function renderPlaced(diagnostic: Diagnostic, events: ProblemEvents): HTMLElement[] {
  const { line, message } = diagnostic
  const sentence = textElement('span', 'message', sentenceOf(brokenRule.exec(message)?.[4] ?? message))
  // What is wrong with a run as a whole has no place.
  return line > 0 ? [placeOf(line, diagnostic, events), sentence] : [sentence]
}

/// What is wrong in one place: a sentence, the rule with its numbers, and what would mend it.
/// `namesLine`: it stands away from its line.
export function renderProblem(diagnostic: Diagnostic, events: ProblemEvents, namesLine: boolean): HTMLElement[] {
  const { isConsequence, notes, fixes } = diagnostic
  const parts = renderPlaced(diagnostic, events).slice(namesLine ? 0 : -1)
  const rule = ruleOf(diagnostic)
  if (rule !== null) parts.push(rule)
  for (const note of notes) parts.push(...noteOf(note, diagnostic, events))
  if (isConsequence) parts.push(textElement('p', 'remark-line', 'It follows from an error above.'))
  if (fixes.length > 0) {
    const actions = element('p', 'actions')
    for (const fix of fixes) actions.append(button('fix', capital(fix.label), () => events.apply(fix)))
    parts.push(actions)
  }
  return parts
}

const placeOf = (line: number, place: Range, events: ProblemEvents): HTMLElement => button('place', `Line ${line}`, () => events.goTo(place))

/// Another place that a problem is about; on the line itself it is marked, which says it all.
function noteOf(note: Diagnostic['notes'][number], { line }: Diagnostic, events: ProblemEvents): HTMLElement[] {
  const isPlaced = note.to > 0
  const own = isPlaced ? events.lineOf(note) : 0
  if (isPlaced && own === line) return []
  const remark = textElement('p', 'remark-line', note.message)
  if (isPlaced) remark.prepend(placeOf(own, note, events))
  return [remark]
}

/// `pad (C3): 0 <= interior_padding, but interior_padding[0] = -1`.
const brokenRule = /^([\w.]+) \((\w+)\): (.*), but (.*)$/s

/// The formula, unless the sentence has it already, and where the rule stands.
function ruleOf({ formula, message, code, link }: Diagnostic): HTMLElement | null {
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
