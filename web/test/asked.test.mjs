// Where a number came from, asked from other tabs and of long chains.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropFile } from './drop.mjs'
import { keepScreenshot, openExample, openPage, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const logs = `func.func @main() -> tensor<4xf32> {
%x = stablehlo.constant dense<[0.5, 2.0, 0.25, -0.3]> : tensor<4xf32>
%log = stablehlo.log %x : tensor<4xf32>
return %log : tensor<4xf32>
}`

const list = (page) => stage(page).getByRole('region', { name: /^(Where from|What depends on it)\?$/ })
const status = (page) => page.getByRole('status')

test('a pill beside a line opens the tab with the answer', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, logs)
  await stage(page).getByRole('tab', { name: 'Graph' }).click()
  await page.locator('.cm-value-nan').first().click()
  await stage(page).getByRole('tab', { name: 'Value', selected: true }).waitFor()
  await list(page).getByText('Where from: %log[3] = NaN').waitFor()
  assert.deepEqual(problems, [])
})

test('a long chain begins with its sources, its sums and the sides that selects took', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main(%x: tensor<2x6xf32>, %w: tensor<6x3xf32>) -> tensor<2x3xf32> {
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%n = stablehlo.constant dense<6.0> : tensor<2xf32>
%s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
%m = stablehlo.divide %s, %n : tensor<2xf32>
%wide = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<2xf32>) -> tensor<2x6xf32>
%p = stablehlo.compare EQ, %x, %x : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x6xi1>
%q = stablehlo.select %p, %wide, %x : tensor<2x6xi1>, tensor<2x6xf32>
%y = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (tensor<2x6xf32>, tensor<6x3xf32>) -> tensor<2x3xf32>
return %y : tensor<2x3xf32>
}`)
  const picture = stage(page).getByRole('region', { name: 'Result', exact: true }).locator('canvas.picture')
  await picture.waitFor()
  await settled(page)
  const { width, height } = await picture.boundingBox()
  await picture.click({ position: { x: width * 0.9, y: height * 0.75 } })
  await stage(page).getByRole('region', { name: 'Cell', exact: true }).getByRole('button', { name: 'Where from?' }).click()
  const summary = list(page).getByText(/^From %/)
  await summary.waitFor()
  await keepScreenshot(page, 'why-summary')
  assert.equal(
    await summary.textContent(),
    'From %w, %x. Constants: %n, %zero. Over many: %y is the sum of 6 products (line 9), %s is the sum over dimension 1 of 6 (line 4). Decided: %q takes %wide, as %p is true (line 8).',
  )
  assert.deepEqual(problems, [])
})

test('a file starts clean: its own values, no question of the last program, and made inputs that are named', async () => {
  const { page, problems } = await openPage(site())
  const text = (name) => `func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%${name} = stablehlo.subtract %a, %b : tensor<2x3xf32>\n%${name}l = stablehlo.log %${name} : tensor<2x3xf32>\nreturn %${name}l : tensor<2x3xf32>\n}`
  await replaceProgram(page, text('first'))
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).click()
  await stage(page).getByRole('region', { name: '%a' }).getByRole('button', { name: 'zeros', exact: true }).click()
  await status(page).getByText('Inputs were made: zeros, normal, seed 7.').waitFor()
  await page.locator('.cm-value-nan').first().click()
  await list(page).getByText(/Where from: %firstl\[/).waitFor()
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).click()
  await dropFile(page, 'second.mlir', text('second'))
  await stage(page).getByRole('tab', { name: 'Value', selected: true }).waitFor()
  await status(page).getByText('Inputs were made: normal, seed 7.').waitFor()
  assert.equal(await list(page).count(), 0)
  assert.equal(await stage(page).getByText('This is of the run before.').count(), 0)
  await page.locator('.cm-value-nan').first().click()
  await list(page).getByText(/Where from: %secondl\[/).waitFor()
  await openExample(page, 'Handwritten digits')
  await status(page).getByText(/Inputs: images.npy/).waitFor()
  assert.equal(await list(page).count(), 0)
  assert.deepEqual(problems, [])
})
