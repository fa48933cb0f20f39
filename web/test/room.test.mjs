// Room for code beside its values: splitters, quiet types, names that stay in view.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, keepScreenshot, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const long = '%contracted_with_a_long_name = stablehlo.dot_general %query, %key, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT]'
const types = ': (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>'
const attention = `func.func @main(%query: tensor<4x8xf32>, %key: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %scores = stablehlo.dot_general %query, %key, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] ${types}
  %none = stablehlo.subtract %scores, %scores : tensor<4x4xf32>
  %ratio = stablehlo.divide %none, %none : tensor<4x4xf32>
  %far = stablehlo.divide %scores, %none : tensor<4x4xf32>
  ${long} ${types}
  return %ratio : tensor<4x4xf32>
}`
const line = (page, text) => page.locator('.cm-line', { hasText: text })

/// Sizes in pixels, and the number of visible characters.
const measure = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('paddock-playground').shadowRoot
    const content = root.querySelector('.cm-content')
    const { view } = content.cmTile ?? content.cmView
    const scroller = view.scrollDOM.getBoundingClientRect()
    const column = root.querySelector('.cm-valueColumn').getBoundingClientRect()
    const start = root.querySelector('.cm-line').getBoundingClientRect().left + 6
    return { editor: scroller.width, column: column.width, seen: (scroller.right - column.width - start) / view.defaultCharacterWidth, scrolled: view.scrollDOM.scrollLeft, stage: root.querySelector('.stage').clientWidth }
  })

const clipped = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('paddock-playground').shadowRoot
    const { right } = root.querySelector('.cm-valueColumn').getBoundingClientRect()
    return [...root.querySelectorAll('.cm-valueLines :is(.cm-value-nan, .cm-value-inf, .cm-value-times, .cm-value-more)')].filter((pill) => pill.getBoundingClientRect().right > right || pill.scrollWidth > pill.clientWidth + 1).map(({ textContent }) => textContent)
  })

async function openAttention(page) {
  await replaceProgram(page, attention)
  await column(page).getByText('NaN 16').waitFor()
  await page.mouse.move(2, 2)
}

test('at 1366 pixels ninety characters of code are seen beside the values', async () => {
  const { page, problems } = await openPage(site())
  await openAttention(page)
  const { seen, stage: values } = await measure(page)
  assert.ok(seen >= 90, `${seen} characters`)
  assert.ok(values >= 340, `${values} pixels for values`)
  await keepScreenshot(page, 'room')
  assert.deepEqual(problems, [])
})

