// Generates the documentation site during the build: every Markdown file, a page for each operation
// of the table, the exports of the npm package, and the headers of C++ and C. The pages are static and work from any sub-path.
import { fileURLToPath } from 'node:url'
import { load } from 'paddock-hlo'
import { chosenThemeText, themeText } from '../src/shared/theme-text.ts'
import { readFileSync } from 'node:fs'
import { chosenThemeScript } from './chosen-theme.mjs'
import { cPage, cppPage } from './cpp-reference.mjs'
import { javascriptPage } from './javascript-reference.mjs'
import { layOut } from './layout.mjs'
import { renderMarkdown } from './markdown.mjs'
import { OpExamples } from './op-examples.mjs'
import { opIndex, opPage } from './op-page.mjs'
import { guides, pictures, sectionsOf } from './sections.mjs'

const file = (path) => fileURLToPath(new URL(path, import.meta.url))

/** A Vite plugin that writes the site into `docs/` beside the page. */
export function documentation() {
  return {
    name: 'paddock-documentation',
    buildStart() {
      if (this.meta.watchMode) return
      this.emitFile({ type: 'chunk', id: file('search.ts'), fileName: 'docs/search.js' })
      this.emitFile({ type: 'chunk', id: file('../src/element/index.ts'), fileName: 'docs/element.js' })
    },
    async generateBundle(_, bundle) {
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
      this.emitFile({ type: 'asset', fileName: 'docs/site.css', source: styleSheet(fonts) })
      this.emitFile({ type: 'asset', fileName: 'docs/theme.js', source: chosenThemeScript })
      for (const [path, source] of await makeSite()) this.emitFile({ type: 'asset', fileName: `docs/${path}`, source })
    },
  }
}

function styleSheet(fonts) {
  const faces = [400, 600].map((weight) => {
    const name = fonts.find((font) => font.includes(`plex-mono-${weight}`))
    return `@font-face { font-family: "Plex Mono"; font-weight: ${weight}; font-display: swap; src: url("../${name}") format("woff2"); }\n`
  })
  const themes = themeText.replaceAll(':host', ':root') + chosenThemeText.replace(/:host\(([^)]*)\)/g, ':root$1')
  return faces.join('') + themes + ['site.css', 'reference.css'].map((name) => readFileSync(file(name), 'utf8')).join('\n')
}

/** Returns the path and text of each file of the site. */
async function makeSite() {
  const paddock = await load()
  try {
    const table = await paddock.opTable()
    const examples = new OpExamples(paddock, table)
    const pages = guides().map((guide) => ({ ...guide, ...renderMarkdown(guide) }))
    pages.push(javascriptPage(), cppPage(), cPage(), opIndex(table))
    for (const info of table.ops) pages.push(opPage(info, table, await examples.of(info)))
    const sections = sectionsOf(pages)
    const search = pages.flatMap((page) => page.entries.map((entry) => ({ ...entry, page: page.path, of: page.title })))
    return [...pages.map((page) => [page.path, layOut(page, sections)]), ...pictures(), ['search.json', JSON.stringify(search)]]
  } finally {
    paddock.close()
  }
}
