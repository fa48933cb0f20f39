import type { Program, WhyCell, WhyChain, WhySet, WhyTerm } from 'paddock-hlo'
import { originOf, placeOf } from '../../codemirror/given-names.js'
import { groupedNumber } from '../../shared/numbers.js'
import { cellText } from './question.js'

/// Numbers as the page writes them.
export const signed = (text: string): string => text.replace(/-(?=[\d.]|inf)/g, '−').replace(/\binf\b/g, '∞').replace(/\bnan\b/g, 'NaN')

const processText = ([replica, partition]: readonly [number, number]): string => `process (${replica}, ${partition})`

/// Returns what a cell is: its line and operation, or an input or a constant.
export function placeWords({ kind, operation, line }: WhyCell): string {
  const what = kind === 'input' ? 'an input' : kind === 'constant' ? 'a constant' : operation
  return line === 0 ? what : `line ${line}${what === '' ? '' : `, ${what}`}`
}

/// Returns the rounds of loops, the calls and the process of a cell, outermost last; empty if there is nothing to say.
export function timeWords(cell: WhyCell, isGrid: boolean): string {
  return [...cell.in, ...(isGrid ? [processText(cell.process)] : [])].join(', ')
}

/// Returns the file and line of the user's code; empty if it is not known.
export function sourceWords({ location }: WhyCell, text: string): string {
  const origin = location === '' ? null : originOf(location, text)
  return origin === null ? '' : [placeOf(origin), origin.name].filter((word) => word !== null).join(', ')
}

/// Class of a rule: one that made a NaN or an infinity stands out.
export const ruleClass = ({ value }: WhyCell): string => (/nan|inf/.test(value) ? 'why-rule' : 'why-rule edge')

/// Returns the rule that made a NaN or an infinity, or that decides a number at an edge of its type.
export function ruleWords({ rule, begins_here: begins, value }: WhyCell): string {
  if (rule === '' && !begins) return ''
  const said = rule === '' ? signed(value) : rule
  return begins ? `${said}: begins here` : said
}

/// Whether a NaN or an infinity begins at a cell, or a NaN is made there of infinities, as by zero times infinity.
const isMade = ({ begins_here: begins, value, rule }: WhyCell): boolean => begins || (value === 'nan' && rule !== '' && rule !== 'an operand is NaN')

/// Returns where a chain of NaN or infinities begins: the first cell of each operation and rule, the farthest one first.
/// Empty for other chains, and where the cell asked about begins it.
export function beginningsOf({ cells, direction }: WhyChain): WhyCell[] {
  if (direction !== 'back' || cells[0]!.begins_here) return []
  const found = new Map<string, WhyCell>()
  for (const cell of cells.slice(1)) if (isMade(cell) && !found.has(`${cell.line} ${cell.rule}`)) found.set(`${cell.line} ${cell.rule}`, cell)
  return [...found.values()].reverse()
}

/// Returns the cells of a set, with the count of those that are not followed.
export function setWords({ name, count, cells, process, ranges }: WhySet, isGrid: boolean, most = Infinity): string {
  const kind = ranges.length === 0 ? 'such as' : 'the greatest are'
  const more = count > Math.min(cells.length, most) ? `${name}: ${groupedNumber(count)} cells, ${kind}` : ''
  return [more, isGrid ? `of ${processText(process)}` : ''].filter((words) => words !== '').join(' ')
}

/// A product of a sum, and its two cells.
export interface Product {
  value: number
  terms: readonly [WhyTerm, WhyTerm]
}

/// Returns the greatest products of a cell, and the sets whose cells they do not name.
export function termsOf(cell: WhyCell): { products: readonly Product[]; rest: readonly WhySet[] } {
  const products = greatestProducts(cell)
  return { products, rest: products.length > 0 ? cell.sets.slice(2) : cell.sets }
}

/// Returns the products that contribute most to a large sum of products, the greatest first; empty for other cells.
function greatestProducts({ operation, sets: [left, right] }: WhyCell): Product[] {
  if (left === undefined || right === undefined || !/dot|convolution|einsum/.test(operation)) return []
  const isPaired = left.operand === 0 && right.operand === 1 && left.count === right.count && left.cells.length === right.cells.length
  if (!isPaired || left.count <= left.cells.length) return []
  const products = left.cells.map((term, i): Product => ({ value: Number(term.value) * Number(right.cells[i]!.value), terms: [term, right.cells[i]!] }))
  if (products.some(({ value }) => !Number.isFinite(value))) return []
  return products.sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
}

export const productsTitle = ({ sets: [left] }: WhyCell): string => `greatest of ${groupedNumber(left!.count)} products: `

/// Returns the named cells of a set: of a large one the greatest first.
export function greatestFirst({ count, cells, ranges }: WhySet): readonly WhyTerm[] {
  const weights = cells.map(({ value }) => Math.abs(Number(value)))
  if (count <= cells.length || ranges.length === 0 || weights.some(Number.isNaN)) return cells
  return cells.toSorted((a, b) => Math.abs(Number(b.value)) - Math.abs(Number(a.value)))
}

/// Whether not all cells of a set are named.
export const isLarge = ({ count, cells }: WhySet): boolean => count > cells.length

/// Returns the name of the function around an offset of the text; empty if there is none.
export function functionAt(program: Program | null, offset: number): string {
  const found = program?.functions.find(({ from, to }) => from <= offset && offset < to)
  return found === undefined ? '' : `@${found.name}`
}

const termName = ({ name }: WhySet, { cell }: WhyTerm): string => cellText(name.replace(/\[.*$/, ''), cell)

export const termWords = (set: WhySet, term: WhyTerm): string => signed(`${termName(set, term)} = ${term.value}`)

export const isOfGrid = ({ cells }: WhyChain): boolean => cells.some(({ process: [replica, partition], sets }) => replica + partition > 0 || sets.some((set) => set.process[0] + set.process[1] > 0))

/// Writes a chain as a list in Markdown, for a report.
export function markdownOf(chain: WhyChain, text: string): string {
  const isGrid = isOfGrid(chain)
  const way = chain.direction === 'back' ? 'from' : 'to'
  const lines = chain.cells.map((cell) => {
    const terms = cell.sets.flatMap((set) => set.cells.map((term) => `\`${termName(set, term)} = ${term.value}\`${term.id === null ? '' : ` (${term.id + 1})`}`))
    const sentences = [
      `\`${cell.name} = ${cell.value}\`, ${placeWords(cell)}`,
      ...[timeWords(cell, isGrid), sourceWords(cell, text)].filter((words) => words !== ''),
      ...(cell.formula === '' ? [] : [`\`${cell.formula}\``]),
      ...(ruleWords(cell) === '' ? [] : [`**${ruleWords(cell)}**`]),
      ...cell.notes,
      ...(cell.reason === '' ? [] : [cell.reason.replace(/\.$/, '')]),
      ...(terms.length === 0 ? [] : [`${way} ${terms.join(', ')}`]),
    ]
    return `${cell.id + 1}. ${sentences.join('; ')}.`
  })
  const title = `${chain.direction === 'back' ? 'Where from?' : 'What depends on it?'} \`${chain.cells[0]!.name} = ${chain.cells[0]!.value}\``
  return [title, '', ...lines, ...(chain.complete ? [] : ['', 'The chain goes on.']), ''].join('\n')
}
