// Files for those who link to the site: the picture that they show, and the page for an address that is not there. Set
// PADDOCK_SITE to the site's address for the build: most of them need it whole.
import { readFileSync } from 'node:fs'
import { load } from 'paddock-hlo'
import { coloursOf, resultOf, tableOfTensors } from './pictures.mjs'
import { pngOf } from './png.mjs'

const [width, height] = [1200, 630]
const picture = 'preview.png'

const site = () => (process.env.PADDOCK_SITE ?? '').replace(/\/*$/, '/').replace(/^\/$/, '')

/** A Vite plugin. */
export function siteFiles() {
  return {
    name: 'paddock-site-files',
    transformIndexHtml: (html, { path }) => (path.endsWith('/index.html') ? tags() : undefined),
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: picture, source: await drawPreview() })
      this.emitFile({ type: 'asset', fileName: '404.html', source: notFound() })
    },
  }
}

/** The title and the description are those of the page. */
const tags = () => [{ tag: 'meta', attrs: { property: 'og:image', content: `${site() || './'}${picture}` }, injectTo: 'head' }]

/** The result of the opening example, in the page's colours, as large as whole pixels a cell allow. */
async function drawPreview() {
  const [{ examples: [opening] }] = JSON.parse(readFileSync(new URL('../examples/examples.json', import.meta.url), 'utf8'))
  const paddock = await load()
  const table = await resultOf(paddock, opening).then(tableOfTensors).finally(() => paddock.close())
  const [rows, columns] = [table.length, table[0].length]
  const size = Math.floor(Math.min((0.9 * width) / columns, (0.9 * height) / rows))
  const [top, left] = [Math.floor((height - size * rows) / 2), Math.floor((width - size * columns) / 2)]
  const colourOf = coloursOf(table, false)
  const ground = [0xfb, 0xfa, 0xf6]
  return pngOf(height, width, (y, x) => {
    const number = table[Math.floor((y - top) / size)]?.[Math.floor((x - left) / size)]
    return number === undefined ? ground : colourOf(number)
  })
}

/** Works at any depth of the site, so it refers to no file of it. */
function notFound() {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Not found: Paddock</title>
    <style>
      body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif; color: #222; background: #fbfaf6 }
      a { color: #1f6b4a }
      @media (prefers-color-scheme: dark) { body { color: #e8e6df; background: #16181a } a { color: #7cc7a2 } }
    </style>
  </head>
  <body>
    <h1>This page is not here</h1>
    <p>The address leads to no page of Paddock. A program in a link is not lost: it is in the part after <code>#</code>, which the playground reads.</p>
    <p><a href="${site() || '/'}">The playground</a></p>
  </body>
</html>
`
}
