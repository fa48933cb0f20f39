import type { Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, type Tooltip, type TooltipView, type ViewUpdate } from '@codemirror/view'
import type { DimensionPlace, NamePlace, OpInfo, OpTable } from 'paddock-hlo'
import { element, takeOver, textElement } from '../shared/dom.js'
import { currentProgram, findOp, nameDetail, tableOf, textOf } from './engine-source.js'
import { originOf } from './given-names.js'
import { light, litPlaces, type LitThing } from './lit-places.js'
import { originParts } from './origin-parts.js'
import { formatBytes, groupedNumber } from '../shared/numbers.js'
import { prettyWords, statementAt } from './statement.js'

type AttributeInfo = OpInfo['attributes'][number]

/// Number of values of a dimension that are listed by name.
const mostNames = 6

interface Word {
  from: number
  to: number
  text: string
}

/// Returns the word of an operation's or attribute's name around `position`.
function wordAt(view: EditorView, position: number): Word | null {
  const line = view.state.doc.lineAt(position)
  const start = Math.max(line.from, position - 200)
  for (const match of view.state.sliceDoc(start, Math.min(line.to, position + 200)).matchAll(/[A-Za-z_][\w$]*(?:\.[\w$]+)*/g)) {
    const from = start + match.index
    const to = from + match[0].length
    if (from <= position && position <= to) return { from, to, text: match[0] }
  }
  return null
}

function describeOp(info: OpInfo): HTMLElement {
  const box = element('div', 'cm-hover')
  box.append(textElement('code', 'cm-hover-name', info.name), textElement('p', 'cm-hover-doc', info.doc))
  const list = element('dl', 'cm-hover-parts')
  const add = (term: string, text: string): void => void list.append(textElement('dt', '', term), textElement('dd', '', text))
  for (const { name, type, arity } of info.operands) add(arity === 'variadic' ? `${name}...` : name, type)
  for (const { name, form, of, optional, default: otherwise } of info.attributes) {
    add(name, `${of || form}${otherwise !== '' ? ` = ${otherwise}` : optional ? ', optional' : ''}`)
  }
  for (const { name, type } of info.results) add(`→ ${name}`, type)
  box.append(list)
  if (!info.runs) box.append(textElement('p', 'cm-hover-note', 'It is parsed and checked, but cannot run.'))
  return box
}

function describeName(view: EditorView, name: NamePlace): HTMLElement {
  const box = element('div', 'cm-hover')
  box.append(textElement('code', 'cm-hover-name', `${name.name} : ${name.type}`))
  const origin = name.location === '' ? null : originOf(name.location, textOf(view.state.doc))
  if (origin !== null) {
    const row = element('p', 'cm-hover-origin')
    row.append(...originParts(origin, { name: 'cm-hover-given', place: 'cm-hover-place', said: 'cm-hover-note' }))
    box.append(row)
  }
  for (const detailOf of view.state.facet(nameDetail)) {
    const detail = detailOf(view, name)
    if (detail !== null) box.append(detail)
  }
  const uses = name.uses.length === 0 ? 'Never used.' : name.uses.length === 1 ? 'Used once.' : `Used ${name.uses.length} times.`
  box.append(textElement('p', 'cm-hover-note', uses))
  return box
}

/// The value is highlighted while its tooltip is open.
function showLit(view: EditorView, thing: LitThing, dom: HTMLElement): TooltipView {
  // Deferred, since tooltips open and close during an update of the editor.
  const lightSoon = (lit: LitThing | null): void => void setTimeout(() => view.dom.isConnected && light(view, lit))
  lightSoon(thing)
  return { dom, destroy: () => lightSoon(null) }
}

/// A run that ends meanwhile replaces the value.
function showName(view: EditorView, name: NamePlace): TooltipView {
  const dom = describeName(view, name)
  const update = ({ docChanged, transactions }: ViewUpdate): void => {
    if (!docChanged && transactions.some(({ effects }) => effects.length > 0)) takeOver(dom, describeName(view, name))
  }
  return { ...showLit(view, { name }, dom), update }
}

/// Finds the attribute whose name is at `word`: inside braces by its name, else by the keyword of the pretty form.
function attributeAt(view: EditorView, table: OpTable, word: Word): { info: OpInfo; attribute: AttributeInfo } | null {
  const { info } = statementAt(view.state, word.from, table)
  const attribute = info?.attributes.find(({ name }) => name === (prettyWords(info).get(word.text) ?? word.text))
  return info === undefined || attribute === undefined ? null : { info, attribute }
}

function describeAttribute(table: OpTable, info: OpInfo, attribute: AttributeInfo): HTMLElement {
  const { name, form, of, optional, default: otherwise, since } = attribute
  const box = element('div', 'cm-hover')
  const absent = otherwise !== '' ? `, ${otherwise} if absent` : optional ? ', optional' : ''
  box.append(textElement('code', 'cm-hover-name', name), textElement('p', 'cm-hover-doc', `Attribute of ${info.name}: ${of || form}${absent}.`))
  const cases = table.enums.find((one) => one.name === of)?.cases ?? []
  if (cases.length > 0) box.append(textElement('p', 'cm-hover-doc', `One of ${cases.join(', ')}.`))
  const parts = [name, ...(table.structs.find((one) => one.name === of)?.fields ?? []).map((field) => field.name)]
  const rules = info.constraints.filter(({ formula }) => parts.some((part) => new RegExp(`\\b${part}\\b`).test(formula)))
  const list = element('dl', 'cm-hover-parts')
  for (const { label, formula } of rules.slice(0, 4)) list.append(textElement('dt', '', label), textElement('dd', '', formula))
  if (rules.length > 0) box.append(list)
  if (since !== '') box.append(textElement('p', 'cm-hover-note', `Since ${since}.`))
  return box
}

