import type { Diagnostic, Range } from 'paddock-hlo'

/// One side of a rule that requires two equal things: an operand as the text names it, its use, and its sizes.
export interface Side {
  name: string
  /// Null for a result, and if the text does not name the operand.
  use: Range | null
  /// Sizes, or the single size of `dimension`.
  sizes: readonly number[]
  dimension: number | null
}

interface Mismatch {
  sides: readonly [Side, Side]
  sentence: string
}

const role = String.raw`(operand \d+|result(?: \d+)?|\w+(?:\[\d+\])?)`
const twoSizes = new RegExp(String.raw`^dim\(${role}, (\d+)\) = (\d+) and dim\(${role}, (\d+)\) = (\d+)$`)
const twoShapes = new RegExp(String.raw`^${role} has shape \[([\d, ]*)\] and (those before it|${role} has shape) \[([\d, ]*)\]$`)
const twoNumbers = new RegExp(String.raw`^(size|rank|element_type)\(${role}\) = (\S+) and \1\(${role}\) = (\S+)$`)
const twoTypes = /^result \d+ is declared as (.+) and is (.+)$/

/// Parses which two things must be equal and are not, with the program's names; null for other
/// rules. `detail` is the message after its rule: `dim(lhs, 1) = 4 and dim(rhs, 0) = 5`.
export function mismatchOf(detail: string, diagnostic: Diagnostic, text: string): Mismatch | null {
  const places = placesOf(diagnostic, text)
  const size = twoSizes.exec(detail)
  if (size !== null) {
    const sideAt = (at: number): Side => ({ ...places(size[at]!), sizes: [Number(size[at + 2])], dimension: Number(size[at + 1]) })
    const [first, second] = [sideAt(1), sideAt(4)]
    const orOne = /= 1 or\b/.test(diagnostic.formula) ? ', or the first must be 1' : ''
    const told = (side: Side): string => `dimension ${side.dimension} of ${side.name} is ${side.sizes[0]}`
    return { sides: [first, second], sentence: `D${told(first).slice(1)}, but ${told(second)}; they must be equal${orOne}.` }
  }
  const shape = twoShapes.exec(detail)
  if (shape !== null) {
    const sizes = [shape[2]!, shape[5]!].map((list) => list.split(',').filter((one) => one.trim() !== '').map(Number))
    const other = shape[4] ?? (diagnostic.notes[0]?.message.replace(/ is here$/, '') || null)
    if (other === null) return null
    const sides = [{ ...places(shape[1]!), sizes: sizes[0]!, dimension: null }, { ...places(other), sizes: sizes[1]!, dimension: null }] as const
    const except = /except for dim\(/.test(diagnostic.formula) ? 'they may differ only along the dimension of the operation' : 'they must be equal'
    return { sides, sentence: `${sides[0].name} has ${shapeOf(sizes[0]!)}, but ${sides[1].name} has ${shapeOf(sizes[1]!)}; ${except}.` }
  }
  return null
}

/// Phrases other rules about two things as a sentence; null for unknown rules.
export function plainSentence(detail: string): string | null {
  const number = twoNumbers.exec(detail)
  if (number !== null) {
    const [, what, first, a, second, b] = number
    const has = (name: string, found: string): string => (what === 'size' ? `${nameOf(name)} has ${found} elements` : `${nameOf(name)} has ${what === 'rank' ? 'rank' : 'elements of'} ${found}`)
    const sentence = `${has(first!, a!)}, but ${has(second!, b!)}; they must be equal.`
    return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  }
  const type = twoTypes.exec(detail)
  return type === null ? null : `The type written here is ${type[1]}, but the operation gives ${type[2]}.`
}

const nameOf = (role: string): string => (/^(?:operand|result)$/.test(role) ? `the ${role}` : role)

const shapeOf = (sizes: readonly number[]): string => (sizes.length === 0 ? 'one element' : `shape ${sizes.join('x')}`)

/// Returns the uses that a diagnostic marks: its own, and those of its notes (`lhs is here`).
function placesOf({ from, to, notes }: Diagnostic, text: string): (role: string) => Pick<Side, 'name' | 'use'> {
  const noted = notes.flatMap((note) => (note.from < note.to && note.message.endsWith(' is here') ? [{ role: note.message.slice(0, -' is here'.length), from: note.from, to: note.to }] : []))
  return (role) => {
    const isNoted = noted.find((one) => one.role === role || (one.role === 'lhs' && role === 'operand 0') || one.role === `${role}[0]`)
    const use = isNoted ?? (/^result/.test(role) || noted.some((one) => one.role === role) ? null : { from, to })
    const name = use === null ? '' : text.slice(use.from, use.to)
    return /^%[\w$.#-]+$/.test(name) ? { name, use: { from: use!.from, to: use!.to } } : { name: nameOf(role.replace(/ \d+$/, '')), use: null }
  }
}

/// Returns the type with the other side's sizes; null if its spelling has none.
export function changedType(type: string, side: Side, other: Side): string | null {
  const [, sizes, element] = /^tensor<((?:[\d?]+x)*)([^,]*(?:<.*>)?)>$/.exec(type) ?? []
  if (sizes === undefined) return null
  const all = sizes.split('x').slice(0, -1)
  if (side.dimension !== null) {
    if (all[side.dimension] !== String(side.sizes[0])) return null
    return `tensor<${all.map((one, i) => `${i === side.dimension ? other.sizes[0] : one}x`).join('')}${element}>`
  }
  return all.join() === side.sizes.join() ? `tensor<${other.sizes.map((one) => `${one}x`).join('')}${element}>` : null
}
