// The pages of text beside the playground: documents of docs/, set as HTML while the page is built. They have no scripts.
import { readFileSync } from 'node:fs'
import { Marked } from 'marked'

const folder = new URL('../docs/', import.meta.url)

/// The pages, by the document that each is made of.
const pages = { 'trust.html': 'trust.md', 'numerics.html': 'numerics.md' }

/** A Vite plugin: fills `<!-- document -->` and `<!-- contents -->` of the pages. */
export function documents() {
  return {
    name: 'paddock-documents',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const document = pages[path.slice(path.lastIndexOf('/') + 1)]
        if (document === undefined) return html
        const { body, contents } = render(document, (name) => readFileSync(new URL(name, folder), 'utf8'))
        return html.replace('<!-- contents -->', () => contents).replace('<!-- document -->', () => body)
      },
    },
  }
}

/** One document as HTML. A paragraph that is a link to another one, or to a section of it, brings it here. */
export function render(name, read) {
  const places = new Map()
  const body = setter(places).parser(tokensOf(name, read))
  const sections = [...places].filter(([, { depth }]) => depth === 2)
  const contents = sections.map(([anchor, { title }]) => `<li><a href="#${anchor}">${title}</a></li>`).join('')
  return { body, contents: `<ul>${contents}</ul>` }
}

function tokensOf(name, read, { anchor, depth = 1 } = {}) {
  const tokens = sectionOf(new Marked().lexer(read(name)), anchor, name)
  const shift = depth - tokens.find(({ type }) => type === 'heading').depth
  return tokens.flatMap((token) => {
    const brought = broughtBy(token)
    if (brought !== null) return tokensOf(brought.name, read, { anchor: brought.anchor, depth: brought.anchor === undefined ? depth + 1 : depth + 2 })
    return [token.type === 'heading' ? { ...token, depth: token.depth + shift } : token]
  })
}

function broughtBy({ type, tokens }) {
  if (type !== 'paragraph' || tokens.length !== 1 || tokens[0].type !== 'link') return null
  const [, name, anchor] = /^([\w-]+\.md)(?:#(.*))?$/.exec(tokens[0].href) ?? []
  return name === undefined ? null : { name, anchor }
}

/// The heading with this anchor and what stands below it; all of the document where no anchor is asked for.
function sectionOf(tokens, anchor, name) {
  if (anchor === undefined) return tokens
  const start = tokens.findIndex((token) => token.type === 'heading' && anchorOf(token.text) === anchor)
  if (start < 0) throw new Error(`docs/${name} has no section #${anchor}`)
  const { depth } = tokens[start]
  const end = tokens.findIndex((token, i) => i > start && token.type === 'heading' && token.depth <= depth)
  return tokens.slice(start, end < 0 ? undefined : end)
}

const anchorOf = (title) => title.toLowerCase().replace(/[^\w -]/g, '').trim().replace(/ /g, '-')

/// Notes in `places` which headings there are.
function setter(places) {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const [anchor, title] = [anchorOf(text), this.parser.parseInline(tokens)]
        if (places.has(anchor)) throw new Error(`two sections are called "${text}"`)
        places.set(anchor, { depth, title })
        return `<h${depth} id="${anchor}">${title}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href)
        return target === null ? text : `<a href="${target}" rel="noreferrer">${text}</a>`
      },
      // Wide ones are scrolled by themselves, with the keyboard too.
      table(token) {
        const set = new Marked().parser([token])
        return `<div class="table" role="region" aria-label="Table: ${token.header.map(({ text }) => text.replace(/[`"<>&]/g, '')).join(', ')}" tabindex="0">${set}</div>\n`
      },
    },
  })
}

/// A document that has no page is named without a link.
function targetOf(href) {
  if (/^https:/.test(href)) return href
  const [, name, anchor = ''] = /^([\w-]+\.md)?(#.*)?$/.exec(href) ?? []
  const page = Object.keys(pages).find((one) => pages[one] === name)
  if (page !== undefined) return `./${page}${anchor}`
  return name === undefined && anchor !== '' ? anchor : null
}
