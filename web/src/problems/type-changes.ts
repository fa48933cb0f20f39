import type { Diagnostic, Paddock, Program, Range } from 'paddock-hlo'
import { brokenRule } from './sentence.js'
import { changedType, mismatchOf, type Side } from './mismatch.js'

/// A text with fewer errors, made by changing one type and all types that follow from it.
interface TypeChange {
  label: string
  text: string
}

/// Length above which a text is not read several times to find fixes.
const longestText = 100_000

/// Finds fixes where two sizes or shapes must be equal: each changes one operand's type to fit the
/// other's, if that leaves fewer errors. Ends early, with fewer or none, once they are no longer wanted.
export async function typeChanges(diagnostic: Diagnostic, program: Program, paddock: Paddock, isWanted: () => boolean): Promise<TypeChange[]> {
  const { text } = program
  const detail = brokenRule.exec(diagnostic.message)?.[4]
  const mismatch = detail === undefined || text.length > longestText ? null : mismatchOf(detail, diagnostic, text)
  if (mismatch === null) return []
  const [first, second] = mismatch.sides
  const changes = await Promise.all([changeOf(second, first, program, paddock, isWanted), changeOf(first, second, program, paddock, isWanted)])
  return changes.filter((change) => change !== null)
}

async function changeOf(side: Side, other: Side, program: Program, paddock: Paddock, isWanted: () => boolean): Promise<TypeChange | null> {
  const place = side.use && (await program.nameAt(side.use.from))
  if (place == null || place.typeRange === null) return null
  const { from, to } = place.typeRange
  const { text } = program
  const type = changedType(text.slice(from, to), side, other)
  if (type === null) return null
  const mended = await follow(text.slice(0, from) + type + text.slice(to), { from, to: from + type.length }, paddock, isWanted)
  if (mended === null || mended.errors >= errorsOf(program)) return null
  return { label: `Change ${side.name} to ${type}${mended.places > 1 ? ` (${mended.places} places)` : ''}`, text: mended.text }
}

/// Most rounds of changes that follow: a change that spreads further is not small.
const mostRounds = 20

/// Applies the types that follow from the one at `kept`, and counts the remaining errors. Null if they are no longer wanted.
async function follow(text: string, kept: Range, paddock: Paddock, isWanted: () => boolean): Promise<{ text: string; places: number; errors: number } | null> {
  let places = 1
  for (let round = 0; ; ++round) {
    if (!isWanted()) return null
    const program = await paddock.parse(text)
    const errors = errorsOf(program)
    const fixes = round < mostRounds ? typeFixes(program, kept) : []
    program.close()
    if (fixes.length === 0) return { text, places, errors }
    for (const { from, to, replacement } of fixes) {
      text = text.slice(0, from) + replacement + text.slice(to)
      const moved = from < kept.from ? replacement.length - (to - from) : 0
      kept = { from: kept.from + moved, to: kept.to + moved }
    }
    places += fixes.length
  }
}

/// Returns the fixes that change a type elsewhere, last one first.
function typeFixes({ diagnostics }: Program, kept: Range): Diagnostic['fixes'][number][] {
  const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fixes).filter(({ from, to, replacement }) => /^tensor</.test(replacement) && (to <= kept.from || kept.to <= from))
  const places = new Map(fixes.map((fix) => [fix.from, fix]))
  return [...places.values()].sort((a, b) => b.from - a.from)
}

const errorsOf = ({ diagnostics }: Program): number => diagnostics.filter(({ severity }) => severity === 'error').length
