// Renders Markdown as pages: anchors as on GitHub, links to pages of the site, runnable programs.
import { dirname, join, normalize, relative } from 'node:path/posix'
import { Marked } from 'marked'
import { exampleBlock } from './example-block.mjs'
import { tokensOf } from './brought.mjs'
import { escape, slug } from './html.mjs'
import { generated, pathOf } from './sections.mjs'

/**
 * Returns `{ title, body, contents, entries }` of a Markdown file. `entries` are for the search,
 * one for each heading.
 */
export function renderMarkdown({ file, path, text }) {
  const entries = []
  const marked = new Marked({ renderer: renderer(file, path, entries) })
  const body = marked.parser(tokensOf(file, text))
  const title = entries[0]?.heading ?? file
  const contents = entries.filter(({ depth }) => depth === 2).map(({ heading, anchor }) => ({ heading, anchor }))
  return { title, body, contents, entries: entries.map(({ heading, anchor, text }) => ({ heading, anchor, text: text.trim() })) }
}

function renderer(file, path, entries) {
  let isFirst = path === 'index.html'
  const labels = new Set()
  const note = (text) => {
    if (entries.length > 0) entries.at(-1).text += ` ${text}`
  }
  return {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      const heading = plain(html)
      const anchor = slug(heading)
      if (entries.some((entry) => entry.slug === anchor)) throw new Error(`${file}: two sections are called "${heading}"`)
      entries.push({ heading, depth, slug: anchor, anchor: depth === 1 ? '' : anchor, text: '' })
      return `<h${depth} id="${anchor}">${html}</h${depth}>\n`
    },
    paragraph({ tokens }) {
      const html = this.parser.parseInline(tokens)
      note(plain(html))
      return `<p>${html}</p>\n`
    },
    code({ text, lang }) {
      if (lang === 'mlir') {
        const block = exampleBlock(text, isFirst)
        isFirst = false
        return block
      }
      return `<pre class="code" tabindex="0"><code>${escape(text)}</code></pre>\n`
    },
    table(token) {
      const row = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
      note(token.rows.map((cells) => cells.map(({ text }) => text).join(' ')).join(' '))
      const hasHead = token.header.some(({ text }) => text !== '')
      const head = hasHead ? `<thead>${row(token.header, 'th')}</thead>` : ''
      const label = distinct(`Table: ${token.header.map(({ text }) => text.replace(/[`"<>&]/g, '')).join(', ')}`, entries.at(-1)?.heading, labels)
      // Wide tables scroll separately, also with the keyboard.
      return `<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>${head}<tbody>${token.rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table></div>\n`
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens)
      const target = linkTarget(href, file, path)
      return target === undefined ? html : `<a href="${escape(target)}"${/^https?:/.test(target) ? ' rel="noreferrer"' : ''}>${html}</a>`
    },
    // Pictures are beside their page. In the README, a link to the playground replaces its picture.
    image: ({ href, text }) => {
      if (file !== 'README.md') return `<img class="drawing" src="${escape(href)}" alt="${escape(text)}">`
      return text === '' ? '' : `<p><a href="../index.html">${escape(text)}</a></p>`
    },
  }
}

/** Returns the label, with the heading of its section and then a number appended where an earlier table has the same. */
function distinct(label, heading, labels) {
  let one = label
  if (labels.has(one) && heading !== undefined) label = one = `${label}: ${heading.replace(/["<>&]/g, '')}`
  for (let number = 2; labels.has(one); ++number) one = `${label} (${number})`
  labels.add(one)
  return one
}

/** Other files of the project are named but not linked, since the site may be hosted without them. */
function linkTarget(href, file, path) {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href
  const [target, anchor = ''] = href.split('#')
  const source = normalize(join(dirname(file), target))
  if (!source.endsWith('.md') && !Object.hasOwn(generated, source)) return undefined
  const to = relative(dirname(path), generated[source] ?? pathOf(source))
  return anchor === '' ? to : `${to}#${anchor}`
}

const plain = (html) => html.replace(/<[^>]*>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&')
