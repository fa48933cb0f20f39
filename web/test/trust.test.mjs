// The trust page, and that nothing leaves the page.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { exampleMenu, openExample, openPage, replaceProgram, runProgram, stage, useSite } from './story.mjs'

const site = useSite()

const docs = (name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

/// The cells of the first table after the line `above`, by row.
function tableBehind(text, above) {
  const lines = text.slice(text.indexOf(above)).split('\n')
  const first = lines.findIndex((line) => line.startsWith('| '))
  const end = lines.findIndex((line, i) => i > first && !line.startsWith('|'))
  const rows = lines.slice(first, end).filter((line) => !line.startsWith('|-'))
  return rows.map((line) => line.slice(2, -2).split(' | ').map((cell) => cell.replace(/[`*]/g, '').trim()))
}

const cellsOf = (table) => table.locator('tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())))

test('the engine chip leads to what ran, how exact it is and where it deviates', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.getByRole('button', { name: /SIMD/ }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('dialog', { name: 'Engine' }).getByRole('link', { name: /Tests, accuracy, deviations/ }).click()
  const trust = await opened
  await trust.getByRole('heading', { name: 'What Paddock can be trusted with', level: 1 }).waitFor()
  assert.ok(trust.url().startsWith(site().address), trust.url())
  const [conformance, known, bounds] = [0, 1, 2].map((i) => trust.getByRole('region', { name: /^Table: / }).nth(i))
  const counts = await cellsOf(conformance)
  assert.deepEqual(counts, tableBehind(docs('trust.md'), '<!-- table conformance -->'))
  const all = counts.at(-1)
  assert.equal(Number(all[4]) + Number(all[5]), Number(all[3]))
  assert.equal((await cellsOf(known)).length - 1, Number(all[5]))
  const bound = (await cellsOf(bounds)).find(([name]) => name === 'tanh')
  assert.deepEqual(bound, tableBehind(docs('numerics.md'), '<!-- table bounds -->').find(([name]) => name === 'tanh'))
  await trust.getByRole('heading', { name: 'Accepted without a warning' }).waitFor()
  await trust.getByRole('main').getByRole('link', { name: 'Numerics', exact: true }).first().click()
  await trust.getByRole('heading', { name: 'Numerics', level: 1 }).waitFor()
  await trust.getByRole('link', { name: 'Playground' }).click()
  await stage(trust).getByRole('img').waitFor()
  assert.deepEqual(problems, [])
})

test('the documentation is one link away', async () => {
  const { page } = await openPage(site())
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Docs', exact: true }).click()
  const documentation = await opened
  await documentation.getByRole('heading', { level: 1 }).waitFor()
  assert.ok(documentation.url().startsWith(`${site().address}docs/`), documentation.url())
})

for (const [name, width] of [['wide', 1366], ['narrow', 390]]) {
  test(`the pages of text are whole without scripts and do not overflow, ${name}`, async () => {
    for (const document of ['docs/trust.html', 'docs/numerics.html']) {
      const { page, problems } = await openPage({ ...site(), address: site().address + document }, { viewport: { width, height: 820 }, javaScriptEnabled: false })
      assert.ok((await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').count()) > 3)
      const { width: wide } = await page.locator('main').boundingBox()
      assert.ok(wide <= width, `${document}: ${wide} px`)
      assert.deepEqual(problems, [])
    }
  })
}

/// Records the requests of the page with their data.
function recordRequests(page, requests) {
  page.on('request', (request) => {
    if (/^(blob|data):/.test(request.url())) return
    requests.push({ url: new URL(request.url()), method: request.method(), body: request.postData() })
  })
}

test('a whole session asks its own host for its own files and tells nobody anything', async () => {
  const requests = []
  const { page, problems } = await openPage(site(), {}, (page) => recordRequests(page, requests))
  await stage(page).getByRole('img').waitFor()
  const secret = '4242.125'
  const text = `func.func @main(%secret_name: tensor<2xf32>) -> tensor<2xf32> {\n%a = stablehlo.constant dense<${secret}> : tensor<2xf32>\n%b = stablehlo.add %a, %secret_name : tensor<2xf32>\nreturn %b : tensor<2xf32>\n}`
  await runProgram(page, text)
  for (const tab of ['Inputs', 'Processes', 'Docs', 'Value']) await page.getByRole('tab', { name: tab }).click()
  await openExample(page, 'Handwritten digits')
  await page.getByRole('status').getByText(/images.npy/).waitFor()
  await page.getByRole('button', { name: /^Example: / }).click()
  await exampleMenu(page).waitFor()
  await page.keyboard.press('Escape')
  await exampleMenu(page).waitFor({ state: 'hidden' })
  await replaceProgram(page, text.replace('%a,', '%unknown,'))
  await stage(page).getByText(/%unknown/).waitFor()
  const files = requests.map(({ url }) => url.pathname)
  assert.ok(files.length > 5, files.join('\n'))
  for (const { url, method, body } of requests) {
    assert.equal(url.origin, new URL(site().address).origin)
    assert.equal(`${method} ${url.search}${body ?? ''}`, 'GET ', url.href)
    assert.ok(!/4242|secret/.test(url.href), url.href)
  }
  const { cookies } = await page.context().storageState()
  assert.deepEqual(cookies, [])
  assert.deepEqual(problems, [])
})

test('the browser itself refuses to connect elsewhere, and programs run without a network', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  const square = (number) => `func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<${number}> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}`
  await replaceProgram(page, square('2.5'))
  await stage(page).getByText('6.25', { exact: true }).waitFor()
  await page.context().setOffline(true)
  await replaceProgram(page, square('3.5'))
  await stage(page).getByText('12.25', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
  await page.context().setOffline(false)
  // Suggestions of the trust page.
  const answer = await page.evaluate(() => fetch('https://example.com').then(() => 'connected', (error) => error.name))
  assert.equal(answer, 'TypeError')
  assert.match(problems.join('\n'), /Content Security Policy/)
})
