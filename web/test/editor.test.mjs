// The editor: what it says of a text, and how it helps to change one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, openExample, openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

test('an edit changes the values', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}')
  await stage(page).getByText('6.25', { exact: true }).waitFor()
})

test('an error is told beside the text and marked in it', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<2.5> : tensor<f32>\n  return %missing : tensor<f32>\n}')
  await stage(page).getByText(/%missing/).waitFor()
  await page.locator('.cm-lintRange-error').first().waitFor()
  await stage(page).getByRole('button', { name: 'Line 3' }).click()
  assert.ok(await stage(page).getByRole('img').isVisible(), 'the last good picture stays')
})

test('a number in a constant is dragged, and the values follow', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}')
  await column(page).getByText('6.25').waitFor()
  const number = page.locator('.cm-draggableNumber')
  const { x, y, width, height } = await number.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 20, y + height / 2, { steps: 5 })
  await page.mouse.up()
  await column(page).getByText('9', { exact: true }).waitFor()
  assert.equal(await number.textContent(), '3.0')
})

test('a value is explained under the pointer, found by F12 and renamed by F2', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  const use = page.locator('.cm-line', { hasText: '%bits = ' }).getByText('%one', { exact: true })
  await use.hover()
  await page.getByText('%one : tensor<25x32xui32>').waitFor()
  await use.click()
  await page.keyboard.press('F12')
  await page.locator('.cm-activeLine', { hasText: '%one = stablehlo.constant' }).waitFor()
  await page.keyboard.press('F2')
  await page.locator('.cm-panel input').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('unit')
  await page.keyboard.press('Enter')
  await page.locator('.cm-line', { hasText: '%bits = stablehlo.and %shifted, %unit' }).waitFor()
  await page.locator('.cm-line', { hasText: '%unit = stablehlo.constant' }).waitFor()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
})

test('completion offers operations, values of a fitting type and cases of enumerations', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n  %sum = stablehlo.add %x, %y : tensor<4xf32>\n  return %sum : tensor<4xf32>\n}')
  await column(page).getByText('4 f32').first().waitFor()
  await page.locator('.cm-line', { hasText: '%sum = ' }).click()
  await page.keyboard.press('End')
  const offered = page.locator('.cm-tooltip-autocomplete li')
  await page.keyboard.press('Enter')
  await page.keyboard.type('%m = stablehlo.maxim')
  await offered.getByText('stablehlo.maximum').waitFor()
  await page.waitForTimeout(100)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' %x, %')
  await offered.getByText('%sum').waitFor()
  assert.deepEqual((await offered.locator('.cm-completionLabel').allTextContents()).sort(), ['%sum', '%x', '%y'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('  %c = stablehlo.compare L')
  await offered.getByText('LT').waitFor()
})

test('a long literal is folded and says how much it holds', async () => {
  const { page } = await openPage(site())
  await openExample(page, 'Handwritten digits')
  await page.locator('.cm-foldPlaceholder').first().waitFor()
  assert.match(await page.locator('.cm-foldPlaceholder').first().textContent(), /(bytes|elements)$/)
})

test('a changed shape is followed through the program', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
%a = stablehlo.add %x, %x : tensor<4x5xf32>
%b = stablehlo.tanh %a : tensor<4x5xf32>
%c = stablehlo.transpose %b, dims = [1, 0] : (tensor<4x5xf32>) -> tensor<5x4xf32>
return %c : tensor<5x4xf32>
}`)
  await stage(page).getByRole('button', { name: /Follow through the program/ }).click()
  await page.locator('.cm-line', { hasText: '(tensor<4x8xf32>) -> tensor<8x4xf32>' }).last().waitFor()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  await column(page).getByText('8x4 f32').waitFor()
})

test('what is no StableHLO gets a sentence of its own', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'HloModule jit_f, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\nENTRY main { ROOT p = f32[2]{0} parameter(0) }')
  await stage(page).getByText(/This is HLO text, after XLA/).waitFor()
  await replaceProgram(page, 'import jax\ndef f(x):\n  return x')
  await stage(page).getByText(/This is Python/).waitFor()
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\nreturn %a : tensor<f32>\n}')
  await stage(page).getByText('2.5', { exact: true }).waitFor()
  assert.equal(await stage(page).getByText(/This is/).count(), 0)
})
