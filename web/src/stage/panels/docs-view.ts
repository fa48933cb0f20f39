import type { OpInfo } from 'paddock-hlo'
import { linkToDocumentation, linkToOperation } from '../../shared/documentation.js'
import { adoptStyles } from '../../shared/adopt-styles.js'
import { sheet } from '../../shared/sheet.js'
import { element, textElement } from '../../shared/dom.js'

const whenTexts: Readonly<Record<string, string>> = {
  parse: 'checked while parsing',
  check: 'checked before a run',
  start: 'checked when a run starts, with the grid',
  run: 'checked during a run',
  implied: 'implied by other rules',
  warn: 'a warning, an error when strict',
  upstream: 'a warning: the specification allows it, but upstream does not',
  call: 'checked at each call of a builder',
}

const docsStyles = sheet(`
  .docs { max-width: 72ch; }
  .docs-title { margin: 16px 0 4px; font: 600 13px/18px var(--words); }
  .rules dd { font: 13px/18px var(--mono); color: var(--ink); }
  .rules .when { display: block; font: 12px/16px var(--words); color: var(--muted); }
`)

/// Shows the documentation of an operation in a panel.
export function showDocs(panel: HTMLElement, info: OpInfo | undefined): void {
  adoptStyles(panel, docsStyles)
  panel.replaceChildren(renderDocs(info))
}

/// Renders an operation's entry in the op table: parts, attributes, rules.
function renderDocs(info: OpInfo | undefined): HTMLElement {
  const docs = element('div', 'docs')
  if (info === undefined) {
    docs.append(textElement('p', 'note', 'Put the cursor on an operation to read its operands and rules.'))
    const all = linkToDocumentation('op-link', 'The whole documentation')
    if (all !== undefined) docs.append(all)
    return docs
  }
  docs.append(textElement('h2', 'result-title', info.name), textElement('p', 'op-doc', info.doc))
  addParts(docs, 'Operands', info.operands.map(({ name, type, arity }) => [arity === 'variadic' ? `${name}...` : name, type]))
  addParts(docs, 'Attributes', info.attributes.map((one) => [one.name, attributeText(one)]))
  addParts(docs, 'Results', info.results.map(({ name, type, arity }) => [arity === 'variadic' ? `${name}...` : name, type]))
  addParts(docs, 'Regions', info.regions.map(({ name, isolated }) => [name, isolated ? 'captures no values' : '']))
  addRules(docs, info)
  const page = linkToOperation(info.name, 'op-link', 'With an example')
  if (page !== undefined) docs.append(page)
  if (info.link.startsWith('https://')) {
    const link = textElement('a', 'op-link', 'In the specification')
    link.href = info.link
    link.target = '_blank'
    link.rel = 'noreferrer'
    docs.append(link)
  }
  return docs
}

function attributeText({ form, of, optional, default: otherwise }: OpInfo['attributes'][number]): string {
  const type = of === '' ? form : of
  return otherwise !== '' ? `${type}, ${otherwise} if absent` : optional ? `${type}, optional` : type
}

function addParts(docs: HTMLElement, title: string, parts: readonly (readonly [string, string])[]): void {
  if (parts.length === 0) return
  const list = element('dl', 'parts')
  for (const [term, text] of parts) list.append(textElement('dt', '', term), textElement('dd', '', text))
  docs.append(textElement('h3', 'docs-title', title), list)
}

function addRules(docs: HTMLElement, info: OpInfo): void {
  if (info.constraints.length === 0) return
  const list = element('dl', 'parts rules')
  for (const { label, formula, when } of info.constraints) {
    const rule = textElement('dd', '', formula)
    rule.append(textElement('span', 'when', whenTexts[when] ?? when))
    list.append(textElement('dt', '', label), rule)
  }
  docs.append(textElement('h3', 'docs-title', 'Rules'), list)
}
