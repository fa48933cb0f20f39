// Renders the page of each operation from its entry in the op table, and the list of all operations.
import { exampleBlock } from './example-block.mjs'
import { escape, highlight } from './html.mjs'

const specification = 'https://openxla.org/stablehlo/spec'

const whenTexts = {
  parse: 'checked while parsing',
  check: 'checked before a run',
  start: 'checked at the start of a run, with the grid of processes',
  run: 'checked during a run',
  implied: 'implied by the others',
  warn: 'a warning, an error with <code>--strict</code>: upstream allows it',
}

const traitTexts = {
  pure: 'has no side effect',
  commutative: 'commutative',
  elementwise: 'element by element',
  collective: 'a collective of the process grid',
}

export const opPath = (name) => `ops/${name}.html`

/** `examples` is `{ text, pictures, refused }` of op-examples.mjs. */
export function opPage(info, table, { text, pictures, refused }) {
  const parts = [
    `<h1><code>${escape(info.name)}</code></h1>`,
    `<p class="lead">${escape(info.doc)}</p>`,
    facts(info, text !== undefined),
    text === undefined ? '' : `<h2 id="example">Example</h2>\n${exampleBlock(text)}${pictureRow(pictures)}`,
    typed('operands', 'Operands', info.operands),
    attributes(info, table),
    typed('results', 'Results', info.results),
    regions(info.regions),
    rules(info),
    breaking(refused),
    written(info),
  ]
  const heading = { heading: info.name, anchor: '', text: `${info.doc} ${info.constraints.map(({ formula }) => formula).join(' ')}` }
  return { path: opPath(info.name), title: info.name, section: undefined, body: parts.filter(Boolean).join('\n'), entries: [heading] }
}

function facts({ dialect, family, since, traits, link, runs }, hasExample) {
  const said = [`Dialect <code>${dialect}</code>, family ${escape(family.replace(/^chlo_/, '').replaceAll('_', ' '))}`]
  if (since !== '') said.push(`since version ${escape(since)}`)
  said.push(...traits.filter((trait) => trait in traitTexts).map((trait) => traitTexts[trait]))
  const href = link.startsWith('#') && dialect === 'stablehlo' ? specification + link : link.startsWith('https://') ? link : undefined
  const reference = href === undefined ? '' : ` <a href="${escape(href)}">The specification</a> has the last word.`
  const only = runs || hasExample ? '' : ' It is parsed, checked and printed, but does not run.'
  return `<p>${said.join(', ')}.${only}${reference}</p>`
}

function pictureRow(pictures) {
  if (pictures.length === 0) return ''
  const figure = ({ name, type, svg }) => `<figure><figcaption><code>${escape(name)}</code> <span>${escape(type)}</span></figcaption>${svg}</figure>`
  return `<div class="pictures wide">${pictures.map(figure).join('')}</div>`
}

function typed(id, title, parts) {
  if (parts.length === 0) return ''
  const name = ({ name, arity }) => (arity === 'variadic' ? `${name}...` : arity === 'optional' ? `${name}?` : name)
  return list(id, title, parts.map((part) => [`<code>${escape(name(part))}</code>`, escape(part.type)]))
}

function attributes({ attributes: all }, table) {
  const cases = (of) => table.enums.find(({ name }) => name === of)?.cases ?? []
  const fields = (of) => table.structs.find(({ name }) => name === of)?.fields ?? []
  const text = ({ form, of, optional, default: otherwise, since }) => {
    const said = [of === '' ? `<code>${escape(form)}</code>` : `<code>${escape(of)}</code>`]
    const named = form.includes('enum') ? cases(of) : fields(of).map(({ name }) => name)
    if (named.length > 0) said.push(`${form.includes('enum') ? 'one of' : 'with'} ${named.map((name) => `<code>${escape(name)}</code>`).join(', ')}`)
    if (otherwise !== '') said.push(`<code>${escape(otherwise)}</code> if absent`)
    else if (optional) said.push('optional')
    if (since !== '') said.push(`since version ${escape(since)}`)
    return said.join('; ')
  }
  return all.length === 0 ? '' : list('attributes', 'Attributes', all.map((one) => [`<code>${escape(one.name)}</code>`, text(one)]))
}

function regions(all) {
  if (all.length === 0) return ''
  return list('regions', 'Regions', all.map(({ name, isolated }) => [`<code>${escape(name)}</code>`, isolated ? 'captures no values' : 'may capture values']))
}

/** Each has an anchor, `#C3`, which diagnostics link to. */
function rules({ constraints }) {
  if (constraints.length === 0) return ''
  const rule = ({ label, formula, when }) => `<dt id="${escape(label)}"><a href="#${escape(label)}">${escape(label)}</a></dt><dd><code class="formula">${escape(formula)}</code><span class="when">${whenTexts[when] ?? escape(when)}</span></dd>`
  return `<h2 id="rules">Rules</h2>\n<dl class="rules">${constraints.map(rule).join('\n')}</dl>`
}

function breaking(refused) {
  if (refused === undefined) return ''
  const { text, problem } = refused
  const formula = problem.formula === '' || problem.message.includes(problem.formula) ? '' : `<br><code class="formula">${escape(problem.formula)}</code>`
  return `<h2 id="refused">A program that breaks a rule</h2>\n<pre class="code mlir" tabindex="0"><code>${highlight(text, problem)}</code></pre>\n<p class="problem">${escape(problem.message)}${formula}</p>`
}

function written({ format, name }) {
  const form = format === '' ? `Only in the generic form, <code>"${escape(name)}"(...)</code>.` : `<code class="formula">${escape(name)} ${escape(format)}</code>`
  return `<h2 id="form">Syntax</h2>\n<p>${form}</p>`
}

const list = (id, title, rows) => `<h2 id="${id}">${title}</h2>\n<dl class="parts">${rows.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join('\n')}</dl>`

/** Lists all operations, by dialect and family. */
export function opIndex({ ops }) {
  const dialects = [...new Set(ops.map(({ dialect }) => dialect))].sort((a, b) => rank(a) - rank(b))
  const families = (dialect) => [...new Set(ops.filter((op) => op.dialect === dialect).map(({ family }) => family))]
  const rows = (dialect, family) => ops.filter((op) => op.dialect === dialect && op.family === family)
    .map(({ name, doc }) => `<dt><a href="${escape(opPath(name))}"><code>${escape(name)}</code></a></dt><dd>${escape(doc)}</dd>`).join('\n')
  const title = (family) => escape(family.replace(/^chlo_/, '').replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()))
  const section = (dialect) => `<h2 id="${dialect}"><code>${dialect}</code></h2>\n${families(dialect).map((family) => `<h3>${title(family)}</h3><dl class="parts ops">${rows(dialect, family)}</dl>`).join('\n')}`
  const lead = `<p class="lead">${ops.length} operations. Each page lists operands, attributes and rules, and shows a program that uses the operation and one that breaks a rule. All of it comes from the table that the parser, the checker and the machine work from; <code>paddock ops</code> prints it.</p>`
  return { path: 'ops.html', title: 'Operations', section: 'Reference', body: `<h1>Operations</h1>\n${lead}\n${dialects.map(section).join('\n')}`, entries: [{ heading: 'Operations', anchor: '', text: 'all operations by dialect and family' }] }
}

const rank = (dialect) => ['stablehlo', 'chlo', 'func', 'check', 'interpreter'].indexOf(dialect) + 1 || 99
