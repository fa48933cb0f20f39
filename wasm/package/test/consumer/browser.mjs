/// A server for a folder, and a browser that visits its pages.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { launchBrowser, types } from '../../../../web/test/site.mjs'

/// `headers` apply to pages. `answerOther` may answer requests for paths that are not files.
export async function startSite(folder, { headers = {}, answerOther = () => false } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const file = join(folder, pathname)
    if (pathname.includes('..') || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      return answerOther(pathname, response) || response.writeHead(404).end()
    }
    const type = { 'content-type': types[extname(file)] ?? 'application/octet-stream' }
    response.writeHead(200, file.endsWith('.html') ? { ...type, ...headers } : type)
    return createReadStream(file).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise((resolve) => server.close(resolve)) }
}

export { launchBrowser }

/// Returns the title that the page at `address` sets at its end, as all pages here do.
export async function titleOf(browser, address, prepare = async () => {}) {
  const page = await browser.newPage()
  const problems = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await prepare(page)
  await page.goto(address)
  try {
    await page.waitForFunction(() => document.title.startsWith('='), undefined, { timeout: 30_000 })
    return (await page.title()).slice(1)
  } catch {
    throw new Error(`${address} wrote nothing: ${problems.join('; ')}`)
  } finally {
    await page.close()
  }
}

/// Returns the HTML of a page that loads a module.
export const pageOf = (script, head = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>waiting</title><link rel="icon" href="data:,">${head}</head><body><script type="module" src="${script}"></script></body></html>`
