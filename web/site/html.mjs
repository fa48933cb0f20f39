// Renders text as HTML, and programs with the editor's highlighting.
import { classHighlighter, highlightCode } from '@lezer/highlight'
import { language } from '../src/codemirror/mlir-language.ts'

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escape = (text) => text.replace(/[&<>"]/g, (sign) => entities[sign])

/** Returns a heading's anchor as GitHub forms it, so that links between the Markdown files work. */
export const slug = (heading) => heading.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-')

/** Renders a program; `mark` is the range of a diagnostic. */
export function highlight(text, mark) {
  const parts = []
  let at = 0
  const put = (piece, classes) => {
    // The range may begin and end within a word.
    const cuts = mark === undefined ? [] : [mark.from, mark.to].filter((cut) => at < cut && cut < at + piece.length)
    for (const [from, to] of spans(at, at + piece.length, cuts)) {
      const isMarked = mark !== undefined && mark.from <= from && to <= mark.to
      const all = [classes, isMarked ? 'wrong' : ''].filter(Boolean).join(' ')
      const html = escape(text.slice(from, to))
      parts.push(all === '' ? html : `<span class="${all}">${html}</span>`)
    }
    at += piece.length
  }
  highlightCode(text, language.parser.parse(text), classHighlighter, put, () => put('\n', ''))
  return parts.join('')
}

function spans(from, to, cuts) {
  const ends = [from, ...cuts, to]
  return ends.slice(1).map((end, i) => [ends[i], end])
}
