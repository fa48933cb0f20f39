// The rail: steps of the run, forward and back, breakpoints, and everything at the moment that it shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { column, isBusy, keepScreenshot, openExample, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const rail = (page) => page.getByRole('region', { name: 'Steps of the run' })
const fence = (page) => rail(page).getByRole('slider', { name: 'Step of the run' })
const press = (page, name) => rail(page).getByRole('button', { name, exact: true }).click()
const says = (page, text) => rail(page).getByText(text).first().waitFor()
const clock = async (page) => Number(await fence(page).getAttribute('aria-valuenow'))
const total = async (page) => Number(await fence(page).getAttribute('aria-valuemax'))
const value = (page, name, text) => stage(page).getByRole('region', { name, exact: true }).getByText(text, typeof text === 'string' ? { exact: true } : {}).first().waitFor()
const lineNumber = (page, number) => page.locator('.cm-lineNumbers .cm-gutterElement').getByText(String(number), { exact: true })
const condition = (page, line) => rail(page).getByRole('combobox', { name: `Line ${line} stops` })

async function openRail(page) {
  await page.getByRole('button', { name: 'Steps', exact: true }).click()
  await says(page, ': the end')
}

const loop = (turns) => `func.func @main() -> tensor<f32> {
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%end = stablehlo.constant dense<${turns}.0> : tensor<f32>
%last = stablehlo.while(%i = %zero) : tensor<f32>
cond {
%goes = stablehlo.compare LT, %i, %end : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %goes : tensor<i1>
} do {
%next = stablehlo.add %i, %one : tensor<f32>
%square = stablehlo.multiply %next, %next : tensor<f32>
stablehlo.return %next : tensor<f32>
}
%root = stablehlo.log %last : tensor<f32>
return %root : tensor<f32>
}`

test('the rail steps forward and back, and all values are those of its moment', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, loop(3))
  await openRail(page)
  const end = await total(page)
  assert.equal(await clock(page), end)
  await column(page).getByText('×3').first().waitFor()
  await press(page, 'Back')
  await says(page, 'next is line 14, stablehlo.log')
  assert.equal(await clock(page), end - 1)
  // Into the third iteration.
  await press(page, 'Start')
  await fence(page).press('Home')
  await says(page, 'next is line')
  await column(page).getByText('×3').first().waitFor({ state: 'hidden' })
  for (const [iteration, next, square] of [[1, '1', '1'], [2, '2', '4']]) {
    while (!(await rail(page).innerText()).includes('line 11')) await pressAndRest(page, 'Step')
    await says(page, iteration === 1 ? 'next is line 11, stablehlo.multiply' : `execution ${iteration}`)
    await value(page, '%next', next)
    await pressAndRest(page, 'Step')
    await value(page, '%square', square)
  }
  while (!(await rail(page).innerText()).includes('line 10')) await pressAndRest(page, 'Step')
  await keepScreenshot(page, 'rail')
  await press(page, 'Out')
  await says(page, 'next is line 14')
  await press(page, 'End')
  await says(page, ': the end')
  await press(page, 'Over')
  await says(page, 'next is line')
  assert.deepEqual(problems, [])
})

async function pressAndRest(page, name) {
  const before = await clock(page)
  await press(page, name)
  await page.waitForFunction(([before]) => Number(document.querySelector('paddock-playground').shadowRoot.querySelector('.fence').getAttribute('aria-valuenow')) !== before, [before])
  await settled(page)
}

test('breakpoints stand beside lines, stop there or where a condition holds, and run to the cursor', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, loop(100_000))
  await openRail(page)
  await lineNumber(page, 10).click()
  await press(page, 'Continue')
  await says(page, ': breakpoint: next is line 10, stablehlo.add')
  await condition(page, 10).selectOption('after any element above')
  await rail(page).getByRole('spinbutton', { name: 'Number of line 10' }).fill('54320.5')
  await rail(page).getByRole('spinbutton', { name: 'Number of line 10' }).press('Enter')
  await press(page, 'Continue')
  await says(page, ': the condition of line 10 holds')
  await value(page, '%next', /^54.?321$/)
  await keepScreenshot(page, 'rail-breakpoint')
  await condition(page, 10).selectOption('after any(isnan)')
  await press(page, 'Continue')
  await says(page, ': the end')
  await rail(page).getByRole('button', { name: 'Remove the breakpoint of line 10' }).click()
  await lineNumber(page, 14).click({ force: true })
  await program(page).focus()
  await page.locator('.cm-line', { hasText: '%square =' }).click()
  await page.mouse.move(2, 2)
  await page.keyboard.press('F9')
  await rail(page).getByText('Line 11').waitFor()
  await page.keyboard.press('F9')
  await rail(page).getByText('Line 11').waitFor({ state: 'hidden' })
  await press(page, 'To cursor')
  await says(page, 'next is line 11')
  assert.deepEqual(problems, [])
})

