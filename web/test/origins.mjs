// Pages of other sites. One server has the package and allows every origin, as package hosts do; the other one has the
// pages, each with its headers.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { launchBrowser, types } from './site.mjs'

const dist = fileURLToPath(new URL('../../wasm/package/dist', import.meta.url))

function serve(answer) {
  const server = createServer(answer)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/// The published package, gzipped. `/other-version/` is a copy of it.
function answerPackage(request, response) {
  const name = /^(?:\/other-version)?\/dist\/(.*)/.exec(new URL(request.url, 'http://localhost').pathname)?.[1] ?? '..'
  const file = join(dist, name)
  const headers = { 'access-control-allow-origin': '*' }
  if (name.includes('..') || !statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404, headers).end()
  headers['content-type'] = types[extname(file)] ?? 'application/octet-stream'
  if (!file.endsWith('.js')) {
    response.writeHead(200, headers)
    return createReadStream(file).pipe(response)
  }
  response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(readFileSync(file)))
}

/// For all tests of a file: `origins()` has the browser, the address of the package, and `put`. `prepare` receives them
/// before the first test.
export function useOrigins(prepare = async () => {}) {
  const origins = {}
  const pages = new Map()
  before(async () => {
    if (!existsSync(join(dist, 'element/index.js'))) throw new Error('the package has not been built: run `npm run build`')
    const host = await serve(answerPackage)
    const site = await serve((request, response) => {
      const page = pages.get(new URL(request.url, 'http://localhost').pathname)
      if (page === undefined) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.body)
    })
    const port = site.address().port
    Object.assign(origins, {
      browser: await launchBrowser(),
      host: `http://127.0.0.1:${host.address().port}`,
      site: `http://127.0.0.1:${port}`,
      // Browsers treat it as another site, not only as another origin.
      otherSite: `http://localhost:${port}`,
      /// Adds a page to the other site.
      put: (path, body, headers = {}) => pages.set(path, { body, headers }),
      async close() {
        await origins.browser.close()
        for (const server of [host, site]) await new Promise((resolve) => server.close(resolve))
      },
    })
    await prepare(origins)
  })
  after(() => origins.close?.())
  return () => origins
}

/// A policy that allows only scripts from the package's origin.
export const strictPolicy = ({ host }, more = '') => ({ 'content-security-policy': `default-src 'none'; script-src 'self' ${host} 'wasm-unsafe-eval'; style-src 'self'${more}` })

/// A program that returns its computed value.
export const doubled = `func.func @main() -> tensor<3x4xf32> {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %b = stablehlo.add %a, %a : tensor<3x4xf32>
  return %b : tensor<3x4xf32>
}`

/// A complete page around `content`, with the elements from the package's origin.
export function pageOf({ host }, content) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Somebody's page</title><link rel="icon" href="data:,">
<script type="module" src="${host}/dist/element/index.js"></script></head><body><h1>Somebody's page</h1>
${content}
<p id="below">What follows.</p></body></html>`
}

export const exampleOf = (text, attributes = '') => `<paddock-example ${attributes}><script type="text/mlir">\n${text}\n</script></paddock-example>`

/// Opens the page; `problems` collects errors of the console.
export async function visit({ browser }, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const problems = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(address)
  return { page, problems }
}
