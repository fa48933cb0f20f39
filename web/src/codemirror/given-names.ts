/// Source of a value according to `loc(...)`: its name in the user's code, and the line there.
export interface Origin {
  /// Name: `params['wq']`, `attention/softmax/exp`; null if it has none.
  name: string | null
  file: string | null
  line: number
}

let read: { text: string; aliases: ReadonlyMap<string, string> } = { text: '', aliases: new Map() }

/// Returns the location of each alias, `#loc4 = loc(...)`, in a text. The last text's are cached.
function aliasesOf(text: string): ReadonlyMap<string, string> {
  if (read.text === text) return read.aliases
  const aliases = new Map<string, string>()
  if (text.includes('#loc')) for (const [, name, location] of text.matchAll(/^(#loc\w*) = loc\((.*)\)[ \t\r]*$/gm)) aliases.set(name!, location!)
  read = { text, aliases }
  return aliases
}

/// Tokens of a location: a name, a file with its line, or an alias.
const part = /"((?:[^"\\]|\\.)*)"(?::(\d+):\d+)?|#loc\w*/

/// Maximum nesting depth of locations.
const deepest = 64

/// Parses the content of `loc(...)`. Null if it names nothing. The outermost name is the scope;
/// names within it are stack frames.
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

/// Strips wrappers from `jit(f)/jvp(attention)/exp`: `attention/exp`.
const withoutTransforms = (scope: string): string =>
  scope
    .replace(/^(?:(?:jit|pjit|pmap|shard_map)(?:\([^()]*\))?\/)+/, '')
    .replace(/\b(?:jvp|vmap|transpose|remat|checkpoint|rematted_computation)\(([^()]*)\)/g, '$1')
    .replace(/^(?:jit|pjit)\(([^()]*)\)$/, '$1')

/// Returns the given name, or null.
export const givenName = (location: string, text: string): string | null => (location === '' ? null : (originOf(location, text)?.name ?? null))

/// Returns the file and line: `attention.py:12`.
export const placeOf = ({ file, line }: Origin): string | null => (file === null ? null : `${file.replace(/^.*[\\/]/, '')}:${line}`)

/// Returns the location after the last definition of `%name` before `end`, in the function there; empty if there is none.
/// Values of operations with regions are not found.
export function locationIn(text: string, name: string, end: number): string {
  const before = text.slice(0, end)
  const bare = name.replace(/#\d+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const ends = String.raw`loc\(((?:"(?:[^"\\]|\\.)*"|[^()"]|\((?:"(?:[^"\\]|\\.)*"|[^()"])*\))*)\)`
  const defined = [...before.slice(Math.max(0, before.lastIndexOf('func.func'))).matchAll(new RegExp(`${bare}(?::\\d+)?(?:: [^%\\n]*?| (?:=|,)[^\\n]*) ${ends}`, 'g'))]
  return defined.at(-1)?.[1] ?? ''
}
