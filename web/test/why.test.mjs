// Where a number came from: the list, and the cells under the pointer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { column, isBusy, keepScreenshot, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const entropy = `func.func @main() -> tensor<f32> {
%x = stablehlo.constant dense<[0.5, 2.0, 0.0, -0.3]> : tensor<4xf32>
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%log = stablehlo.log %x : tensor<4xf32> loc("entropy.py":12:4)
%part = stablehlo.multiply %x, %log : tensor<4xf32>
%all = stablehlo.reduce(%part init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
return %all : tensor<f32>
}`

const product = `func.func @main() -> tensor<2x3xf32> {
%x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
%w = stablehlo.constant dense<[[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]]> : tensor<2x3xf32>
%y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
return %y : tensor<2x3xf32>
}`

const list = (page) => stage(page).getByRole('region', { name: /^(Where from|What depends on it)\?$/ })
const lens = (page) => stage(page).getByRole('region', { name: 'Cell', exact: true })
/// The step of a cell, whose name is its first button.
const step = (page, name) => list(page).getByRole('listitem').filter({ has: page.locator('.why-head').getByRole('button', { name, exact: true }) })
const line = (page, text) => page.locator('.cm-line', { hasText: text })
const picture = (page, name) => stage(page).getByRole('region', { name, exact: true }).locator('canvas.picture')

async function goToLine(page, text) {
  await line(page, text).click()
  await page.mouse.move(2, 2)
  await settled(page)
}

/// Moves the pointer over a cell of a picture of `rows` x `columns` cells.
async function hover(page, name, [row, column], [rows, columns]) {
  const { x, y, width, height } = await picture(page, name).boundingBox()
  await page.mouse.move(x + ((column + 0.5) * width) / columns, y + ((row + 0.5) * height) / rows)
}

/// The colours of a picture at the middle of each cell.
const coloursOf = (page, name, rows, columns) =>
  picture(page, name).evaluate((canvas, [rows, columns]) => {
    const context = canvas.getContext('2d')
    const at = (row, column) => [...context.getImageData(((column + 0.2) * canvas.width) / columns, ((row + 0.2) * canvas.height) / rows, 1, 1).data].join()
    return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => at(row, column)))
  }, [rows, columns])

test('the pill of a NaN leads to the operation that made it, and its steps are lit in the code', async () => {
  const { page, problems } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
  await replaceProgram(page, entropy)
  await goToLine(page, '%part = ')
  await stage(page).getByRole('region', { name: '%part', exact: true }).getByRole('button', { name: 'NaN 2' }).click()
  await list(page).getByText('Where from: %part[2] = NaN').waitFor()
  const origin = step(page, '%log[2] = −∞')
  assert.match(await origin.textContent(), /line 4, stablehlo\.log= log\(0\.0\)log of zero: begins hereentropy\.py:12from %x\[2\] = 0\.0/)
  await step(page, '%x[2] = 0.0').getByText('line 2, a constant').waitFor()
  const beginning = list(page).locator('.why-begins')
  assert.equal(await beginning.textContent(), 'Begins at %log[2] = −∞, line 4, stablehlo.log, entropy.py:12: log of zero')
  await beginning.getByRole('button').click()
  await stage(page).getByRole('region', { name: '%log', exact: true }).waitFor()
  await origin.hover()
  await page.locator('.cm-litLine', { hasText: 'stablehlo.log' }).waitFor()
  await origin.getByRole('button', { name: '%x[2] = 0.0' }).click()
  await page.locator('.cm-litLine', { hasText: '%x = ' }).waitFor()
  await list(page).getByRole('button', { name: 'Copy Markdown' }).click()
  await list(page).getByText('Copied.').waitFor()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Where from\? `%part\[2\] = nan`\n\n1\. .*\n2\. `%log\[2\] = -inf`, line 4, stablehlo\.log; entropy\.py:12; `log\(0\.0\)`; \*\*log of zero: begins here\*\*; from `%x\[2\] = 0\.0` \(3\)\.\n/)
  await list(page).getByRole('button', { name: 'Copy text' }).click()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^#1 %part\[2\] = nan\n/)
  await keepScreenshot(page, 'why-list')
  await origin.getByRole('button', { name: '%log[2] = −∞' }).first().click()
  await stage(page).getByRole('region', { name: '%log', exact: true }).waitFor()
  assert.equal(await page.evaluate(() => document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-activeLine').textContent.startsWith('%log')), true)
  await list(page).getByText('Where from: %part[2] = NaN').waitFor()
  assert.deepEqual(problems, [])
})

test('where a NaN is made of an infinity, both beginnings are said', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, entropy)
  await goToLine(page, '%all = ')
  await stage(page).getByRole('region', { name: '%all', exact: true }).getByRole('button', { name: 'Where from?' }).click()
  const beginnings = list(page).locator('.why-begins')
  await beginnings.first().waitFor()
  const told = await beginnings.allTextContents()
  assert.ok(told.includes('Begins at %log[2] = −∞, line 4, stablehlo.log, entropy.py:12: log of zero'), told.join('; '))
  assert.ok(told.includes('NaN at %part[2] = NaN, line 5, stablehlo.multiply: zero times an infinity'), told.join('; '))
})

test('a pill beside a line asks about its value', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, entropy)
  await program(page).click()
  await column(page).locator('.cm-value-inf').click()
  await list(page).getByText('Where from: %log[2] = −∞').waitFor()
  await step(page, '%log[2] = −∞').getByText('log of zero: begins here').waitFor()
})

test('a scalar is asked about with the keyboard, in both directions', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, entropy)
  const ask = stage(page).getByRole('button', { name: 'Where from?' })
  await ask.focus()
  await page.keyboard.press('Enter')
  await list(page).getByText('Where from: %all = NaN').waitFor()
  await step(page, '%log[3] = NaN').getByText('log of a negative number: begins here').waitFor()
  await step(page, '%x[3] = −0.3').getByRole('button').first().focus()
  await page.locator('.cm-litLine', { hasText: '%x = ' }).waitFor()
  await list(page).getByRole('button', { name: 'What depends on it?' }).press('Enter')
  await list(page).getByText('What depends on %all = NaN').waitFor()
  await step(page, '%all = NaN').getByText('result 0 of the program').waitFor()
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'hidden' })
})

test('the cell under the pointer outlines the cells that it was computed from, and a click pins it', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, product)
  await goToLine(page, '%y = ')
  const before = [await coloursOf(page, '%x', 2, 2), await coloursOf(page, '%w', 2, 3)]
  await hover(page, '%y', [1, 2], [2, 3])
  await lens(page).getByText('= 3.0 * 30.0 + 4.0 * 60.0').waitFor()
  await lens(page).getByText('%y[1, 2] = 330.0').waitFor()
  await settled(page)
  const after = [await coloursOf(page, '%x', 2, 2), await coloursOf(page, '%w', 2, 3)]
  const faded = after.map((rows, i) => rows.map((cells, row) => cells.map((colour, column) => colour !== before[i][row][column])))
  // The least number has the colour of the ground, which does not fade.
  const visible = faded.map((rows) => rows.map((cells) => cells.slice(1)))
  assert.deepEqual(visible, [[[true], [false]], [[true, false], [true, false]]])
  await keepScreenshot(page, 'why-cell')
  await page.mouse.down()
  await page.mouse.up()
  await hover(page, '%y', [0, 0], [2, 3])
  await page.mouse.move(2, 2)
  await settled(page)
  await lens(page).getByText('%y[1, 2] = 330.0').waitFor()
  await picture(page, '%y').locator('..').focus()
  await page.keyboard.press('ArrowLeft')
  await lens(page).getByText('= 3.0 * 20.0 + 4.0 * 50.0').waitFor()
  await page.keyboard.press('Enter')
  await step(page, '%w[1, 1] = 50.0').getByText('a constant').waitFor()
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'hidden' })
  assert.deepEqual(problems, [])
})

const clamped = `func.func @main() -> (tensor<2x2xf32>, tensor<2x4xf32>) {
%x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
%row = stablehlo.constant dense<9> : tensor<i32>
%column = stablehlo.constant dense<1> : tensor<i32>
%part = stablehlo.dynamic_slice %x, %row, %column, sizes = [2, 2] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%wide = stablehlo.pad %part, %zero, low = [0, 2], high = [0, 0], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
return %part, %wide : tensor<2x2xf32>, tensor<2x4xf32>
}`

test('indices that are clamped, and padding, are drawn outside of the operand', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, clamped)
  await goToLine(page, '%part = ')
  const outside = stage(page).locator('.outside')
  await hover(page, '%part', [1, 0], [2, 2])
  await lens(page).getByText('start index 9 of dimension 0 is clamped to 1; asks for %x[10, 1]').waitFor()
  const operand = await picture(page, '%x').boundingBox()
  const below = await outside.boundingBox()
  assert.ok(below.y > operand.y + operand.height, 'below the operand')
  assert.ok(Math.abs(below.x - (operand.x + operand.width / 4)) < 2, 'in its column')
  await keepScreenshot(page, 'why-clamped')
  await goToLine(page, '%wide = ')
  await outside.waitFor({ state: 'hidden' })
  await hover(page, '%wide', [1, 0], [2, 4])
  await lens(page).getByText('asks for %part[1, −2]').waitFor()
  const left = await outside.boundingBox()
  const { x } = await picture(page, '%part').boundingBox()
  assert.ok(left.x + left.width < x, 'left of the operand')
  await keepScreenshot(page, 'why-padding')
  await hover(page, '%wide', [1, 3], [2, 4])
  await lens(page).getByText('%wide[1, 3]').waitFor()
  await outside.waitFor({ state: 'hidden' })
  assert.deepEqual(problems, [])
})

test('a cell of an operand is asked what depends on it, and lights those cells of the result', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, product)
  await goToLine(page, '%y = ')
  const before = await coloursOf(page, '%y', 2, 3)
  const { width, height } = await picture(page, '%x').boundingBox()
  await picture(page, '%x').click({ position: { x: width * 0.75, y: height * 0.75 } })
  await lens(page).getByText('%x[1, 1] = 4.0').waitFor()
  await lens(page).getByText('to %y[1, 0] = 190.0, %y[1, 1] = 260.0, %y[1, 2] = 330.0').waitFor()
  await page.mouse.move(2, 2)
  await settled(page)
  const after = await coloursOf(page, '%y', 2, 3)
  const faded = after.map((cells, row) => cells.slice(1).map((colour, i) => colour !== before[row][i + 1]))
  assert.deepEqual(faded, [[true, true], [false, false]])
  await keepScreenshot(page, 'why-operand')
  await lens(page).getByRole('button', { name: 'What depends on it?' }).click()
  await list(page).getByText('What depends on %x[1, 1] = 4.0').waitFor()
  await step(page, '%y[1, 2] = 330.0').waitFor()
  assert.deepEqual(problems, [])
})

test('a scalar operand is asked in both directions', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, entropy)
  await goToLine(page, '%all = ')
  await stage(page).getByRole('region', { name: '%zero', exact: true }).getByRole('button', { name: 'What depends on it?' }).click()
  await list(page).getByText('What depends on %zero = 0.0').waitFor()
  await step(page, '%all = NaN').waitFor()
})

test('a line that is clicked beside a long list is shown where it is seen', async () => {
  const { page } = await openPage(site())
  const adds = Array.from({ length: 30 }, (_, i) => `%a${i + 1} = stablehlo.add %a${i}, %x : tensor<2xf32>`)
  await replaceProgram(page, `func.func @main() -> tensor<2xf32> {\n%x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n%a0 = stablehlo.constant dense<0.5> : tensor<2xf32>\n${adds.join('\n')}\nreturn %a30 : tensor<2xf32>\n}`)
  await goToLine(page, '%a20 = ')
  const { width, height } = await picture(page, '%a20').boundingBox()
  await picture(page, '%a20').click({ position: { x: width / 4, y: height / 2 } })
  await lens(page).getByRole('button', { name: 'Where from?' }).click()
  await step(page, '%a2[0] = 2.5').waitFor()
  await goToLine(page, '%a12 = ')
  const shown = picture(page, '%a12')
  await shown.waitFor()
  await settled(page)
  const isSeen = async () => shown.evaluate((canvas) => {
    const [room, cells] = [canvas.closest('.stage').getBoundingClientRect(), canvas.getBoundingClientRect()]
    return cells.top >= room.top && cells.bottom <= room.bottom
  })
  await keepScreenshot(page, 'why-beside')
  assert.ok(await isSeen(), 'the value is below the list, out of sight')
  await step(page, '%a5[0] = 5.5').getByRole('button').first().click()
  await stage(page).getByRole('region', { name: '%a5', exact: true }).waitFor()
  await settled(page)
  assert.ok(await step(page, '%a5[0] = 5.5').evaluate((item) => {
    const [room, box] = [item.closest('.stage').getBoundingClientRect(), item.getBoundingClientRect()]
    return box.bottom > room.top && box.top < room.bottom
  }), 'the step that was clicked is out of sight')
})

test('a large sum of products lists the greatest of them first, with their cells', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<2x2xf32> {
%i = stablehlo.iota dim = 1 : tensor<2x100xf32>
%j = stablehlo.iota dim = 0 : tensor<100x2xf32>
%h = stablehlo.constant dense<60.0> : tensor<100x2xf32>
%k = stablehlo.subtract %h, %j : tensor<100x2xf32>
%y = stablehlo.dot_general %i, %k, contracting_dims = [1] x [0] : (tensor<2x100xf32>, tensor<100x2xf32>) -> tensor<2x2xf32>
return %y : tensor<2x2xf32>
}`)
  await goToLine(page, '%y = ')
  await hover(page, '%y', [1, 1], [2, 2])
  const products = /^greatest of 100 products: %i\[1, 99\] = 99\.0 \* %k\[99, 1\] = −39\.0 is −3 ?861, %i\[1, 98\] = 98\.0 \* /
  await lens(page).getByText(products).waitFor()
  await page.mouse.down()
  await page.mouse.up()
  await lens(page).getByRole('button', { name: 'Where from?' }).click()
  await list(page).getByText(products).waitFor()
  await keepScreenshot(page, 'why-products')
  await step(page, '%y[1, 1] = −31350.0').getByRole('button', { name: '%k[99, 1] = −39.0' }).click()
  await page.locator('.cm-litLine', { hasText: '%k = ' }).waitFor()
})

