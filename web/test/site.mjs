// A static server for the built page, and one browser for all tests of a file.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { findBrowser } from '../../tools/lib/browsers.mjs'
import { watchRest } from './settled.mjs'

/// The built page; PADDOCK_PAGE selects another one.
export const dist = process.env.PADDOCK_PAGE ?? fileURLToPath(new URL('../dist', import.meta.url))
/// Default timeout in milliseconds of a story's expectations.
const patience = Number(process.env.PADDOCK_PATIENCE ?? 15_000)
export const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' }

const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
]

function pathOfBrowser() {
  const found = findBrowser()
  if (found === undefined) throw new Error('no Chromium is here: run `npm run setup`, or name one in PADDOCK_CHROMIUM')
  return found
}

/// `options` are further options of Playwright.
export const launchBrowser = (options = {}) => chromium.launch({ executablePath: pathOfBrowser(), args: flags, ...options })

// Each file is compressed once.
const compressed = new Map()

function gzipped(file) {
  if (!compressed.has(file)) compressed.set(file, gzipSync(readFileSync(file), { level: 9 }))
  return compressed.get(file)
}

/// Serves the page under `path`, gzipped if `isCompressed`. `close()` stops the server and the browser.
export async function startSite(path, options) {
  const { server, address } = await serveSite(path, options)
  const browser = await launchBrowser()
  return {
    browser,
    address,
    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/// Serves the page under `path`. `edit(name, read)` returns another text for a file, or undefined. All files have `headers`.
export async function serveSite(path, { isCompressed = false, edit = () => undefined, headers = {} } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const name = pathname.startsWith(path) ? pathname.slice(path.length) || 'index.html' : ''
    const file = join(dist, name)
    if (name === '' || name.includes('..') || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end()
      return
    }
    const edited = edit(name, () => readFileSync(file, 'utf8'))
    const type = { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...headers }
    if (edited !== undefined) {
      response.writeHead(200, type).end(edited)
      return
    }
    if (isCompressed && !file.endsWith('.woff2')) {
      response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(gzipped(file))
      return
    }
    response.writeHead(200, type)
    createReadStream(file).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, address: `http://127.0.0.1:${server.address().port}${path}` }
}

/// A new visitor. `problems` collects errors in the console, violated policies and requests to other origins.
export async function openPage(site, options = {}, prepare = async () => {}) {
  const context = await site.browser.newContext({ viewport: { width: 1366, height: 820 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const problems = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(site.address).origin) problems.push(request.url())
  })
  await watchRest(page)
  await prepare(page)
  await page.goto(site.address)
  return { page, problems }
}
