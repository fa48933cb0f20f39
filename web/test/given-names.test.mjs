// Names and locations that JAX writes for values.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { column, keepScreenshot, openPage, program, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

/// Text from jax.jit(attention).lower(...).as_text(debug_info=True) of JAX 0.10.
const exported = readFileSync(new URL('../../tests/jax/attention-locations.mlir', import.meta.url), 'utf8')

test('names that people gave stand beside values, in Inputs and under the pointer, and in the place of numbers', async () => {
  // In a wide window the column has room for names.
  const { page, problems } = await openPage(site(), { viewport: { width: 2200, height: 900 } })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await replaceProgram(page, exported)
  await column(page).getByText(/softmax\/exp$/).first().waitFor()
  await program(page).getByText(/… 3 locations/).waitFor()
  assert.equal(await program(page).getByText('#loc17 =').count(), 0)
  await stage(page).getByRole('tab', { name: 'Inputs 3' }).click()
  await stage(page).getByRole('region', { name: '%arg1', exact: true }).getByText("params['wq']").waitFor()
  await stage(page).getByRole('tab', { name: 'Value' }).click()
  await keepScreenshot(page, 'given-names-beside')
  await page.getByRole('button', { name: 'Given names' }).click()
  await program(page).getByText("params['wq']", { exact: true }).first().waitFor()
  assert.equal(await program(page).getByText(/%arg1\b/).count(), 0)
  await keepScreenshot(page, 'given-names')
  await page.getByRole('button', { name: 'Given names' }).click()
  await program(page).getByText(/%arg1\b/).first().waitFor()
  // The line with the cursor shows its origin, and so does a name under the pointer.
  await program(page).getByText('stablehlo.exponential').first().click()
  const origin = stage(page).getByRole('button', { name: /^attention\.py:\d+$/ })
  await origin.click()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /attention\.py:\d+$/)
  await stage(page).getByText('attention/softmax/exp', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
})

test('messages call values by the names that people gave', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main(%arg0: tensor<3x4xf32> loc("params['wq']"), %arg1: tensor<5x8xf32> loc("x")) -> tensor<3x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<5x8xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}`)
  await program(page).getByText("Dimension 1 of %arg0 (params['wq']) is 4, but dimension 0 of %arg1 (x) is 5; they must be equal.").waitFor()
})

/// Each function has its own %arg0 and %0.
const twoFunctions = (size) => `module {
  func.func public @main(%arg0: tensor<3x4xf32> loc("params['wq']"), %arg1: tensor<${size}x8xf32> loc("x")) -> tensor<3x8xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<${size}x8xf32>) -> tensor<3x8xf32> loc("scores")
    %1 = call @relu(%0) : (tensor<3x8xf32>) -> tensor<3x8xf32> loc("activation")
    return %1 : tensor<3x8xf32>
  }
  func.func private @relu(%arg0: tensor<3x8xf32> loc("relu_in")) -> tensor<3x8xf32> {
    %0 = stablehlo.abs %arg0 : tensor<3x8xf32> loc("positive")
    return %0 : tensor<3x8xf32>
  }
}`

test('each function shows the given names of its own values', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, twoFunctions(4))
  await page.getByRole('button', { name: 'Given names' }).click()
  // The definition of a name and its use in each function; lines with a cursor show the text.
  await program(page).getByText('relu_in', { exact: true }).first().waitFor()
  for (const [name, count] of [["params['wq']", 2], ['x', 2], ['scores', 2], ['relu_in', 2], ['positive', 2]]) assert.equal(await program(page).getByText(name, { exact: true }).count(), count, name)
  assert.deepEqual(problems, [])
})

test('a message takes given names from the function that it is about', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, twoFunctions(5))
  await program(page).getByText("Dimension 1 of %arg0 (params['wq']) is 4, but dimension 0 of %arg1 (x) is 5; they must be equal.").waitFor()
})

test('a source line that changes elsewhere in the text is shown anew', async () => {
  const { page, problems } = await openPage(site())
  const text = (line) => `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.negate %x : tensor<2xf32> loc("flip"(#loc3))
  return %y : tensor<2xf32>
}
#loc3 = loc("m.py":${line}:3)`
  for (const line of [7, 8]) {
    await replaceProgram(page, text(line))
    await page.locator('.cm-line', { hasText: '%y = ' }).click()
    await stage(page).getByRole('button', { name: `m.py:${line}` }).waitFor()
  }
  assert.deepEqual(problems, [])
})
