// The appearance of the page: choices and short texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, keepScreenshot, openExample, openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()
const status = (page) => page.getByRole('status')
const panes = { light: [0xf3, 0xf1, 0xea], dark: [0x1a, 0x1f, 0x1c] }

/// The horse's upper left cell is 0, which has the colour of the pane.
const zeroIs = (page, theme) =>
  page.waitForFunction((pane) => {
    const root = document.querySelector('paddock-playground').shadowRoot
    const canvas = root.querySelector('canvas.picture')
    if (canvas === null) return false
    const { data } = canvas.getContext('2d').getImageData(2, 2, 1, 1)
    const ground = getComputedStyle(root.querySelector('.stage')).backgroundColor
    return pane.every((part, i) => part === data[i]) && ground === `rgb(${pane.join(', ')})`
  }, panes[theme])

async function chooseTheme(page, theme) {
  await page.getByRole('button', { name: 'About' }).click()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'About' }).waitFor({ state: 'detached' })
}

test('the theme is chosen, remembered, and pictures take its colours', async () => {
  const { page, problems } = await openPage(site(), { colorScheme: 'light' })
  await zeroIs(page, 'light')
  const choose = (theme) => chooseTheme(page, theme)
  await choose('dark')
  await zeroIs(page, 'dark')
  await keepScreenshot(page, 'theme-dark')
  await page.reload()
  await zeroIs(page, 'dark')
  // Also the values of a line.
  await page.locator('.cm-line', { hasText: '%bits = ' }).click()
  await stage(page).getByRole('region', { name: '%bits', exact: true }).waitFor()
  await zeroIs(page, 'dark')
  await choose('light')
  await page.waitForFunction(() => document.querySelector('paddock-playground').getAttribute('theme') === 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await choose('as the system')
  await zeroIs(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForFunction(() => document.querySelector('paddock-playground').getAttribute('theme') === null)
  await page.waitForFunction((pane) => getComputedStyle(document.querySelector('paddock-playground').shadowRoot.querySelector('.stage')).backgroundColor === `rgb(${pane.join(', ')})`, panes.light)
  assert.deepEqual(problems, [])
})

test('another theme leaves a picture at the part that is looked at, and details open', async () => {
  const { page, problems } = await openPage(site(), { colorScheme: 'light' })
  await zeroIs(page, 'light')
  const zoomed = () => stage(page).locator('[data-zoomed]').count()
  // Pictures of the results, and then of a line.
  for (const line of [null, '%bits = ']) {
    if (line !== null) {
      await page.locator('.cm-line', { hasText: line }).click()
      await stage(page).getByRole('region', { name: '%bits', exact: true }).waitFor()
      await stage(page).getByText('Details').last().click()
    }
    const frame = stage(page).getByRole('group', { name: /^Picture/ }).last()
    await frame.focus()
    await page.keyboard.press('+')
    await stage(page).locator('[data-zoomed]').waitFor()
    const picture = () => frame.getByRole('img').evaluate((canvas) => canvas.toDataURL())
    const before = await picture()
    const theme = line === null ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: theme })
    for (const patience = Date.now() + 15_000; (await picture()) === before; ) assert.ok(Date.now() < patience, 'the picture has its old colours')
    assert.equal(await zoomed(), 1)
    if (line !== null) assert.equal(await stage(page).locator('details.elements[open]').count(), 1)
  }
  assert.deepEqual(problems, [])
})

test('a theme chosen in another tab outlasts the splitter of this one', async () => {
  const { page, problems } = await openPage(site(), { colorScheme: 'light' })
  await stage(page).getByRole('img').first().waitFor()
  const other = await page.context().newPage()
  await other.goto(site().address)
  await chooseTheme(other, 'dark')
  await page.getByRole('separator', { name: 'Room for the program' }).press('ArrowLeft')
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('paddock-layout')).editorWidth > 0)
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('paddock-layout')).theme), 'dark')
  await other.reload()
  await zeroIs(other, 'dark')
  assert.deepEqual(problems, [])
})

