// Visible values belong to the present text, or are marked as those of the same text before an edit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endless } from './programs.mjs'
import { column, openExample, openPage, pasteText, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const chain = (number) => `func.func @main() -> tensor<2xf32> {
  %start = stablehlo.constant dense<[${number}, 2.0]> : tensor<2xf32>
  %double = stablehlo.add %start, %start : tensor<2xf32>
  %square = stablehlo.multiply %double, %double : tensor<2xf32>
  %rest = stablehlo.subtract %square, %start : tensor<2xf32>
  return %rest : tensor<2xf32>
}`
const other = `func.func @main(%p: tensor<3x5xi32>) -> tensor<5x3xi32> {
  %turned = stablehlo.transpose %p, dims = [1, 0] : (tensor<3x5xi32>) -> tensor<5x3xi32>
  return %turned : tensor<5x3xi32>
}`

const line = (page, text) => page.locator('.cm-line', { hasText: text })
const status = (page) => page.getByRole('status')
const beside = (page) => column(page).locator('.cm-value').filter({ visible: true })
const opacity = (locator) => locator.evaluate((dom) => Number(getComputedStyle(dom).opacity))
const before = (page) => stage(page).getByText('Before your edit', { exact: true })

/// Replaces the selection in one change, like the browser's paste.
async function pasteOver(page, text) {
  await program(page).click()
  await page.keyboard.press('Control+A')
  await pasteText(page, text)
}

/// All visible values of a run.
async function seen(page) {
  const pictures = await stage(page).locator('canvas.picture').filter({ visible: true }).count()
  const numbers = await stage(page).locator('.scalar, .result-text, .legend .number').filter({ visible: true }).count()
  return { pictures, numbers, beside: await beside(page).count() }
}
const nothing = { pictures: 0, numbers: 0, beside: 0 }

async function openChain(page) {
  await pasteOver(page, chain('1.5'))
  await column(page).getByText('[3, 4]').waitFor()
  await stage(page).getByRole('region', { name: 'Result' }).getByRole('img').waitFor()
}

for (const [what, text] of [['that is broken', other.replace('dims = [1, 0]', 'dims = [1, 1]')], ['that takes its time', endless], ['that is HLO', 'HloModule jit_f\nENTRY main { ROOT p = f32[2]{0} parameter(0) }']]) {
  test(`of a pasted program ${what} nothing is shown that it did not compute`, async () => {
    const { page, problems } = await openPage(site())
    await openChain(page)
    await pasteOver(page, text)
    assert.deepEqual(await seen(page), nothing)
    await stage(page).getByText('This program has not run yet.').waitFor()
    // An endless loop, whose progress has arrived.
    await (text === endless ? status(page).getByText(/^Running line/).waitFor() : settled(page))
    assert.deepEqual(await seen(page), nothing)
    assert.equal(await before(page).isVisible(), false)
    assert.deepEqual(problems, [])
  })
}

test('a paste over most of the lines brings another program, and the lines that are left show nothing', async () => {
  const { page, problems } = await openPage(site())
  await openChain(page)
  await line(page, '%double = ').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Shift+End')
  const rest = endless.split('\n').slice(1, -2).join('\n')
  await pasteText(page, `${rest}\n  return %start : tensor<2xf32>\n}`)
  assert.equal(await line(page, '%start = ').count(), 1)
  assert.deepEqual(await seen(page), nothing)
  await status(page).getByText(/^Running line/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await status(page).getByText(/^Stopped at line/).waitFor()
  assert.deepEqual(problems, [])
})

test('undo and a picked example bring their own values or none', async () => {
  const { page, problems } = await openPage(site())
  await openChain(page)
  await pasteOver(page, endless)
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.keyboard.press('Control+z')
  await column(page).getByText('[3, 4]').waitFor()
  await page.keyboard.press('Control+y')
  assert.deepEqual(await seen(page), nothing)
  await page.getByRole('button', { name: 'Stop' }).click()
  await status(page).getByText(/^Stopped at line/).waitFor()
  // The stopped run has no result.
  assert.equal((await seen(page)).pictures, 0)
  await openChain(page)
  await openExample(page, 'The Mandelbrot set')
  await line(page, '%steps = ').waitFor()
  assert.equal(await stage(page).getByRole('img', { name: /^2 elements/ }).filter({ visible: true }).count(), 0)
  await column(page).getByText('48x64 i32').first().waitFor()
  assert.deepEqual(problems, [])
})

test('while the same program is edited its values stay, paler on every surface', async () => {
  const { page, problems } = await openPage(site())
  await openChain(page)
  await line(page, '%square = ').click()
  await stage(page).getByRole('region', { name: '%square', exact: true }).getByRole('img').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type('oops')
  await status(page).getByText(/error/).waitFor()
  await before(page).waitFor()
  const picture = stage(page).getByRole('region', { name: '%square', exact: true }).getByRole('img')
  // The pointer would highlight the explained name.
  await page.mouse.move(2, 2)
  await settled(page)
  assert.equal(await opacity(picture), 0.5)
  const rows = await beside(page).all()
  assert.ok(rows.length >= 3)
  for (const row of rows) assert.equal(await opacity(row), 0.5)
  await line(page, '%double = ').getByText('%start', { exact: true }).first().hover()
  const told = page.locator('.cm-hover .cm-value')
  // A text with errors has no explained names, or marks them too.
  if (await told.count() > 0) assert.equal(await opacity(told), 0.5)
  await page.mouse.move(2, 2)
  for (const _ of 'oops') await page.keyboard.press('Backspace')
  await status(page).getByText(/^Ran/).waitFor()
  await before(page).waitFor({ state: 'hidden' })
  assert.equal(await opacity(picture), 1)
  assert.equal(await opacity(beside(page).first()), 1)
  assert.deepEqual(problems, [])
})

test('a line that is another operation now has no value of the one before', async () => {
  const { page, problems } = await openPage(site())
  await openChain(page)
  await line(page, '%double = ').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('  %other = stablehlo.add')
  await status(page).getByText(/error/).waitFor()
  assert.equal(await beside(page).filter({ hasText: '[3, 4]' }).count(), 0)
  // Values of other lines stay with their names.
  assert.equal(await beside(page).filter({ hasText: '[1.5, 2]' }).count(), 1)
  assert.deepEqual(problems, [])
})

test('of a process that is no more nothing is shown', async () => {
  const { page, problems } = await openPage(site())
  const grid = page.getByRole('textbox', { name: /Grid of processes|processes/ })
  await replaceProgram(page, `func.func @main() -> tensor<ui32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %next = stablehlo.add %id, %id : tensor<ui32>
  return %next : tensor<ui32>
}`)
  await grid.fill('1 x 3')
  await grid.press('Enter')
  await stage(page).getByRole('tab', { name: 'Processes 3' }).click()
  await stage(page).getByRole('button', { name: '(0, 2)' }).click()
  await stage(page).getByRole('tab', { name: 'Value' }).click()
  await stage(page).getByRole('region', { name: 'Result' }).getByText('4', { exact: true }).filter({ visible: true }).waitFor()
  // A removed process shows nothing.
  await grid.fill('1 x 2')
  await grid.press('Enter')
  await stage(page).locator('.scalar').getByText('0', { exact: true }).filter({ visible: true }).waitFor()
  await column(page).getByText('0', { exact: true }).first().waitFor()
  assert.equal(await stage(page).getByText('4', { exact: true }).count(), 0)
  assert.deepEqual(problems, [])
})

test('what is told of a name under the pointer is of the run that is shown', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  %y = stablehlo.add %x, %x : tensor<2x3xf32>\n  return %y : tensor<2x3xf32>\n}')
  await stage(page).getByRole('tab', { name: 'Inputs 1' }).click()
  await stage(page).getByRole('button', { name: 'iota' }).focus()
  await line(page, '%y = ').getByText('%y', { exact: true }).hover()
  const told = page.locator('.cm-hover')
  await told.waitFor()
  await page.keyboard.press('Enter')
  await told.getByText('[[0, 2, 4], [6, 8, 10]]').waitFor()
  assert.deepEqual(problems, [])
})
