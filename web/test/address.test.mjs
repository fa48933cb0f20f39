// A file is opened from an address, only when its host was named and chosen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepScreenshot, openPage, stage, useSite } from './story.mjs'

const host = 'files.example'
const address = `https://${host}/models/square.mlir?version=2`
const text = 'func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<7.25> : tensor<f32>\n  %b = stablehlo.multiply %a, %a : tensor<f32>\n  return %b : tensor<f32>\n}'
const allowing = (name, read) => (name === 'index.html' ? read().replace("connect-src 'self'", `connect-src 'self' https://${host}`) : undefined)

const strict = useSite()
const open = useSite({ edit: allowing })

const palette = (page) => page.getByRole('dialog', { name: 'Commands' })

/** Types an address into the palette. `asked` collects the requests for it, `reply` answers them. */
async function typeAddress(site, reply) {
  const { page, problems } = await openPage(site)
  await page.getByRole('status').getByText(/^Ran in/).waitFor()
  const asked = []
  await page.route(`https://${host}/**`, async (route) => {
    asked.push(route.request())
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, ...reply })
  })
  await page.keyboard.press('F1')
  await palette(page).getByRole('combobox').fill(address)
  await palette(page).getByRole('option', { name: `Fetch the file from ${host}` }).waitFor()
  return { page, problems, asked }
}

test('a program at an address is opened after its host was chosen, where the policy allows it', async () => {
  const { page, asked } = await typeAddress(open(), { contentType: 'text/plain', body: text })
  await keepScreenshot(page, 'address')
  assert.equal(asked.length, 0)
  await page.keyboard.press('Enter')
  await stage(page).getByText('52.5625', { exact: true }).waitFor()
  assert.equal(asked.length, 1)
  const headers = await asked[0].allHeaders()
  assert.deepEqual([headers.cookie, headers.referer], [undefined, undefined])
})

test('an address whose file cannot be had is a sentence, and the program stays', async () => {
  const { page } = await typeAddress(open(), { status: 404, body: 'none' })
  const before = await stage(page).textContent()
  await page.keyboard.press('Enter')
  await palette(page).getByText(`${host} answered 404.`).waitFor()
  assert.equal(await stage(page).textContent(), before)
})

test('the policy of the page allows no other host: it says so, and nothing is asked', async () => {
  const { page, asked } = await typeAddress(strict(), { body: text })
  await page.keyboard.press('Enter')
  await palette(page).getByText(`The policy of this page allows no request to ${host}. Download the file, and drop it on the page.`).waitFor()
  assert.equal(asked.length, 0)
})
