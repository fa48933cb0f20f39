// Values for a program's arguments.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { load } from 'paddock-hlo'
import { column, openPage, replaceProgram, stage, useSite } from './story.mjs'

const examples = new URL('../../examples/digits/', import.meta.url)

const site = useSite()

test('the digits example reads its images and gives the bits that Node gives', async () => {
  const { page } = await openPage(site())
  await page.getByRole('combobox', { name: 'Example' }).selectOption({ label: 'Handwritten digits' })
  const status = page.getByRole('status').getByText(/Inputs: images.npy/)
  await status.waitFor()
  await stage(page).getByRole('img').nth(1).waitFor()
  const paddock = await load()
  const digits = await paddock.parse(readFileSync(new URL('digits.mlir', examples), 'utf8'))
  const npy = readFileSync(new URL('images.npy', examples))
  const { hash } = await digits.run({ inputs: [{ npy }], numerics: 'portable' })
  assert.match(await status.textContent(), new RegExp(hash))
  paddock.close()
})

test('a program with arguments and no data runs on made inputs and says so', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%a: tensor<4x5xf32>) -> tensor<4x5xf32> {\nreturn %a : tensor<4x5xf32>\n}')
  await page.getByRole('status').getByText(/Inputs were made/).waitFor()
  assert.equal(await stage(page).getByRole('img').count(), 1)
})

test('inputs are chosen, and kept through an edit', async () => {
  const { page } = await openPage(site())
  const text = (op) => `func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%c = stablehlo.${op} %a, %b : tensor<2x3xf32>\nreturn %c : tensor<2x3xf32>\n}`
  await replaceProgram(page, text('add'))
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).click()
  const input = (name) => stage(page).getByRole('region', { name })
  await input('%a').getByRole('button', { name: 'iota' }).click()
  await input('%a').getByText('Now: iota.').waitFor()
  await input('%b').getByRole('textbox').fill('[[10, 20, 30], [40, 50, 60]]')
  await input('%b').getByRole('textbox').press('Enter')
  await column(page).getByText('[[10, 21, 32], [43, 54, 65]]').waitFor()
  await replaceProgram(page, text('subtract'))
  await column(page).getByText('−55 … −10').waitFor()
})

test('a dropped .npy becomes the input that it fits', async () => {
  const { page } = await openPage(site())
  await page.getByRole('combobox', { name: 'Example' }).selectOption({ label: 'Handwritten digits' })
  await page.getByRole('status').getByText(/Inputs: images.npy/).waitFor()
  await replaceProgram(page, 'func.func @main(%s: tensor<f32>, %a: tensor<100x64xf32>) -> tensor<100x64xf32> {\n%r = stablehlo.negate %a : tensor<100x64xf32>\nreturn %r : tensor<100x64xf32>\n}')
  const bytes = readFileSync(new URL('images.npy', examples)).toString('base64')
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'mine.npy'))
    return transfer
  }, bytes)
  await column(page).getByText('100x64 f32').first().waitFor()
  await page.dispatchEvent('paddock-playground', 'drop', { dataTransfer: data })
  await page.getByRole('status').getByText(/Inputs: mine.npy/).waitFor()
})
