// Frame of every page: head, navigation and contents.
import { dirname, relative } from 'node:path/posix'
import { escape } from './html.mjs'

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:; worker-src blob:; font-src 'self'; base-uri 'none'; form-action 'none'"

/** Returns the complete HTML of a page `{ path, title, body }`. */
export function layOut({ path, title, body, contents = [] }, sections) {
  const to = (target) => relative(dirname(path), target) || '.'
  const link = (page) => `<li><a href="${escape(to(page.path))}"${page.path === path ? ' aria-current="page"' : ''}>${escape(page.title)}</a></li>`
  const group = ({ name, pages }) => `<h2>${name}</h2><ul>${pages.map(link).join('')}</ul>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escape(title === 'Paddock' ? 'Paddock: guide' : `${title} · Paddock`)}</title>
<link rel="icon" href="data:,">
<script src="${to('theme.js')}"></script>
<link rel="stylesheet" href="${to('site.css')}">
<script type="module" src="${to('search.js')}"></script>
${body.includes('<paddock-example') ? `<script type="module" src="${to('element.js')}"></script>\n` : ''}</head>
<body>
<header>
<a class="home" href="${to('index.html')}">Paddock</a>
<div class="search"><label class="hidden" for="search">Search the documentation</label><input id="search" type="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" data-index="${to('search.json')}"><ul id="found" role="listbox" aria-label="Found" hidden></ul></div>
<a class="playground" href="${to('../index.html')}">Playground</a>
</header>
<nav aria-label="Pages"><details><summary>Pages</summary></details><div class="pages">${sections.filter(({ pages }) => pages.length > 0).map(group).join('')}</div></nav>
<main>
${contentsOf(contents)}${body}
</main>
</body>
</html>
`
}

/** Lists the headings of a page that has at least four. */
function contentsOf(contents) {
  if (contents.length < 4) return ''
  return `<nav class="contents" aria-label="Contents"><ul>${contents.map(({ heading, anchor }) => `<li><a href="#${escape(anchor)}">${escape(heading)}</a></li>`).join('')}</ul></nav>\n`
}
