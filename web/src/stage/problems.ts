import type { Diagnostic } from 'paddock-hlo'
import { button, element, textElement } from '../dom.js'

export interface ProblemEvents {
  goTo(diagnostic: Diagnostic): void
  apply(fix: Diagnostic['fixes'][number]): void
}

/// The list of what is wrong: a sentence, the rule with its numbers, and what would mend it.
export function renderProblems(diagnostics: readonly Diagnostic[], events: ProblemEvents): HTMLElement[] {
  return diagnostics.map((diagnostic) => renderProblem(diagnostic, events))
}

function renderProblem(diagnostic: Diagnostic, events: ProblemEvents): HTMLElement {
  const item = element('li', diagnostic.severity)
  item.toggleAttribute('data-consequence', diagnostic.isConsequence)
  const message = diagnostic.message.charAt(0).toUpperCase() + diagnostic.message.slice(1)
  // What is wrong with a run as a whole has no place.
  if (diagnostic.line > 0) item.append(button('place', `Line ${diagnostic.line}`, () => events.goTo(diagnostic)))
  item.append(textElement('span', 'message', message))
  if (diagnostic.formula !== '' && !diagnostic.message.includes(diagnostic.formula)) {
    const rule = element('p', 'rule')
    rule.append(textElement('span', 'code', diagnostic.code), textElement('code', 'formula', diagnostic.formula))
    if (diagnostic.link.startsWith('https://')) rule.append(linkTo(diagnostic.link))
    item.append(rule)
  }
  for (const { message: note } of diagnostic.notes) item.append(textElement('p', 'remark-line', note))
  if (diagnostic.isConsequence) item.append(textElement('p', 'remark-line', 'It follows from an error above.'))
  if (diagnostic.fixes.length > 0) {
    const actions = element('p', 'actions')
    for (const fix of diagnostic.fixes) actions.append(button('fix', fix.label, () => events.apply(fix)))
    item.append(actions)
  }
  return item
}

function linkTo(address: string): HTMLElement {
  const link = textElement('a', 'op-link', 'Rule')
  link.href = address
  link.target = '_blank'
  link.rel = 'noreferrer'
  return link
}