test('the documentation has the theme that was chosen, also when it changes', async () => {
  const { page, problems } = await openPage(site(), { colorScheme: 'light' })
  await chooseTheme(page, 'dark')
  const read = async (path) => {
    const docs = await page.context().newPage()
    docs.on('pageerror', (error) => problems.push(error.message))
    await docs.goto(`${site().address}docs/${path}`)
    return docs
  }
  const groundIs = (docs, ground) => docs.waitForFunction((colour) => getComputedStyle(document.body).backgroundColor === colour, ground)
  const [dark, light] = ['rgb(19, 23, 21)', 'rgb(251, 250, 246)']
  const home = await read('index.html')
  await groundIs(home, dark)
  await home.locator('paddock-example[theme=dark]').first().getByRole('img').first().waitFor()
  await keepScreenshot(home, 'documentation-theme-dark')
  const add = await read('ops/stablehlo.add.html')
  await groundIs(add, dark)
  await add.locator('.tensor .on-dark').first().waitFor()
  assert.equal(await add.locator('.tensor .on-light').first().isVisible(), false)
  await chooseTheme(page, 'as the system')
  await groundIs(add, light)
  await add.locator('.tensor .on-light').first().waitFor()
  await groundIs(home, light)
  await chooseTheme(page, 'light')
  await add.emulateMedia({ colorScheme: 'dark' })
  await groundIs(add, light)
  assert.equal(await add.locator('.tensor .on-dark').first().isVisible(), false)
  assert.deepEqual(problems, [])
})

test('what stands in the HTML before the engine is dark where the page is', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await openPage(site(), { colorScheme }, (page) => page.route(/\.wasm$/, () => {}))
    const fill = await page.locator('.recorded .colour-0').evaluate((path) => getComputedStyle(path).fill)
    assert.equal(fill, `rgb(${panes[colorScheme].join(', ')})`)
    await page.context().close()
  }
})

test('a problem is reported as Markdown, on a phone too', async () => {
  const { page, problems } = await openPage(site(), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, permissions: ['clipboard-read', 'clipboard-write'] })
  await status(page).getByText(/Ran in/).waitFor()
  await page.getByRole('button', { name: 'About' }).tap()
  const about = page.getByRole('dialog', { name: 'About' })
  await about.getByText(/runs StableHLO programs here/).waitFor()
  assert.match(await about.getByRole('link', { name: 'Docs' }).getAttribute('href'), /docs\/index\.html$/)
  await keepScreenshot(page, 'about-phone')
  await about.getByRole('button', { name: 'Report a problem' }).tap()
  await about.getByText(/Copied as Markdown/).waitFor()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  for (const part of [/^### What I did/, /Ran in [\d.]+ ms/, /```mlir\n\/\/ A horse, packed/, /Paddock \d+\.\d+\.\d+.*, .*numerics, grid 1 x 1/, /Chrome/]) assert.match(report, part)
  await about.getByRole('button', { name: 'Close' }).tap()
  assert.deepEqual(problems, [])
})

test('the status says in plain words what ran', async () => {
  const { page } = await openPage(site())
  await status(page).getByText(/^Ran in [\d.]+ ms with [\d.]+ kB of memory\. These bits are the same on every machine\./).waitFor()
  await status(page).getByText(/Fingerprint of the results: [0-9a-f]{16}/).waitFor()
  await openExample(page, 'Heat on four strips')
  await status(page).getByText(/of memory, as 4 processes\./).waitFor()
})

test('a line of several results shows each', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> (tensor<i32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %far = stablehlo.constant dense<[1.5, 0x7F800000, 2.5]> : tensor<3xf32>
  %r:2 = stablehlo.while(%i = %zero, %x = %far) : tensor<i32>, tensor<3xf32>
  cond {
    %goes = stablehlo.compare LT, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    stablehlo.return %i, %x : tensor<i32>, tensor<3xf32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<3xf32>
}`)
  await column(page).getByText('[1.5, ∞, 2.5]').first().waitFor()
  const { y } = await page.locator('.cm-line', { hasText: '%r:2 = ' }).boundingBox()
  const rows = await page.locator('.cm-valueLines > .cm-value').evaluateAll((all) => all.map((row) => ({ y: row.getBoundingClientRect().y, text: row.innerText.replace(/\s+/g, ' ') })))
  const row = rows.find((one) => Math.abs(one.y - y) < 4)
  assert.match(row.text, /^0 (?:\[1\.5, ∞, 2\.5\] )?∞/)
})

test('the search of the editor looks like the page', async () => {
  const { page } = await openPage(site())
  await status(page).getByText(/Ran in/).waitFor()
  await page.locator('.cm-line').first().click()
  await page.keyboard.press('Control+f')
  const next = page.locator('.cm-search').getByRole('button', { name: 'next' })
  await next.waitFor()
  const looks = (locator) => locator.evaluate((dom) => {
    const { backgroundImage, backgroundColor, borderRadius, fontFamily, height } = getComputedStyle(dom)
    return { backgroundImage, backgroundColor, borderRadius, fontFamily, height }
  })
  assert.deepEqual(await looks(next), await looks(stage(page).getByRole('button', { name: 'Table' }).first()).then((one) => ({ ...one, height: '28px' })))
  await keepScreenshot(page, 'search')
})
