// Includes documents: a paragraph that consists of a link to another document, or to a section of
// it, is replaced by it.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { Marked } from 'marked'
import { slug } from './html.mjs'

const root = new URL('../../', import.meta.url)

/** Returns the tokens of a document with its inclusions, whose headings begin at `depth`. */
export function tokensOf(file, text, { anchor, depth = 1 } = {}) {
  const tokens = sectionOf(new Marked().lexer(text), anchor, file)
  const first = tokens.find(({ type }) => type === 'heading')
  const shift = first === undefined ? 0 : depth - first.depth
  return tokens.flatMap((token) => {
    const brought = broughtBy(token)
    if (brought === null) return [token.type === 'heading' ? { ...token, depth: token.depth + shift } : token]
    const other = join(dirname(file), brought.name)
    const below = brought.anchor === undefined ? depth + 1 : depth + 2
    return tokensOf(other, readFileSync(new URL(other, root), 'utf8'), { anchor: brought.anchor, depth: below })
  })
}

function broughtBy({ type, tokens }) {
  if (type !== 'paragraph' || tokens.length !== 1 || tokens[0].type !== 'link') return null
  const [, name, anchor] = /^([\w-]+\.md)(?:#(.*))?$/.exec(tokens[0].href) ?? []
  return name === undefined ? null : { name, anchor }
}

/** Returns the section under the heading with this anchor, or the whole document if no anchor is given. */
function sectionOf(tokens, anchor, file) {
  if (anchor === undefined) return tokens
  const start = tokens.findIndex((token) => token.type === 'heading' && slug(token.text) === anchor)
  if (start < 0) throw new Error(`${file} has no section #${anchor}`)
  const { depth } = tokens[start]
  const end = tokens.findIndex((token, i) => i > start && token.type === 'heading' && token.depth <= depth)
  return tokens.slice(start, end < 0 ? undefined : end)
}