test('a chain through several functions names the function of each step', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
%y = stablehlo.add %x, %x : tensor<2xf32>
return %y : tensor<2xf32>
}
func.func @main() -> tensor<2xf32> {
%x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
%y = func.call @double(%x) : (tensor<2xf32>) -> tensor<2xf32>
%z = stablehlo.negate %y : tensor<2xf32>
return %z : tensor<2xf32>
}`)
  await goToLine(page, '%z = ')
  const { width, height } = await picture(page, '%z').boundingBox()
  await picture(page, '%z').click({ position: { x: width / 4, y: height / 2 } })
  await lens(page).getByRole('button', { name: 'Where from?' }).click()
  await step(page, '%z[0] = −2.0').getByText('@main', { exact: true }).waitFor()
  await step(page, '%y[0] = 2.0').getByText('@double', { exact: true }).first().waitFor()
  await step(page, '%x[0] = 1.0').getByText('@main', { exact: true }).waitFor()
  await keepScreenshot(page, 'why-functions')
})

test('pointing at cells of a million never blocks the page', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<1000x1000xf32> {
%i = stablehlo.iota dim = 0 : tensor<1000x1000xf32>
%j = stablehlo.iota dim = 1 : tensor<1000x1000xf32>
%y = stablehlo.multiply %i, %j : tensor<1000x1000xf32>
return %y : tensor<1000x1000xf32>
}`)
  await goToLine(page, '%y = ')
  await hover(page, '%y', [500, 500], [1000, 1000])
  await lens(page).getByText(/^= \d+\.0 \* \d+\.0$/).waitFor()
  await page.evaluate(() => {
    window.tasks = []
    new PerformanceObserver((entries) => window.tasks.push(...entries.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  })
  for (let i = 0; i < 100; ++i) await hover(page, '%y', [(i * 37) % 1000, i * 10], [1000, 1000])
  await hover(page, '%y', [250, 125], [1000, 1000])
  await lens(page).getByText(/^%y\[(249|25\d), (124|12\d)\] = /).waitFor()
  await settled(page)
  const tasks = await page.evaluate(() => window.tasks)
  assert.ok(tasks.every((duration) => duration < 50) || isBusy(), `tasks of ${tasks} ms`)
  assert.deepEqual(problems, [])
})

