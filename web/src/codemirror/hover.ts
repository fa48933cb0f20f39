import type { Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'
import type { NamePlace, OpInfo } from 'paddock-hlo'
import { element, textElement } from '../dom.js'
import { currentProgram, findOp, nameDetail, tableOf } from './engine-source.js'

/// The word of an operation's name around `position`.
function opWordAt(view: EditorView, position: number): { from: number; to: number; text: string } | null {
  const line = view.state.doc.lineAt(position)
  for (const match of line.text.matchAll(/[A-Za-z_][\w$]*(?:\.[\w$]+)*/g)) {
    const from = line.from + match.index
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
  if (!info.runs) box.append(textElement('p', 'cm-hover-note', 'It is read and checked, and cannot be run.'))
  return box
}

function describeName(view: EditorView, name: NamePlace): HTMLElement {
  const box = element('div', 'cm-hover')
  box.append(textElement('code', 'cm-hover-name', `${name.name} : ${name.type}`))
  for (const detailOf of view.state.facet(nameDetail)) {
    const detail = detailOf(view, name)
    if (detail !== null) box.append(detail)
  }
  const uses = name.uses.length === 0 ? 'Never used.' : name.uses.length === 1 ? 'Used once.' : `Used ${name.uses.length} times.`
  box.append(textElement('p', 'cm-hover-note', uses))
  return box
}

async function tooltipAt(view: EditorView, position: number): Promise<Tooltip | null> {
  const { doc } = view.state
  const program = currentProgram(view)
  const name = program === null ? null : await program.nameAt(position).catch(() => null)
  // Another text has come meanwhile, in which the place means something else or is none.
  if (view.state.doc !== doc) return null
  if (name !== null) return { pos: position, create: () => ({ dom: describeName(view, name) }) }
  const table = tableOf(view)
  const word = opWordAt(view, position)
  const info = table !== null && word !== null ? findOp(table, word.text) : undefined
  return info === undefined || word === null ? null : { pos: word.from, end: word.to, create: () => ({ dom: describeOp(info) }) }
}

const look = EditorView.baseTheme({
  '.cm-hover': { padding: '6px 10px', maxWidth: '560px', font: '13px/18px var(--words, system-ui, sans-serif)' },
  '.cm-hover-name': { font: '600 13px/18px var(--mono, monospace)', overflowWrap: 'anywhere' },
  '.cm-hover p': { margin: '4px 0 0' },
  '.cm-hover-parts': { display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '0 12px', margin: '6px 0 0' },
  '.cm-hover-parts dt': { fontFamily: 'var(--mono, monospace)', fontSize: '12px' },
  '.cm-hover-parts dd': { margin: '0', color: 'var(--muted, inherit)' },
  '.cm-hover-note': { color: 'var(--muted, inherit)' },
})

/// What an operation is, and what a value is and holds, under the pointer.
export const hover: Extension = [hoverTooltip(tooltipAt, { hoverTime: 250 }), look]