test('a step back in a loop of a million iterations takes less than 200 ms', { timeout: 60_000 }, async (t) => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, loop(1_000_000))
  await openRail(page)
  await fence(page).press('End')
  const took = []
  for (let i = 0; i < 6; ++i) {
    took.push(await page.evaluate(async () => {
      const root = document.querySelector('paddock-playground').shadowRoot
      const words = root.querySelector('.rail-next')
      const start = performance.now()
      await new Promise((resolve) => {
        new MutationObserver(resolve).observe(words, { childList: true, characterData: true, subtree: true })
        root.querySelectorAll('.rail button')[1].click()
      })
      return performance.now() - start
    }))
    await settled(page)
  }
  t.diagnostic(`steps back: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  assert.equal(await clock(page), (await total(page)) - 6)
  if (!isBusy()) assert.ok(Math.min(...took) < 200, took.join())
  // To the middle, and back there.
  const { width } = await fence(page).boundingBox()
  await fence(page).click({ position: { x: width / 2, y: 3 } })
  await says(page, /execution [45]\d\d.\d\d\d/)
  assert.deepEqual(problems, [])
})

test('an edit begins again, and earlier runs are opened', async () => {
  const { page, problems } = await openPage(site())
  await openExample(page, "Newton's method")
  await openRail(page)
  const steps = await total(page)
  await replaceProgram(page, loop(2))
  await page.waitForFunction(([steps]) => ![0, steps].includes(Number(document.querySelector('paddock-playground').shadowRoot.querySelector('.fence').getAttribute('aria-valuemax'))), [steps])
  await says(page, ': the end')
  const runs = rail(page).getByRole('combobox', { name: 'Runs' })
  await runs.selectOption({ index: 1 })
  await page.waitForFunction(([steps]) => Number(document.querySelector('paddock-playground').shadowRoot.querySelector('.fence').getAttribute('aria-valuemax')) === steps, [steps])
  assert.match(await program(page).innerText(), /Newton|quotient/)
  await page.getByRole('button', { name: 'Steps', exact: true }).click()
  await rail(page).waitFor({ state: 'hidden' })
  assert.deepEqual(problems, [])
})

test('earlier runs are opened with their inputs', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
%y = stablehlo.negate %x : tensor<3xf32>
return %y : tensor<3xf32>
}`)
  const shown = (text, state = 'visible') => stage(page).getByRole('region', { name: 'Result', exact: true }).getByText(text).first().waitFor({ state })
  const choose = async (name) => {
    await page.getByRole('tab', { name: /^Inputs/ }).click()
    await stage(page).getByRole('region', { name: '%x' }).getByRole('button', { name, exact: true }).click()
    await page.getByRole('tab', { name: 'Value' }).click()
  }
  await choose('iota')
  await openRail(page)
  await shown(/−2/)
  await choose('zeros')
  const runs = rail(page).getByRole('combobox', { name: 'Runs' })
  await runs.waitFor()
  await shown(/−2/, 'hidden')
  await runs.selectOption({ index: 1 })
  await shown(/−2/)
  assert.deepEqual(problems, [])
})

test('cells move as the fence is dragged through their step', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<4x3xi32> {
%x = stablehlo.iota dim = 1 : tensor<3x4xi32>
%t = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x4xi32>) -> tensor<4x3xi32>
%n = stablehlo.negate %t : tensor<4x3xi32>
return %n : tensor<4x3xi32>
}`)
  await openRail(page)
  const { width } = await fence(page).boundingBox()
  const gap = Math.min(18, width / (await total(page)))
  const { x, y } = await fence(page).boundingBox()
  const position = () => stage(page).getByRole('slider', { name: 'Position of the motion' }).inputValue().then(Number)
  // The pointer goes through the bay behind the step that is the transpose.
  await press(page, 'Start')
  await settled(page)
  do {
    await press(page, 'Step')
    await settled(page)
  } while (!(await stage(page).getByText('stablehlo.transpose', { exact: true }).isVisible()))
  const at = await clock(page)
  await stage(page).getByText('Motion', { exact: true }).click()
  await stage(page).locator('.motion-cell').first().waitFor()
  const cell = () => stage(page).locator('.motion-cell').first().evaluate((cell) => cell.getBoundingClientRect().x)
  await page.mouse.move(x + (at + 0.1) * gap, y + 30)
  await page.mouse.down()
  await page.waitForFunction(() => Number(document.querySelector('paddock-playground').shadowRoot.querySelector('.motion-row .range').value) < 30)
  const before = await cell()
  await page.mouse.move(x + (at + 0.5) * gap, y + 30)
  await page.waitForFunction(() => Math.abs(Number(document.querySelector('paddock-playground').shadowRoot.querySelector('.motion-row .range').value) - 50) < 15)
  const between = await cell()
  await stage(page).locator('.motion-row').scrollIntoViewIfNeeded()
  await keepScreenshot(page, 'rail-cells')
  await page.mouse.move(x + (at + 0.9) * gap, y + 30)
  await page.waitForFunction(() => Number(document.querySelector('paddock-playground').shadowRoot.querySelector('.motion-row .range').value) > 70)
  assert.ok(before < between && between < (await cell()), `${before}, ${between}, ${await cell()}`)
  await page.mouse.up()
  assert.ok((await position()) > 70)
  assert.deepEqual(problems, [])
})

for (const [name, options] of [['wide and light', { colorScheme: 'light' }], ['narrow and dark', { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
  test(`the rail is accessible, ${name}`, async () => {
    const { page, problems } = await openPage(site(), options)
    await replaceProgram(page, loop(3))
    await openRail(page)
    await press(page, 'Back')
    await press(page, 'Breakpoint')
    await says(page, 'next is line')
    await settled(page)
    await keepScreenshot(page, `rail-${name.replaceAll(' ', '-')}`)
    assert.deepEqual(await findings(page), [])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overflow <= 0, `${overflow} px too wide`)
    assert.deepEqual(problems, [])
  })
}
