// The palette: all commands, a search in the values, and copies of the run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { keepScreenshot, openPage, program, runProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const logs = `func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
// %x: [[1.0, 0.5, 2.0], [0.0, -1.0, 4.0]]
%y = stablehlo.log %x : tensor<2x3xf32>
return %y : tensor<2x3xf32>
}`

const palette = (page) => page.getByRole('dialog', { name: 'Commands' })
const query = (page) => palette(page).getByRole('combobox')
const option = (page, name) => palette(page).getByRole('option', { name })

async function openPalette(page, text = '') {
  await page.keyboard.press('F1')
  await query(page).fill(text)
}

/// Returns the names of all controls that a visitor sees, outside of the editor.
const controls = (page) => page.evaluate(() => {
  const { shadowRoot } = document.querySelector('paddock-playground')
  const shown = [...shadowRoot.querySelectorAll('button, a[href], select, [role="tab"]')].filter((one) => one.checkVisibility() && !one.disabled && one.closest('.cm-editor') === null)
  return shown.map((one) => (one.ariaLabel ?? one.labels?.[0]?.firstChild?.textContent ?? one.textContent).replace(/\s+/g, ' ').trim())
})

test('each control of the page is in the palette, and is pressed from there', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await settled(page)
  const names = await controls(page)
  assert.ok(names.length > 8, names.join())
  await page.keyboard.press('Control+K')
  await query(page).waitFor()
  const offered = await palette(page).getByRole('option').locator('span:first-child').allTextContents()
  assert.deepEqual(names.filter((name) => !offered.includes(name)), [])
  await settled(page)
  assert.deepEqual(await findings(page), [])
  await keepScreenshot(page, 'palette')
  await query(page).fill('docs tab')
  await page.keyboard.press('Enter')
  await stage(page).getByRole('tab', { name: 'Docs', selected: true }).waitFor()
  await openPalette(page, 'quilt')
  await option(page, /^Open the example: /).first().click()
  await page.getByRole('button', { name: /^Example: A quilt/ }).waitFor()
  await openPalette(page, 'find in')
  await page.keyboard.press('Enter')
  await page.locator('.cm-search').waitFor()
  await openPalette(page)
  await page.keyboard.press('F1')
  await palette(page).waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('Control-K opens the palette from the editor, and with Shift deletes a line there', async () => {
  const { page, problems } = await openPage(site())
  await runProgram(page, logs)
  await page.locator('.cm-line', { hasText: 'stablehlo.log' }).click()
  await page.keyboard.press('Shift+Control+K')
  await settled(page)
  assert.equal(await palette(page).count(), 0)
  assert.equal(await page.locator('.cm-line', { hasText: 'stablehlo.log' }).count(), 0)
  await page.keyboard.press('Control+k')
  await query(page).waitFor()
  assert.deepEqual(problems, [])
})

test('a number, NaN and their rows are found in all values', async () => {
  const { page, problems } = await openPage(site())
  await runProgram(page, `// paddock: example\n${logs}`)
  await openPalette(page, 'where is 0.693?')
  await option(page, /^Where is 0\.693\?/).waitFor()
  await page.keyboard.press('Enter')
  await option(page, /^%y\[0, 2\] = 0\.693147/).waitFor()
  await query(page).fill('rows with NaN')
  await page.keyboard.press('Enter')
  await option(page, /^%y: row 1/).waitFor()
  await keepScreenshot(page, 'palette-rows')
  await page.keyboard.press('Enter')
  await page.locator('.cm-activeLine', { hasText: 'stablehlo.log' }).waitFor()
  await openPalette(page, '123456')
  await page.keyboard.press('Enter')
  await palette(page).getByText('No value of this run has it.').waitFor()
  assert.deepEqual(problems, [])
})

test('the run is copied as a test case and as a report', async () => {
  const { page, problems } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
  await runProgram(page, logs.replace(/\/\/ .*\n/, ''))
  const copied = async (name) => {
    await openPalette(page, name)
    await page.keyboard.press('Enter')
    await palette(page).getByText('Copied.').waitFor()
    await page.keyboard.press('Escape')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const text = await copied('test case')
  assert.match(text, /^\/\/ paddock: example\nfunc\.func @main\(%x: tensor<2x3xf32>\) -> tensor<2x3xf32> \{\n\/\/ %x: \[\[.*\]\]\n%y = .*\n\/\/ %y: \[\[.*\]\]\nreturn /)
  const report = await copied('report of the run')
  assert.match(report, /### Program\n\n```mlir\nfunc\.func/)
  assert.match(report, /\| `%y` \| `tensor<2x3xf32>` \| /)
  // The page reads the test case, and its values are those of the run.
  const before = await stage(page).getByRole('region').first().textContent()
  await runProgram(page, text)
  await settled(page)
  assert.equal(await stage(page).getByRole('region').first().textContent(), before)
  assert.deepEqual(problems, [])
})

test('the first click beside the palette closes it and does what it would do', async () => {
  const { page, problems } = await openPage(site())
  await openPalette(page)
  await stage(page).getByRole('tab', { name: 'Graph' }).click()
  await stage(page).getByRole('tab', { name: 'Graph', selected: true }).waitFor()
  await palette(page).waitFor({ state: 'detached' })
  await openPalette(page)
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await openPalette(page)
  await page.keyboard.press('Tab')
  await palette(page).waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('on a phone the palette opens from the page', async () => {
  const { page, problems } = await openPage(site(), { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.getByRole('button', { name: 'About' }).click()
  await page.getByRole('button', { name: 'All commands (F1)' }).click()
  await query(page).fill('graph')
  await keepScreenshot(page, 'palette-phone')
  await option(page, /^Graph/).click()
  await stage(page).getByRole('tab', { name: 'Graph', selected: true }).waitFor()
  assert.deepEqual(problems, [])
})
