// What a run made, beside the lines and on the stage.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, openExample, openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

test('beside each line stands what it made', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<2x40xf32> {\n%a = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>\n%b = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<2x40xf32>\n%z = stablehlo.subtract %b, %b : tensor<2x40xf32>\n%n = stablehlo.divide %z, %z : tensor<2x40xf32>\nreturn %b : tensor<2x40xf32>\n}')
  await column(page).getByText('[1.5, −2]').waitFor()
  await column(page).getByText('−2 … 1.5').waitFor()
  await column(page).getByText('NaN 80').waitFor()
  assert.equal(await column(page).getByText('2x40 f32').count(), 3)
})

test('values of a loop say how often they were computed', async () => {
  const { page } = await openPage(site())
  await openExample(page, "Newton's method")
  await column(page).getByText('×6').first().waitFor()
})

test('a run that fails keeps the values before the failure', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\ncheck.expect_eq %a, %b : tensor<f32>, tensor<f32>\nreturn\n}')
  await stage(page).getByText('Line 4').waitFor()
  await column(page).getByText('6.25').waitFor()
})

test('the stage shows the operands and the result of the line with the cursor', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%bits = ' }).click()
  await stage(page).getByRole('tabpanel', { name: 'Value' }).getByText('stablehlo.and', { exact: true }).waitFor()
  for (const name of ['%shifted', '%one', '%bits']) await stage(page).getByRole('region', { name, exact: true }).waitFor()
  assert.equal(await stage(page).getByRole('img').count(), 3)
  await page.locator('.cm-line', { hasText: 'return %result' }).click()
  await stage(page).getByRole('region', { name: 'Result', exact: true }).waitFor()
})

test('a value is copied as text that gives it back', async () => {
  const { page } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
  const copied = async (label) => {
    await stage(page).getByRole('button', { name: label }).click()
    await stage(page).getByText(`Copied as ${label}.`).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const literal = 'dense<[[0.1, -2.0], [0x7FC00000, 0xFF800000]]> : tensor<2x2xf32>'
  await replaceProgram(page, `func.func @main() -> tensor<2x2xf32> {\n%a = stablehlo.constant ${literal}\nreturn %a : tensor<2x2xf32>\n}`)
  await stage(page).getByRole('region', { name: 'Result' }).getByText('tensor<2x2xf32>', { exact: true }).waitFor()
  assert.equal(await copied('dense'), literal)
  assert.equal(await copied('numpy'), 'np.array([[0.1, -2.0], [np.nan, -np.inf]], dtype=np.float32)')
  assert.equal(await copied('CSV'), '0.1,-2\nnan,-inf')
})

test('the rules of the line with the cursor are there to read', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%column = ' }).click()
  await stage(page).getByRole('tabpanel', { name: 'Value' }).getByText('stablehlo.iota', { exact: true }).waitFor()
  await stage(page).getByRole('tab', { name: 'Value' }).focus()
  await page.keyboard.press('ArrowLeft')
  await stage(page).getByRole('tabpanel', { name: 'Docs' }).getByText('0 <= iota_dimension < rank(output)').waitFor()
})