test('types are quiet, give way where a line is long, and are whole where the cursor is', async () => {
  const { page, problems } = await openPage(site())
  await openAttention(page)
  const scores = line(page, '%scores = ')
  await line(page, 'return').click()
  await page.mouse.move(2, 2)
  await scores.getByText('-> tensor<4x4xf32>').waitFor()
  assert.match(await scores.innerText(), /: … -> tensor<4x4xf32>$/)
  assert.equal(await scores.locator('.cm-elidedTypes').getAttribute('title'), '(tensor<4x8xf32>, tensor<8x4xf32>)')
  const sizes = await line(page, '%none = ').evaluate((dom) => [dom, dom.querySelector('.cm-quietType')].map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  assert.ok(sizes[1] < sizes[0], String(sizes))
  // A short line keeps its types.
  await replaceProgram(page, 'func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {\n  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n  return %t : tensor<3x2xf32>\n}')
  assert.match(await line(page, '%t = ').innerText(), /: \(tensor<2x3xf32>\) -> tensor<3x2xf32>$/)
  await openAttention(page)
  await scores.click({ position: { x: 200, y: 8 } })
  assert.match(await scores.innerText(), /: \(tensor<4x8xf32>, tensor<8x4xf32>\) -> tensor<4x4xf32>$/)
  assert.equal(await program(page).evaluate((editor) => (editor.cmTile ?? editor.cmView).view.state.doc.toString()), attention)
  assert.deepEqual(problems, [])
})

test('clicking a line leaves names in sight, and so does scrolling sideways', async () => {
  const { page, problems } = await openPage(site())
  await openAttention(page)
  const target = line(page, '%contracted_with')
  const box = await target.boundingBox()
  const { seen, editor, column: width } = await measure(page)
  assert.ok(seen < long.length)
  for (const x of [200, editor - width - 4, editor - width + 30]) {
    await page.mouse.click(x, box.y + 8)
    await settled(page)
    assert.equal((await measure(page)).scrolled, 0, `clicked at ${x}`)
  }
  await page.keyboard.press('End')
  await page.waitForFunction(() => document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-scroller').scrollLeft > 100)
  // The names move with the scroll event.
  await page.locator('.cm-nameInView').nth(4).waitFor()
  const places = await page.evaluate(() => {
    const root = document.querySelector('paddock-playground').shadowRoot
    const { right } = root.querySelector('.cm-gutters').getBoundingClientRect()
    return [...root.querySelectorAll('.cm-nameInView')].map((name) => ({ text: name.textContent, from: name.getBoundingClientRect().left - right }))
  })
  assert.deepEqual(places.map(({ text }) => text), ['%scores =', '%none =', '%ratio =', '%far =', '%contracted_with_a_long_name ='])
  for (const { text, from } of places) assert.ok(from >= 0 && from < 40, `${text} at ${from}`)
  // The values do not cover the cursor.
  const cursor = await page.locator('.cm-cursor-primary').boundingBox()
  assert.ok(cursor.x < editor - width + 2, `${cursor.x}`)
  await keepScreenshot(page, 'scrolled')
  await page.keyboard.press('Home')
  await page.waitForFunction(() => document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-scroller').scrollLeft === 0)
  await page.locator('.cm-nameInView').first().waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('the splitter between program and values is dragged, moved by keys, reset, and remembered', async () => {
  const { page, problems } = await openPage(site())
  const splitter = page.getByRole('separator', { name: 'Room for the program' })
  const usual = (await measure(page)).editor
  const { x, y, height } = await splitter.boundingBox()
  await page.mouse.move(x + 4, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x - 196, y + height / 2, { steps: 5 })
  await page.mouse.up()
  const dragged = (await measure(page)).editor
  assert.ok(Math.abs(usual - 200 - dragged) < 3, `${usual} to ${dragged}`)
  // Pictures use the available width.
  await page.waitForFunction(() => document.querySelector('paddock-playground').shadowRoot.querySelector('canvas.picture')?.getBoundingClientRect().width > 400)
  await page.keyboard.press('ArrowLeft')
  assert.equal(Math.round(dragged - (await measure(page)).editor), 16)
  assert.equal(Number(await splitter.getAttribute('aria-valuenow')), Math.round((await measure(page)).editor) + 1)
  await page.reload()
  await stage(page).getByRole('img').waitFor()
  assert.equal(Math.round(dragged - (await measure(page)).editor), 16)
  await splitter.press('Enter')
  assert.equal((await measure(page)).editor, usual)
  await splitter.press('Home')
  assert.ok((await measure(page)).editor <= 240)
  await splitter.dblclick()
  assert.equal((await measure(page)).editor, usual)
  assert.deepEqual(problems, [])
})

test('above each other the splitter divides the height, by a finger too', async () => {
  const { page, problems } = await openPage(site(), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await stage(page).getByRole('img').waitFor()
  const splitter = page.getByRole('separator', { name: 'Room for the program' })
  assert.equal(await splitter.getAttribute('aria-orientation'), 'horizontal')
  const height = () => page.locator('.cm-scroller').evaluate((dom) => dom.getBoundingClientRect().height)
  const before = await height()
  const box = await splitter.boundingBox()
  const session = await page.context().newCDPSession(page)
  const touch = (type, y) => session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 60, y }] })
  await touch('touchStart', box.y + box.height / 2)
  for (const by of [30, 60, 100]) await touch('touchMove', box.y + box.height / 2 + by)
  await touch('touchEnd')
  assert.ok(Math.abs((await height()) - before - 100) < 4, `${before} to ${await height()}`)
  assert.deepEqual(problems, [])
})

test('the value column is as wide as its content, has a splitter, and folds to pills that are never cut', async () => {
  const { page, problems } = await openPage(site(), { viewport: { width: 1920, height: 900 } })
  await openAttention(page)
  const wide = (await measure(page)).column
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<2.5> : tensor<f32>\n  return %a : tensor<f32>\n}')
  await column(page).getByText('2.5', { exact: true }).waitFor()
  await page.waitForFunction((wide) => document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-valueColumn').clientWidth < wide - 40, wide)
  await openAttention(page)
  assert.deepEqual(await clipped(page), [])
  const handle = page.getByRole('separator', { name: 'Width of the value column' })
  await handle.press('Home')
  await column(page).getByText('NaN', { exact: true }).first().waitFor()
  assert.deepEqual(await clipped(page), [])
  const narrowest = (await measure(page)).column
  await handle.press('ArrowLeft')
  assert.equal((await measure(page)).column, narrowest + 16)
  const { x, y } = await handle.boundingBox()
  await page.mouse.move(x + 4, y + 200)
  await page.mouse.down()
  await page.mouse.move(x - 196, y + 200, { steps: 4 })
  await page.mouse.up()
  assert.equal((await measure(page)).column, narrowest + 216)
  await column(page).getByText('NaN 16').first().waitFor()
  const fold = page.getByRole('button', { name: 'Fold values' })
  await fold.press('Enter')
  await page.waitForFunction((most) => document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-valueColumn').clientWidth <= most, narrowest)
  assert.equal(await column(page).getByText('…').count(), 0)
  assert.deepEqual(await clipped(page), [])
  await keepScreenshot(page, 'folded')
  await page.reload()
  await column(page).getByText('NaN', { exact: true }).first().waitFor()
  assert.ok((await measure(page)).column <= narrowest)
  await page.getByRole('button', { name: 'Unfold values' }).click()
  assert.equal((await measure(page)).column, narrowest + 216)
  await handle.press('Enter')
  assert.equal((await measure(page)).column, wide)
  assert.deepEqual(problems, [])
})

test('pills of many NaN, infinities and executions are whole in the narrowest column', async () => {
  const { page, problems } = await openPage(site(), { viewport: { width: 720, height: 900 } })
  await replaceProgram(page, `func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<1200> : tensor<i32>
  %odd = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 1.0]> : tensor<3xf32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %goes = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %many = stablehlo.broadcast_in_dim %odd, dims = [0] : (tensor<3xf32>) -> tensor<3x400xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %r : tensor<i32>
}`)
  await column(page).getByText('×1').first().waitFor()
  for (const size of ['usual', 'Home']) {
    if (size === 'Home') await page.getByRole('separator', { name: 'Width of the value column' }).press('Home')
    await settled(page)
    assert.deepEqual(await clipped(page), [], size)
  }
  await keepScreenshot(page, 'narrow-column')
  assert.deepEqual(problems, [])
})

test('the tabs stay in sight above values that are scrolled, and a value is scrolled to below them', async () => {
  const { page, problems } = await openPage(site())
  await page.setViewportSize({ width: 1100, height: 520 })
  const type = 'tensor<20x20xf32>'
  await replaceProgram(page, `func.func @main() -> (${type}, ${type}) {\n  %a = stablehlo.iota dim = 0 : ${type}\n  %b = stablehlo.iota dim = 1 : ${type}\n  return %a, %b : ${type}, ${type}\n}`)
  await settled(page)
  const boxOf = (one) => one.evaluate((dom) => dom.getBoundingClientRect().toJSON())
  await stage(page).evaluate((pane) => pane.scrollTo(0, pane.scrollHeight))
  const [pane, tabs] = [await boxOf(stage(page)), await boxOf(stage(page).getByRole('tablist'))]
  assert.ok(tabs.top >= pane.top, `${tabs.top} is above ${pane.top}`)
  const second = stage(page).getByText('Result 1')
  await second.evaluate((one) => one.scrollIntoView())
  assert.ok((await boxOf(second)).top >= tabs.bottom)
  assert.deepEqual(problems, [])
})
