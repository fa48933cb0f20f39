// The site without a network: after the first visit it works without its server, and a new version waits until it is asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchBrowser, openPage, serveSite } from './site.mjs'
import { column, openExample, replaceProgram, settled, stage } from './story.mjs'

const path = '/some/sub/path/'
const square = (number) => `func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<${number}> : tensor<f32>\n  %b = stablehlo.multiply %a, %a : tensor<f32>\n  return %b : tensor<f32>\n}`

/** A site with a name of its own; names below localhost are secure ones. Calls use({ site, stop, edit }). */
async function withSite(use) {
  let edit = () => undefined
  const { server, address } = await serveSite(path, { edit: (...words) => edit(...words) })
  const { port } = new URL(address)
  const origin = `http://paddock.localhost:${port}`
  const browser = await launchBrowser()
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  try {
    return await use({ site: { browser, address: origin + path }, stop, edit: (other) => (edit = other) })
  } finally {
    await browser.close()
    await stop()
  }
}

/** Waits until a service worker has stored the page; `ready` alone would wait for ever. */
const isStored = (page) =>
  page.evaluate(async () => {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('no service worker stored the page')), 20_000))
    const { active } = await Promise.race([navigator.serviceWorker.ready, late])
    return active.state
  })
const updateBar = (page) => page.getByRole('status', { name: 'Update' })

test('after one visit the page works without its server: examples, links, the engine, saved pages, and the parts that come later', async () => {
  await withSite(async ({ site, stop }) => {
    const { page, problems } = await openPage(site)
    await isStored(page)
    await stop()
    // The page of the first visit itself.
    await openExample(page, "Newton's method")
    await stage(page).getByText('1.41421', { exact: true }).waitFor()
    await replaceProgram(page, square('1.5'))
    await stage(page).getByText('2.25', { exact: true }).waitFor()
    await page.reload()
    await stage(page).getByText('2.25', { exact: true }).waitFor()
    await column(page).getByText(/f32/).first().waitFor()
    for (const tab of ['Code', 'Docs', 'Processes', 'Inputs', 'Value']) await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    await page.getByRole('button', { name: /SIMD/ }).click()
    await page.getByRole('dialog', { name: 'Engine' }).getByRole('combobox', { name: 'SIMD' }).selectOption('relaxed')
    await page.getByRole('dialog', { name: 'Engine' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /relaxed SIMD/ }).waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save as HTML' }).click()])
    assert.match(download.suggestedFilename(), /\.html$/)
    const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue()
    const other = await page.context().newPage()
    await other.goto(link)
    await stage(other).getByText('2.25', { exact: true }).waitFor()
    assert.deepEqual(problems, [])
  })
})

test('a new version is offered, waits until it is taken, and keeps the text', async () => {
  await withSite(async ({ site, edit }) => {
    const { page, problems } = await openPage(site)
    await isStored(page)
    await replaceProgram(page, square('2.5'))
    await stage(page).getByText('6.25', { exact: true }).waitFor()
    const title = /<title>[^<]*/
    edit((name, read) => {
      if (name === 'index.html') return read().replace(title, '<title>The new version')
      return name === 'service-worker.js' ? read().replace(/[0-9a-f]{16}/, 'f'.repeat(16)) : undefined
    })
    await page.reload()
    assert.doesNotMatch(await page.title(), /new version/)
    await updateBar(page).getByText('There is a new version of this page. Your text is kept.').waitFor()
    await updateBar(page).getByRole('button', { name: 'Take it' }).click()
    await page.waitForFunction(() => document.title === 'The new version')
    await stage(page).getByText('6.25', { exact: true }).waitFor()
    assert.deepEqual(problems, [])
  })
})

test('a file that the system opens with the installed page is opened, and a site on this machine stores nothing', async () => {
  const { server, address } = await serveSite(path)
  const browser = await launchBrowser()
  try {
    const { page, problems } = await openPage({ browser, address }, {}, (page) =>
      page.addInitScript((text) => {
        const file = new File([text], 'given.mlir')
        Object.defineProperty(window, 'launchQueue', { value: { setConsumer: (take) => take({ files: [{ getFile: async () => file }] }) } })
      }, square('3.5')))
    await stage(page).getByText('12.25', { exact: true }).waitFor()
    // The one on this machine would outlast its server.
    assert.equal((await page.evaluate(() => navigator.serviceWorker.getRegistrations())).length, 0)
    const client = await page.context().newCDPSession(page)
    const { errors, data } = await client.send('Page.getAppManifest')
    assert.deepEqual(errors, [])
    const [{ accept }] = JSON.parse(data).file_handlers
    for (const extension of ['.mlir', '.mlirbc', '.npz', '.npy', '.safetensors']) assert.ok(Object.values(accept).flat().includes(extension), extension)
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
})