/// Describes the dimension of a size in a type.
function describeDimension({ size, values }: DimensionPlace): HTMLElement {
  const names = [...new Set(values.map(({ name }) => name))]
  const rest = names.length - mostNames
  const whose = rest > 1 ? `${names.slice(0, mostNames).join(', ')} and ${rest} more` : names.join(', ')
  return textElement('p', 'cm-hover-note', `${size ?? '?'} is one dimension of ${whose}.`)
}

/// Finds `tensor<4x8xf32>` around `position`, and describes its size.
function typeAt(view: EditorView, position: number): { from: number; to: number; dom: HTMLElement } | null {
  const line = view.state.doc.lineAt(position)
  const start = Math.max(line.from, position - 200)
  for (const match of view.state.sliceDoc(start, Math.min(line.to, position + 200)).matchAll(/tensor<((?:\d+x)*)((?:complex<)?[a-z]+(\d+)\w*>?)>/g)) {
    const from = start + match.index
    const to = from + match[0].length
    if (position < from || position > to) continue
    const sizes = match[1]!.split('x').filter(Boolean)
    const count = sizes.reduce((product, size) => product * Number(size), 1)
    const bits = Number(match[3]) * (match[2]!.startsWith('complex') ? 2 : 1)
    const box = element('div', 'cm-hover')
    const bytes = formatBytes(Math.ceil((count * bits) / 8))
    const shape = sizes.length === 0 ? 'One element' : `${sizes.join(' x ')}: ${groupedNumber(count)} ${count === 1 ? 'element' : 'elements'}`
    box.append(textElement('code', 'cm-hover-name', match[0]), textElement('p', 'cm-hover-note', `${shape} of ${match[2]}, ${bytes}.`))
    return { from, to, dom: box }
  }
  return null
}

/// The tooltip covers the size alone, so that the next size has its own.
async function typeTooltip(view: EditorView, position: number): Promise<Tooltip | null> {
  const { doc } = view.state
  const type = typeAt(view, position)
  const dimension = await (currentProgram(view)?.dimensionAt(position).catch(() => null) ?? null)
  if (view.state.doc !== doc) return null
  if (dimension === null) return type && { pos: type.from, end: type.to, create: () => ({ dom: type.dom }) }
  const dom = type?.dom ?? element('div', 'cm-hover')
  dom.append(describeDimension(dimension))
  return { pos: dimension.from, end: dimension.to, create: () => showLit(view, { dimension }, dom) }
}

/// `side` is the side of the position on which the pointer is.
async function tooltipAt(view: EditorView, position: number, side: -1 | 1): Promise<Tooltip | null> {
  const { doc } = view.state
  const program = currentProgram(view)
  const name = program === null ? null : await program.nameAt(position).catch(() => null)
  // The text changed meanwhile, so the position is no longer valid.
  if (view.state.doc !== doc) return null
  if (name !== null) return { pos: position, create: () => showName(view, name) }
  const table = tableOf(view)
  const word = wordAt(view, position)
  const info = table !== null && word !== null ? findOp(table, word.text) : undefined
  if (info !== undefined && word !== null) return { pos: word.from, end: word.to, create: () => ({ dom: describeOp(info) }) }
  const found = table !== null && word !== null ? attributeAt(view, table, word) : null
  if (found !== null && table !== null && word !== null) return { pos: word.from, end: word.to, create: () => ({ dom: describeAttribute(table, found.info, found.attribute) }) }
  return typeTooltip(view, side < 0 ? position - 1 : position)
}

const look = EditorView.baseTheme({
  '.cm-hover': { padding: '6px 10px', maxWidth: '560px', font: '13px/18px var(--words, system-ui, sans-serif)' },
  '.cm-hover-name': { font: '600 13px/18px var(--mono, monospace)', overflowWrap: 'anywhere' },
  '.cm-hover p': { margin: '4px 0 0' },
  '.cm-hover-parts': { display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '0 12px', margin: '6px 0 0' },
  '.cm-hover-parts dt': { fontFamily: 'var(--mono, monospace)', fontSize: '12px' },
  '.cm-hover-parts dd': { margin: '0', color: 'var(--muted, inherit)' },
  '.cm-hover-origin': { display: 'flex', gap: '8px', alignItems: 'baseline' },
  '.cm-hover-given': { fontStyle: 'italic', overflowWrap: 'anywhere' },
  '.cm-hover-place': { font: '12px/16px var(--mono, monospace)', padding: '0 4px', border: '1px solid var(--line, currentColor)', borderRadius: '3px', background: 'none', color: 'inherit', cursor: 'pointer' },
  '.cm-hover-note': { color: 'var(--muted, inherit)' },
})

/// Tooltips that explain operations, attributes and types, and show values with their contents. A
/// value is highlighted at all its places.
export const hover: Extension = [hoverTooltip(tooltipAt, { hoverTime: 250, hideOnChange: true }), litPlaces, look]
