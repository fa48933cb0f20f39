/// Where a value comes from, as `loc(...)` says: the name that people gave it, and the line of their source.
export interface Origin {
  /// `params['wq']`, `attention/softmax/exp`; null if it has none.
  name: string | null
  file: string | null
  line: number
}

let read: { text: string; aliases: ReadonlyMap<string, string> } = { text: '', aliases: new Map() }

/// What each `#loc4 = loc(...)` of a text stands for. The last text's are kept.
function aliasesOf(text: string): ReadonlyMap<string, string> {
  if (read.text === text) return read.aliases
  const aliases = new Map<string, string>()
  if (text.includes('#loc')) for (const [, name, location] of text.matchAll(/^(#loc\w*) = loc\((.*)\)[ \t\r]*$/gm)) aliases.set(name!, location!)
  read = { text, aliases }
  return aliases
}

/// A name, a file with its line, or an alias.
const part = /"((?:[^"\\]|\\.)*)"(?::(\d+):\d+)?|#loc\w*/

/// No location is nested deeper.
const deepest = 64

/// Reads the text between the brackets of `loc(...)`; null if it names nothing. The outermost name is the scope, and
/// those within it are functions of the stack.
export function originOf(location: string, text: string): Origin | null {
  const aliases = aliasesOf(text)
  let name: string | null = null
  let rest = location
  for (let i = 0; i < deepest; ++i) {
    const found = part.exec(rest)
    if (found === null) break
    const [whole, words, line] = found
    const behind = rest.slice(found.index + whole.length)
    if (words !== undefined && line !== undefined) return { name, file: unescaped(words), line: Number(line) }
    if (words !== undefined) name ??= withoutTransforms(unescaped(words))
    rest = words === undefined ? (aliases.get(whole) ?? '') + behind : behind
  }
  return name === null || name === '' ? null : { name, file: null, line: 0 }
}

const unescaped = (text: string): string => text.replace(/\\(["\\])/g, '$1')

/// `jit(f)/jvp(attention)/exp` as people wrote it: `attention/exp`.
const withoutTransforms = (scope: string): string =>
  scope
    .replace(/^(?:(?:jit|pjit|pmap|shard_map)(?:\([^()]*\))?\/)+/, '')
    .replace(/\b(?:jvp|vmap|transpose|remat|checkpoint|rematted_computation)\(([^()]*)\)/g, '$1')
    .replace(/^(?:jit|pjit)\(([^()]*)\)$/, '$1')

/// The name that people gave, or null.
export const givenName = (location: string, text: string): string | null => (location === '' ? null : (originOf(location, text)?.name ?? null))

/// `attention.py:12`.
export const placeOf = ({ file, line }: Origin): string | null => (file === null ? null : `${file.replace(/^.*[\\/]/, '')}:${line}`)

/// The location that stands behind the definition of `%name` in the part of the text before `end`, or nothing. A value of
/// an operation with regions is not found.
export function locationIn(text: string, name: string, end = text.length): string {
  const bare = name.replace(/#\d+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const ends = String.raw`loc\(((?:"(?:[^"\\]|\\.)*"|[^()"]|\((?:"(?:[^"\\]|\\.)*"|[^()"])*\))*)\)`
  const defined = [...text.slice(0, end).matchAll(new RegExp(`${bare}(?::\\d+)?(?:: [^%\\n]*?| (?:=|,)[^\\n]*) ${ends}`, 'g'))]
  return defined.at(-1)?.[1] ?? ''
}
