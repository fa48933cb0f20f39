import type { Diagnostic } from 'paddock-hlo'
import { linkToRule } from '../documentation.js'
import { button, element, textElement } from '../dom.js'

export interface ProblemEvents {
  goTo(diagnostic: Diagnostic): void
  apply(fix: Diagnostic['fixes'][number]): void
}

/// What is wrong in one place: a sentence, the rule with its numbers, and what would mend it.
/// `namesLine`: it stands away from its line.
export function renderProblem(diagnostic: Diagnostic, events: ProblemEvents, namesLine: boolean): HTMLElement[] {
  const { line, message, isConsequence, notes, fixes } = diagnostic
  const parts: HTMLElement[] = []
  // What is wrong with a run as a whole has no place.
  if (namesLine && line > 0) parts.push(button('place', `Line ${line}`, () => events.goTo(diagnostic)))
  parts.push(textElement('span', 'message', sentenceOf(brokenRule.exec(message)?.[4] ?? message)))
  const rule = ruleOf(diagnostic)
  if (rule !== null) parts.push(rule)
  for (const note of notes) parts.push(textElement('p', 'remark-line', note.message))
  if (isConsequence) parts.push(textElement('p', 'remark-line', 'It follows from an error above.'))
  if (fixes.length > 0) {
    const actions = element('p', 'actions')
    for (const fix of fixes) actions.append(button('fix', capital(fix.label), () => events.apply(fix)))
    parts.push(actions)
  }
  return parts
}

/// `pad (C3): 0 <= interior_padding, but interior_padding[0] = -1`.
const brokenRule = /^([\w.]+) \((\w+)\): (.*), but (.*)$/s

/// A name of a program or of a rule begins a sentence as it is written.
const capital = (text: string): string => text.replace(/^[a-z]+(?=[ ,]|$)/, (word) => word.charAt(0).toUpperCase() + word.slice(1))

const sentenceOf = (text: string): string => capital(text).replace(/(?<![.!?])$/, '.')

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