test('a question that repeats a long run says how far it is, and is stopped', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<i32> {
%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%end = stablehlo.constant dense<1500000> : tensor<i32>
%last = stablehlo.while(%i = %zero) : tensor<i32>
cond {
%goes = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %goes : tensor<i1>
} do {
%next = stablehlo.add %i, %one : tensor<i32>
stablehlo.return %next : tensor<i32>
}
return %last : tensor<i32>
}`)
  await stage(page).getByText(/^1.?500.?000$/).waitFor()
  await stage(page).getByRole('button', { name: 'Where from?' }).click()
  await list(page).getByText(/^Running the program again, .* steps/).waitFor()
  await list(page).getByRole('button', { name: 'Stop' }).click()
  await list(page).getByText('Stopped.').waitFor()
  await program(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('\n// An edit.')
  await list(page).getByText('This is of the run before.').waitFor()
})

for (const [name, options] of Object.entries({ phone: { viewport: { width: 390, height: 844 }, hasTouch: true }, dark: { colorScheme: 'dark' } })) {
  test(`the list and the cell are readable and accessible: ${name}`, async () => {
    const { page } = await openPage(site(), options)
    await replaceProgram(page, entropy)
    await goToLine(page, '%part = ')
    const { x, y, width, height } = await picture(page, '%part').boundingBox()
    await picture(page, '%part').click({ position: { x: width * 0.9, y: height / 2 } })
    assert.ok(x >= 0 && y >= 0)
    await lens(page).getByText('%part[3] = NaN').waitFor()
    await settled(page)
    await keepScreenshot(page, `why-lens-${name}`)
    assert.deepEqual(await findings(page), [])
    await lens(page).getByRole('button', { name: 'Where from?' }).click()
    await step(page, '%log[3] = NaN').waitFor()
    // The pointer dims the lines besides that of a step.
    await page.mouse.move(2, 2)
    await settled(page)
    assert.deepEqual(await findings(page), [])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `${wide} px too wide`)
    await keepScreenshot(page, `why-list-${name}`)
  })
}
