// Numbers along the dimensions of a value.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepScreenshot, openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()
const result = (page) => stage(page).getByRole('region', { name: 'Result', exact: true })

test('the sum, the mean and the variance along a dimension are below the histogram, and the palette leads there', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<2x3xbf16> {\n%y = stablehlo.constant dense<[[1.0, 2.0, 6.0], [-1.0, 0x7FC0, 3.0]]> : tensor<2x3xbf16>\nreturn %y : tensor<2x3xbf16>\n}')
  await result(page).getByRole('img').waitFor()
  await page.keyboard.press('F1')
  await page.getByRole('combobox', { name: /^Command/ }).fill('variance')
  await page.keyboard.press('Enter')
  const along = result(page).getByRole('group', { name: /^Mean, variance, sum, least and greatest number of/ })
  await along.getByRole('button', { name: 'dimension 1 of 3' }).click()
  const rows = async () => result(page).getByRole('row').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent).join(' ')))
  await result(page).getByRole('rowheader', { name: '[1, :]' }).waitFor()
  assert.deepEqual(await rows(), [' sum mean variance least greatest', '[0, :] 9 3 4.66667 1 6', '[1, :] NaN NaN NaN NaN NaN'])
  await along.getByRole('button', { name: 'dimension 0 of 2' }).click()
  await result(page).getByRole('rowheader', { name: '[:, 2]' }).waitFor()
  assert.deepEqual(await rows(), [' sum mean variance least greatest', '[:, 0] 0 0 1 −1 1', '[:, 1] NaN NaN NaN NaN NaN', '[:, 2] 9 4.5 2.25 3 6'])
  await keepScreenshot(page, 'histogram-along')
  assert.deepEqual(problems, [])
})
