// Builds cell.html, the document of the cell's frame (src/cell/sandbox): its scripts and its policy are inside, because a
// document of opaque origin can load no modules from the site.
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const source = (name) => fileURLToPath(new URL(`src/cell/sandbox/${name}.ts`, import.meta.url))

/** A Vite plugin. */
export function cell() {
  return {
    name: 'paddock-cell',
    configureServer({ middlewares }) {
      middlewares.use('/cell.html', (_, response, next) => {
        makePage().then((page) => response.setHeader('content-type', 'text/html').end(page), next)
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'cell.html', source: await makePage() })
    },
  }
}

async function makePage() {
  const [frame, worker] = await Promise.all(['frame', 'worker'].map(bundle))
  const hash = createHash('sha256').update(frame).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Paddock: the frame of a cell</title>
<script type="text/plain" id="worker">${worker}</script>
<script>${frame}</script>
</head>
<body></body>
</html>
`
}

/** Returns a classic script that HTML can contain. */
async function bundle(name) {
  const { output } = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: source(name), output: { format: 'iife' } } },
  })
  // The builder's module, whose address the scripts leave out, is an asset here, too.
  const [script, ...others] = output.filter(({ type }) => type === 'chunk')
  if (others.length > 0 || /\bimport\(|assets\//.test(script.code)) throw new Error(`the cell's ${name} needs other files`)
  return script.code.replace(/<(?=\/script|!--)/gi, '\\x3C')
}
