// The first ten minutes of two people: a newcomer to MLIR, and an engineer who debugs a compiler.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soonEnough } from '../../tools/lib/soon-enough.mjs'
import { column, keepScreenshot, openPage, program, replaceProgram, runProgram, stage, useSite } from './story.mjs'

const site = useSite()

const layer = `func.func @main(%points: tensor<4x2xf32>, %weights: tensor<2x3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %product = stablehlo.dot_general %points, %weights, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %sum = stablehlo.add %product, %product : tensor<4x3xf32>
  %cut = stablehlo.tanh %sum : tensor<4x3xf32>
  %result = stablehlo.reduce(%cut init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %result : tensor<3xf32>
}`

test('a stranger sees a horse, pulls a number, breaks a shape, reads why, and has it mended', async () => {
  const { page, problems } = await openPage(site())
  await page.getByText('This runs StableHLO here, in your browser.').first().waitFor()
  const picture = stage(page).getByRole('img', { name: '25 by 32 elements from 0 to 1' })
  await picture.waitFor()
  const paint = () => picture.evaluate((canvas) => canvas.toDataURL())
  const before = await paint()
  // Drags the 512 of the second row.
  const number = page.locator('.cm-draggableNumber').getByText('512', { exact: true })
  const { x, y, width, height } = await number.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 120, y + height / 2, { steps: 6 })
  await page.mouse.up()
  await page.waitForFunction((before) => document.querySelector('paddock-playground').shadowRoot.querySelector('canvas.picture')?.toDataURL() !== before, before)
  // Changes a size in a type: one sentence states the consequence, and a fix applies it.
  await replaceProgram(page, layer)
  await stage(page).getByRole('img', { name: /^3 elements/ }).waitFor()
  await page.locator('.cm-line', { hasText: '@main' }).click()
  await page.keyboard.press('Home')
  for (let i = 0; i < 'func.func @main(%points: tensor<4'.length; ++i) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  const told = page.getByRole('textbox').getByRole('group', { name: /^Line \d+$/ })
  await told.first().waitFor()
  assert.match(await told.first().textContent(), /^[A-Z%'].*5/s)
  const last = stage(page).getByRole('img', { name: /^3 elements/ })
  assert.equal(await last.evaluate((canvas) => getComputedStyle(canvas).opacity), '0.5', 'the last good picture stays, paler')
  await keepScreenshot(page, 'stranger')
  await told.getByRole('button', { name: /^Follow through the program/ }).click()
  // One error is left, because either side may be the intended one.
  await page.getByRole('status').getByText('One error.').waitFor()
  await told.getByRole('button', { name: 'Change the type to tensor<5x2xf32>' }).click()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  assert.equal(await told.count(), 0)
  // Undo restores the horse.
  await program(page).click()
  for (let i = 0; i < 8; ++i) await page.keyboard.press('Control+z')
  await page.locator('.cm-line', { hasText: '%column = stablehlo.iota' }).waitFor()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  assert.deepEqual(problems, [])
})

const exported = `module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.tanh %0 : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}
`

test('an engineer pastes HLO, then the export, then one with a call nobody knows, and asks what it is worth', async () => {
  const { page, problems } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
  await replaceProgram(page, 'HloModule jit_f, entry_computation_layout={(f32[4,8]{1,0})->f32[4,4]{1,0}}\n\nENTRY %main.4 (Arg_0.1: f32[4,8]) -> f32[4,4] {\n}')
  await stage(page).getByText(/This is HLO text, after XLA.*as_text\(\)/).waitFor()
  // Without data the inputs are made, and the page describes them.
  await replaceProgram(page, exported)
  await page.getByRole('status').getByText(/Inputs were made: normal, seed 7/).waitFor()
  await stage(page).getByRole('img', { name: /4 by 4/ }).waitFor()
  // A line of 160 characters also shows its value.
  await column(page).getByText('4x4 f32').first().waitFor()
  const beside = await column(page).locator('.cm-value').first().boundingBox()
  const { width } = await page.locator('.cm-editor').boundingBox()
  assert.ok(beside.x < width, 'the value stands in sight')
  // A program that cannot run leaves the values before the failure.
  await replaceProgram(page, exported.replace('%1 = stablehlo.tanh %0 : tensor<4x4xf32>', '%1 = stablehlo.custom_call @my_kernel(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>'))
  await stage(page).getByText(/my_kernel/).first().waitFor()
  await column(page).getByText('4x4 f32').first().waitFor()
  // The trust page.
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Trust' }).click()
  const trust = await opened
  await trust.getByRole('heading', { name: 'Conformance' }).waitFor()
  await trust.close()
  // The run as a command.
  await runProgram(page, exported)
  await page.getByRole('button', { name: /SIMD/ }).click()
  await page.getByRole('button', { name: 'Copy as a command' }).click()
  await page.getByText(/^Copied/).waitFor()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^paddock run \S+ --numerics portable --input 0=random:7 --input 1=random:7$/)
  assert.deepEqual(problems, [])
})

test('a line of eight megabytes is folded, and typing below it stays smooth', { timeout: 120_000 }, async (t) => {
  const { page, problems } = await openPage(site())
  const hex = 'A'.repeat(8_000_000)
  const text = `func.func @main() -> tensor<f32> {\n  %big = stablehlo.constant dense<"0x${hex}"> : tensor<1000000xf32>\n  %a = stablehlo.constant dense<2.5> : tensor<f32>\n  return %a : tensor<f32>\n}\n`
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  // As with a dropped file.
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'large.mlir'))
    document.querySelector('paddock-playground').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  }, text)
  await page.locator('.cm-foldPlaceholder').first().waitFor()
  await column(page).getByText('1000000 f32').waitFor()
  await page.locator('.cm-line', { hasText: '%a = ' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' //')
  const longestTask = async () => {
    const watched = page.evaluate(() => new Promise((resolve) => {
      const tasks = []
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'longtask' })
      setTimeout(() => resolve(tasks), 3000)
    }))
    await page.keyboard.type(' some words typed', { delay: 60 })
    const tasks = await watched
    t.diagnostic(`main-thread tasks over 50 ms while typing: ${tasks.join(', ') || 'none'}`)
    return Math.max(0, ...tasks)
  }
  await soonEnough(longestTask, 150)
  await page.locator('.cm-line', { hasText: '// some words typed' }).waitFor()
  assert.deepEqual(problems, [])
})
